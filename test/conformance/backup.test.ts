/** A backup of a running exchange by the command line, restored and started. */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const TEST_MS_MAX = 120_000;
const SPOT = "BTC/USDT";
const CLI = resolve(import.meta.dirname, "../../cli/bourse.ts");

const top = temporaryDirectory("backup-of-running");
const processes: ExchangeProcess[] = [];
afterAll(async () => {
  for (const running of processes) await running.kill();
  rmSync(top, { recursive: true });
});

async function start(dataDir: string, flags: readonly string[]): Promise<ExchangeProcess> {
  const running = await ExchangeProcess.start(dataDir, { flags });
  processes.push(running);
  return running;
}

/** Runs `bourse`; returns the JSON that it prints. Throws with its message when it fails. */
async function bourse<T>(...argv: readonly string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...argv]);
  return JSON.parse(stdout) as T;
}

type Report = { readonly seq: number; readonly segmentsCopied: number };
type Replayed = { readonly stateHash: string; readonly lastSeq: number };

function clientOf({ address, credentials }: ExchangeProcess) {
  const key = credentials.users.find(({ name }) => name === "classic");
  return plainClient(address, key, { uta: false });
}

it("a backup of an exchange under load restores to the same state", {
  timeout: TEST_MS_MAX,
}, async () => {
  const [dataDir, copy, restored] = ["data", "copy", "restored"].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ];
  // The agents of the generated market trade all the time.
  const running = await start(dataDir, ["--rate-limits", "off"]);
  const first = await bourse<Report>("backup", "--data-dir", dataDir, "--to", copy);
  const before = await clientOf(running);
  const id = idOf(await before.createOrder(SPOT, "limit", "buy", 0.001, 20_000));
  const second = await bourse<Report>("backup", "--data-dir", dataDir, "--to", copy);
  expect(second.seq).toBeGreaterThan(first.seq);
  expect(second.segmentsCopied).toBe(1);
  await running.kill();

  const report = await bourse<Report>("restore", "--from", copy, "--data-dir", restored);
  expect(report.seq).toBe(second.seq);
  const replayed = await bourse<Replayed>("journal", "replay", restored);
  expect(replayed.lastSeq).toBe(second.seq);
  const until = String(second.seq);
  const original = await bourse<Replayed>("journal", "replay", dataDir, "--until", until);
  expect(replayed).toMatchObject({ lastSeq: original.lastSeq, stateHash: original.stateHash });

  const again = await start(restored, ["--no-agents", "--rate-limits", "off"]);
  expect(Number(again.logged("ready")?.["seq"])).toBeGreaterThanOrEqual(second.seq);
  expect((await again.audit()).holds).toBe(true);
  // The key's secret opens under the restored master key, and the acknowledged order is there.
  const after = await clientOf(again);
  expect((await after.fetchOpenOrders(SPOT)).map(idOf)).toContain(id);
});

it("the command says what a backup lacks, and ends with 1", { timeout: TEST_MS_MAX }, async () => {
  const empty = join(top, "nothing");
  const failure = await bourse("restore", "--from", empty, "--data-dir", join(top, "new")).catch(
    (thrown: { code: number; stderr: string }) => thrown,
  );
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining("contains no backup") });
});
