/**
 * Two containers share one volume: each has process ids of its own, so neither sees the other's
 * process. Only one of them may ever work on the data directory.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifyJournal } from "../../cli/journal-verify.ts";
import { CORE_CODEC } from "../../src/main/core-machine.ts";
import { ExchangeProcess, refusedStart } from "../conformance/support/exchange-process.ts";
import { exchangeRun } from "./support/exchange-run.ts";
import { expectOnPage } from "./support/operator-messages.ts";
import { removeHistory } from "./support/spoilt-files.ts";

const NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"] as const;
const canUnshare =
  process.getuid?.() === 0 && spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "true"]).status === 0;

const run = exchangeRun();

/** Every path with size, time of change and content. */
function listing(): unknown[] {
  const names = readdirSync(run.dataDir, { recursive: true, encoding: "utf8" }).sort();
  return names.map((name) => {
    const path = join(run.dataDir, name);
    const { mtimeMs, size } = statSync(path);
    const content = statSync(path).isDirectory() ? "" : readFileSync(path);
    return [name, mtimeMs, size, createHash("sha256").update(content).digest("hex")];
  });
}

describe("a second exchange on one data directory", () => {
  it("is refused with the holder's name, and changes nothing", async () => {
    run.process = await ExchangeProcess.start(run.dataDir);
    // A process that stands still holds the lock as well as one that works.
    process.kill(run.process.pid, "SIGSTOP");
    removeHistory(run.dataDir);
    const before = listing();
    const { code, message } = await refusedStart(run.dataDir);
    expect(listing()).toEqual(before);
    expect(code).toBe(1);
    expect(message).toContain(`${join(run.dataDir, "lock.sqlite")} is locked by process`);
    expect(message).toContain(`process ${run.process.pid} on host `);
    const situation = "another exchange works on the data directory";
    expectOnPage({ situation, exitCode: code, event: "start_failed", message }, run.dataDir);
    process.kill(run.process.pid, "SIGCONT");
    expect(await run.process.audit()).toMatchObject({ holds: true });
  });

  it.runIf(canUnshare)("is refused from another process namespace (needs root)", async () => {
    run.process = await ExchangeProcess.start(run.dataDir, { through: NAMESPACE });
    removeHistory(run.dataDir);
    const { code, message } = await refusedStart(run.dataDir, { through: NAMESPACE });
    expect(code).toBe(1);
    expect(message).toContain("lock.sqlite is locked by process");
    expect(await run.process.audit()).toMatchObject({ holds: true });
    await run.process.kill();
    // A supervisor restarts the exchange while the killed process may still be ending.
    removeHistory(run.dataDir);
    run.process = await ExchangeProcess.start(run.dataDir, { through: NAMESPACE });
    await run.process.kill();
    const place = {
      journal: join(run.dataDir, "journal"),
      snapshots: join(run.dataDir, "snapshots"),
    };
    expect(await verifyJournal(place, CORE_CODEC)).toMatchObject({ isIntact: true });
  });
});
