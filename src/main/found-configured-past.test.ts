import { describe, expect, it } from "vitest";
import type { PathPart } from "../core/instruments/generated-market.ts";
import { createState } from "../core/state.ts";
import { configuredPast } from "./found-configured-past.ts";
import type { PastConfig } from "./past-config.ts";

const RECORDED: PastConfig = {
  kind: "recorded",
  files: [{ code: "BTC", path: "/absent/btcusdt.csv" }],
};
const TERMS = { seed: 1, version: 1, preset: "normal", endMs: 60_000, instruments: 0 } as const;
const PART: PathPart = { code: "BTC", spanMs: 60_000, bytes: new Uint8Array(1) };

type Line = { readonly level: "info" | "warn"; readonly event: string };

/** The past to found, and the lines of the log, of an exchange with or without a past. */
async function configured(past: PastConfig, founded?: { readonly paths: readonly PathPart[] }) {
  const state = createState();
  if (founded !== undefined) state.generatedMarket.terms = TERMS;
  state.generatedMarket.paths.push(...(founded?.paths ?? []));
  const lines: Line[] = [];
  const log = {
    info: (line: object) => lines.push({ level: "info", ...line } as Line),
    warn: (line: object) => lines.push({ level: "warn", ...line } as Line),
  };
  const config = { market: "off", past, seed: 7 } as const;
  return { founding: await configuredPast({ state }, config, log), lines };
}

describe("the configured past", () => {
  it("is founded on a new exchange, with a kind also where the market is off", async () => {
    const { founding, lines } = await configured({ kind: "computed" });
    expect(founding).toEqual({ seed: 7, preset: "normal", paths: [] });
    expect(lines).toEqual([]);
    expect((await configured({ kind: "none" })).founding).toBeUndefined();
    await expect(configured(RECORDED)).rejects.toThrow("check the path given with --past");
  });

  it("stays as it is on an exchange that has one, without a read of the files", async () => {
    const kept = await configured(RECORDED, { paths: [PART, PART] });
    expect(kept.founding).toBeUndefined();
    expect(kept.lines).toEqual([{ level: "info", event: "past_kept", coins: ["BTC"] }]);
    expect(await configured({ kind: "computed" }, { paths: [PART] })).toMatchObject({ lines: [] });
  });

  it("is a warning where files are named and the exchange has none", async () => {
    const { founding, lines } = await configured(RECORDED, { paths: [] });
    expect(founding).toBeUndefined();
    expect(lines).toMatchObject([{ level: "warn", event: "past_kept", coins: [] }]);
  });
});
