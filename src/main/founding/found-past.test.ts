import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { engineOnDisk } from "../../../test/support/engine-on-disk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { encodePath } from "../../market-model/path-bytes.ts";
import { foundPast } from "./found-past.ts";

const dataDir = temporaryDirectory("import");
afterAll(() => rmSync(dataDir, { recursive: true }));

const START_MS = Date.UTC(2026, 0, 1);

/** Parts of a path of 1,000 minutes at one price. */
function partsAt(price: number) {
  const prices = Array<number>(1_000).fill(price);
  const columns = { open: prices, high: prices, low: prices, close: prices, volume: prices };
  return encodePath({ code: "BTC", spanMs: 60_000, ...columns });
}

it("completes an import with the same files, and refuses others", async () => {
  const engine = await engineOnDisk(dataDir, () => START_MS);
  const { sequencer, state } = engine;
  const paths = partsAt(50_000);
  for (const part of paths.slice(0, 2)) {
    await sequencer.submitAndWait({ kind: "import_path", ...part });
  }
  const past = { seed: 1, preset: "normal" } as const;
  for (const other of [partsAt(50_001), []]) {
    const founding = foundPast(sequencer, state, { ...past, paths: other }, START_MS);
    await expect(founding).rejects.toThrow("name them again with --past");
  }
  expect(state.generatedMarket.terms).toBeUndefined();
  await foundPast(sequencer, state, { ...past, paths }, START_MS);
  expect(state.generatedMarket.paths).toHaveLength(paths.length);
  expect(state.generatedMarket.terms?.endMs).toBe(START_MS);
  await engine.stop();
});
