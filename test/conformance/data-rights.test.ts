import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const TEST_MS_MAX = 120_000;
const top = mkdtempSync(join(tmpdir(), "bourse-modes-"));
const processes: ExchangeProcess[] = [];

afterAll(async () => {
  for (const running of processes) await running.kill();
  rmSync(top, { recursive: true });
});

/** Starts with the umask 000, under which nothing is taken off the rights a file is made with. */
async function start(dataDir: string): Promise<ExchangeProcess> {
  const before = process.umask(0);
  const starting = ExchangeProcess.start(dataDir);
  process.umask(before);
  const running = await starting;
  processes.push(running);
  return running;
}

/**
 * What others may do anything with, of a directory and everything below it. A running exchange may
 * remove a file meanwhile, such as the journal of a new database.
 */
function openToOthers(dataDir: string): readonly string[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  const paths = [dataDir, ...names.map((name) => join(dataDir, name))];
  const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return paths.filter((path) => (modeOf(path) & 0o077) !== 0);
}

it("what the exchange writes is for its owner alone", { timeout: TEST_MS_MAX }, async () => {
  const dataDir = join(top, "outer", "data");
  const running = await start(dataDir);
  await eventually("the history has begun", () => readdirSync(dataDir).includes("history.sqlite"));
  expect(readdirSync(dataDir)).toEqual(
    expect.arrayContaining(["credentials.json", "journal", "lock.sqlite", "master.key"]),
  );
  expect(openToOthers(join(top, "outer"))).toEqual([]);
  expect(running.logged("rights_tightened")).toBeUndefined();
  expect(await running.terminate()).toBe(0);
  expect(readdirSync(join(dataDir, "snapshots"))).not.toEqual([]);
  expect(openToOthers(dataDir)).toEqual([]);

  for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    const path = join(dataDir, name);
    if (name !== "master.key") chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  const again = await start(dataDir);
  expect(openToOthers(dataDir)).toEqual([]);
  const { count } = again.logged("rights_tightened") ?? {};
  expect(count).toBeGreaterThan(4);
});

it("a directory that was there is closed, those above it are not", {
  timeout: TEST_MS_MAX,
}, async () => {
  const above = join(top, "above");
  const dataDir = join(above, "data");
  for (const path of [above, dataDir]) {
    mkdirSync(path);
    chmodSync(path, 0o755);
  }
  const running = await start(dataDir);
  expect(running.logged("rights_tightened")).toMatchObject({ count: 1, paths: [dataDir] });
  expect(openToOthers(dataDir)).toEqual([]);
  expect(statSync(above).mode & 0o777).toBe(0o755);
});
