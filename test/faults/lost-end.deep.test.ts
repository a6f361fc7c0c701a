/** The end of the journal is gone: cut, damaged or removed while the exchange did not run. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ExchangeProcess,
  QUIET_FLAGS,
  refusedStart,
} from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { lastSegment, spoilLastBatch } from "./support/spoilt-files.ts";

const top = mkdtempSync(join(tmpdir(), "bourse-"));
const whole = join(top, "whole");
const dataDir = join(top, "data");
const journal = join(dataDir, "journal");

beforeAll(async () => {
  const running = await ExchangeProcess.start(whole);
  expect(await running.terminate()).toBe(0);
  // Messages to operators need not be copied.
  for (const name of readdirSync(whole)) if (/history/.test(name)) rmSync(join(whole, name));
});

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(whole, dataDir, { recursive: true });
});

afterAll(() => rmSync(top, { recursive: true }));

/** The second half of what was written never came to the disk. */
function loseHalf(): void {
  const path = lastSegment(dataDir);
  const bytes = readFileSync(path);
  const last = bytes.findLastIndex((byte) => byte !== 0);
  writeFileSync(path, bytes.fill(0, Math.floor(last / 2)));
}

function removeSnapshots(): void {
  rmSync(join(dataDir, "snapshots"), { recursive: true });
}

/** Refused, and the journal is as it was: it can still be repaired from a copy. */
async function expectRefused(...parts: readonly string[]): Promise<string> {
  const before = readdirSync(dataDir, { recursive: true });
  const { code, message } = await refusedStart(dataDir);
  expect(code).toBe(1);
  for (const part of parts) expect(message).toContain(part);
  // Reading the history after a kill moves the newest rows from its log into its file, and removes
  // the log with its index.
  const isKept = (name: string | Buffer): boolean => !/^lock\.|-(wal|shm)$/.test(String(name));
  const after = readdirSync(dataDir, { recursive: true });
  expect(after.filter(isKept)).toEqual(before.filter(isKept));
  return message;
}

describe("a journal without its end", () => {
  it("is refused when a snapshot or the recorded end tells of more", async () => {
    spoilLastBatch(dataDir);
    await expectRefused("durable-end.json tells of seq", ".snap tells of seq", "are missing");
    rmSync(join(dataDir, "durable-end.json"));
    await expectRefused(".snap tells of seq", "restore the missing segments");
  });

  it("is refused when the recorded end alone tells of more", async () => {
    spoilLastBatch(dataDir);
    removeSnapshots();
    await expectRefused("durable-end.json tells of seq");
  });

  it("is refused when a segment is shorter than it was made, or has no header", async () => {
    removeSnapshots();
    const path = lastSegment(dataDir);
    truncateSync(path, statSync(path).size - 4_096);
    await expectRefused(`${path} has `, "an unknown number of acknowledged commands");
    truncateSync(path, 100);
    await expectRefused(`${path} has no header`);
  });

  it("is refused when the history tells of more, also after a kill", async () => {
    rmSync(join(dataDir, "durable-end.json"));
    removeSnapshots();
    const running = await ExchangeProcess.start(dataDir);
    const caughtUp = async (): Promise<true | undefined> => {
      const page = await (await fetch(`${running.address.baseUrl}/metrics`)).text();
      const [, seq] = /^bourse_history_applied_seq (\d+)/m.exec(page) ?? [];
      return Number(seq) > 200 || undefined;
    };
    await eventually("the history has rows", caughtUp);
    await running.kill();
    rmSync(join(dataDir, "durable-end.json"));
    loseHalf();
    await expectRefused("history.sqlite tells of seq");
  });

  it("is refused when all of it was removed and other files are there", async () => {
    renameSync(journal, join(top, "elsewhere"));
    removeSnapshots();
    rmSync(join(dataDir, "durable-end.json"));
    await expectRefused("credentials.json tells of seq 1", "ends at seq 0");
  });

  it("goes on where the operator accepts just that loss", async () => {
    spoilLastBatch(dataDir);
    const spoilt = readFileSync(lastSegment(dataDir));
    const message = await expectRefused("--accept-loss-after");
    const [, seq = ""] = /--accept-loss-after (\d+)/.exec(message) ?? [];
    const wrong = ["--accept-loss-after", String(Number(seq) - 1)];
    const refused = await refusedStart(dataDir, { flags: [...QUIET_FLAGS, ...wrong] });
    expect(refused.message).toContain(`ends at seq ${seq}`);

    const flags = [...QUIET_FLAGS, "--accept-loss-after", seq];
    const running = await ExchangeProcess.start(dataDir, { flags });
    expect(running.logged("loss_accepted")).toMatchObject({ afterSeq: Number(seq) });
    expect(running.logged("tail_cut")).toMatchObject({
      message: expect.stringContaining(`${lastSegment(dataDir)}: `),
    });
    const situation = "a start with `--accept-loss-after` on a damaged last batch";
    expectLogged(running, { situation, event: "tail_cut" }, dataDir);
    const kept = readFileSync(`${lastSegment(dataDir)}.lost-after-${seq}`);
    expect(spoilt.indexOf(kept)).toBeGreaterThan(0);
    expect(running.logged("ready")).toMatchObject({ snapshotSeq: 0 });
    expect(await running.audit()).toMatchObject({ holds: true });
    const aside = readdirSync(join(dataDir, "snapshots"));
    expect(aside).toEqual([expect.stringMatching(new RegExp(`\\.snap\\.lost-after-${seq}$`))]);
    await running.kill();
    expect(existsSync(join(dataDir, "durable-end.json"))).toBe(true);
    const again = await ExchangeProcess.start(dataDir);
    await again.kill();
  });
});
