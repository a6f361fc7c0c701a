/**
 * Two containers share one volume: each has process ids of its own, so neither sees the other's
 * process. Only one of them may ever work on the data directory.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { verifyJournal } from "../../cli/journal-verify.ts";
import { CORE_CODEC } from "../../src/main/core-machine.ts";
import { ExchangeProcess, refusedStart } from "../conformance/support/exchange-process.ts";
import { expectOnPage } from "./support/operator-messages.ts";
import { removeHistory } from "./support/spoilt-files.ts";

const NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"] as const;
const canUnshare =
  process.getuid?.() === 0 && spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "true"]).status === 0;

let dataDir = "";
let running: ExchangeProcess | undefined;

afterEach(async () => {
  await running?.kill();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every path with size, time of change and content. */
function listing(): unknown[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).sort();
  return names.map((name) => {
    const path = join(dataDir, name);
    const { mtimeMs, size } = statSync(path);
    const content = statSync(path).isDirectory() ? "" : readFileSync(path);
    return [name, mtimeMs, size, createHash("sha256").update(content).digest("hex")];
  });
}

describe("a second exchange on one data directory", { timeout: 60_000 }, () => {
  it("is refused with the holder's name, and changes nothing", async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
    running = await ExchangeProcess.start(dataDir);
    // A process that stands still holds the lock as well as one that works.
    process.kill(running.pid, "SIGSTOP");
    removeHistory(dataDir);
    const before = listing();
    const { code, message } = await refusedStart(dataDir);
    expect(listing()).toEqual(before);
    expect(code).toBe(1);
    expect(message).toContain(`${join(dataDir, "lock.sqlite")} is locked by process`);
    expect(message).toContain(`process ${running.pid} on host `);
    const situation = "another exchange works on the data directory";
    expectOnPage({ situation, exitCode: code, event: "start_failed", message }, dataDir);
    process.kill(running.pid, "SIGCONT");
    expect(await running.audit()).toMatchObject({ holds: true });
  });

  it.runIf(canUnshare)("is refused from another process namespace (needs root)", async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
    running = await ExchangeProcess.start(dataDir, { through: NAMESPACE });
    removeHistory(dataDir);
    const { code, message } = await refusedStart(dataDir, { through: NAMESPACE });
    expect(code).toBe(1);
    expect(message).toContain("lock.sqlite is locked by process");
    expect(await running.audit()).toMatchObject({ holds: true });
    await running.kill();
    // A supervisor restarts the exchange while the killed process may still be ending.
    removeHistory(dataDir);
    running = await ExchangeProcess.start(dataDir, { through: NAMESPACE });
    await running.kill();
    const place = { journal: join(dataDir, "journal"), snapshots: join(dataDir, "snapshots") };
    expect(await verifyJournal(place, CORE_CODEC)).toMatchObject({ isIntact: true });
  });
});
