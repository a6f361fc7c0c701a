/** The journal of a whole engine, cut into small segments, archived and removed by rule. */
import { cpSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { laterBeginning, unreadableSnapshots, verifyJournal } from "../../cli/journal-verify.ts";
import { expectOnPage } from "../../test/faults/support/operator-messages.ts";
import { engineOnDisk, foundedEngine } from "../../test/support/engine-on-disk.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { State } from "../core/state.ts";
import { encodeState, STATE_FORMAT } from "../core/state-encoding.ts";
import { checkSnapshot } from "../journal/check-file.ts";
import { FileCommandLog, type RemovedArchives } from "../journal/file-command-log.ts";
import { nodeFileLayer } from "../journal/node-file-layer.ts";
import { scanJournal } from "../journal/scan-journal.ts";
import { stateHash } from "../journal/snapshot-format.ts";
import { SnapshotStore } from "../journal/snapshot-store.ts";
import { Conditions } from "../ops/conditions.ts";
import { HISTORY_SCHEMA_VERSION } from "../projections/history/history-schema.ts";
import { CORE_CODEC, CoreMachine } from "./core-machine.ts";
import { JournalArchive } from "./journal-archive.ts";
import { startFailure } from "./last-line.ts";

const SEGMENT_BYTES = 32 * 1024;
const TICKS = 1_500;
const DAY_MS = 86_400_000;

const top = temporaryDirectory("archive");
const whole = join(top, "whole");
let lastMs = 0;

const hashOf = (state: State): string => Buffer.from(stateHash(encodeState(state))).toString("hex");

/** Writes the batches of a journal again, into segments of a size that a test fills. */
async function cutIntoSegments(dataDir: string): Promise<void> {
  const [from, to] = [join(dataDir, "journal"), join(dataDir, "cut")];
  const log = new FileCommandLog({ directory: to, segmentBytes: SEGMENT_BYTES });
  const { epoch } = await log.open();
  for await (const batch of scanJournal(nodeFileLayer, from)) {
    await log.append(batch.firstSeq, epoch, batch);
    lastMs = batch.timeMs;
  }
  await log.close();
  for (const name of ["journal", "snapshots", "durable-end.json"]) {
    rmSync(join(dataDir, name), { recursive: true });
  }
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith("history.sqlite")) rmSync(join(dataDir, name));
  }
  cpSync(to, from, { recursive: true });
  rmSync(to, { recursive: true });
}

beforeAll(async () => {
  const founding = await foundedEngine(whole);
  // Each in a batch of its own.
  for (let count = 0; count < TICKS; count++) {
    await founding.sequencer.submitAndWait({ kind: "tick" });
  }
  await founding.stop();
  await cutIntoSegments(whole);
  // Each stop writes a snapshot behind the commands of its run.
  for (let run = 0; run < 2; run++) {
    const engine = await engineOnDisk(whole);
    await engine.sequencer.submitAndWait({ kind: "tick" });
    await engine.stop();
  }
});
afterAll(() => rmSync(top, { recursive: true }));

type Pass = {
  readonly keepMs: number | undefined;
  readonly nowMs: number;
  readonly historySeq?: number;
  readonly active?: string;
};

/** One pass over a copy of the data directory; returns the copy and what was reported. */
async function passOver(name: string, pass: Pass) {
  const { active, historySeq = Number.MAX_SAFE_INTEGER, keepMs, nowMs } = pass;
  const dataDir = join(top, name);
  cpSync(whole, dataDir, { recursive: true });
  const directory = join(dataDir, "journal");
  const log = new FileCommandLog({ directory, segmentBytes: SEGMENT_BYTES });
  await log.open();
  const reported: object[] = [];
  const snapshots = join(dataDir, "snapshots");
  const archive = new JournalArchive({
    ...{ log, dataDir },
    snapshots: new SnapshotStore({ directory: snapshots }),
    checkSnapshot: (seq) => checkSnapshot(nodeFileLayer, snapshots, seq),
    historySeq: () => historySeq,
    conditions: {
      begin: (_name, detail) => {
        throw new Error(detail);
      },
      end: () => undefined,
      isActive: (name) => name === active,
    },
    retention: { keepMs, nowMs: () => nowMs, onRemoved: (removed) => reported.push(removed) },
  });
  archive.begin();
  await archive.settled();
  await log.close();
  return { dataDir, reported, names: readdirSync(directory).sort() };
}

const archives = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.endsWith(".zst"));

describe("the removal of old archives", () => {
  it("keeps everything by default, and what is not older than the limit", async () => {
    const kept = await passOver("kept", { keepMs: undefined, nowMs: lastMs + 1_000 * DAY_MS });
    expect(kept.reported).toEqual([]);
    expect(archives(kept.names).length).toBeGreaterThan(3);
    expect(kept.names[0]).toMatch(/^0+1\.segment\.zst$/);
    const young = await passOver("young", { keepMs: 7 * DAY_MS, nowMs: lastMs + 6 * DAY_MS });
    expect(young).toMatchObject({ reported: [], names: kept.names });
  });

  it("leaves a journal that starts, and says where it begins", async () => {
    const old = { keepMs: 7 * DAY_MS, nowMs: lastMs + 8 * DAY_MS };
    const { dataDir, names, reported } = await passOver("old", old);
    const { archives: count, bytes, firstMs, firstSeq } = reported[0] as RemovedArchives;
    expect(reported).toHaveLength(1);
    expect(count).toBeGreaterThan(3);
    expect(firstSeq).toBeGreaterThan(1_000);
    expect(Number.parseInt(names[0] ?? "", 10)).toBe(firstSeq);
    const kept = join(top, "kept", "journal");
    const removed = readdirSync(kept).filter((name) => Number.parseInt(name, 10) < firstSeq);
    expect(removed).toHaveLength(count);
    expect(bytes).toBe(removed.reduce((sum, name) => sum + statSync(join(kept, name)).size, 0));
    let firstTimeMs: number | undefined;
    for await (const batch of scanJournal(nodeFileLayer, join(dataDir, "journal"))) {
      firstTimeMs ??= batch.timeMs;
    }
    expect(firstMs).toBe(firstTimeMs);
    const directories = {
      journal: join(dataDir, "journal"),
      snapshots: join(dataDir, "snapshots"),
    };
    const verdict = await verifyJournal(directories, CORE_CODEC);
    expect(verdict).toMatchObject({ isIntact: true, firstSeq });
    expect(verdict.snapshots).toHaveLength(2);
    expect(laterBeginning(verdict)).toContain(`begins with seq ${firstSeq}`);

    const original = await engineOnDisk(whole);
    const expected = hashOf(original.state);
    await original.stop();
    const engine = await engineOnDisk(dataDir);
    expect(hashOf(engine.state)).toBe(expected);
    // A stop on a busy machine leaves the last rows to the next start.
    await engine.history.flush();
    expect(engine.history.appliedSeq).toBe(engine.state.seq);
    await engine.sequencer.submitAndWait({ kind: "tick" });
    await engine.stop();
    // Also from the older snapshot.
    const [newest = ""] = readdirSync(join(dataDir, "snapshots")).sort().reverse();
    rmSync(join(dataDir, "snapshots", newest));
    const again = await engineOnDisk(dataDir);
    expect(again.recovered.commandsReplayed).toBeGreaterThan(0);
    await again.stop();
  });

  it("stops at what the history or a snapshot may need", async () => {
    const old = { keepMs: DAY_MS, nowMs: lastMs + 1_000 * DAY_MS };
    const lagging = await passOver("lagging", { ...old, historySeq: 500 });
    const { firstSeq } = (lagging.reported[0] ?? { firstSeq: 1 }) as { firstSeq: number };
    expect(firstSeq).toBeLessThanOrEqual(501);
    for (const active of ["history_off", "history_rebuilding"]) {
      const { names, reported } = await passOver(active, { ...old, active });
      expect(reported).toEqual([]);
      expect(names[0]).toMatch(/^0+1\.segment\.zst$/);
    }
    const alone = join(whole, "snapshots");
    const [newest = ""] = readdirSync(alone).sort().reverse();
    cpSync(join(alone, newest), join(top, "aside.snap"));
    rmSync(join(alone, newest));
    const single = await passOver("single", old);
    cpSync(join(top, "aside.snap"), join(alone, newest));
    expect(single.reported).toEqual([]);
    expect(existsSync(join(single.dataDir, "journal", "0000000000000001.segment"))).toBe(true);
  });
});

/** Gives each snapshot the state format before this version's. */
async function makeUnreadable(dataDir: string): Promise<void> {
  const store = new SnapshotStore({ directory: join(dataDir, "snapshots") });
  for (const seq of await store.list()) {
    const snapshot = await store.read(seq);
    const state = snapshot.state.slice();
    new DataView(state.buffer).setUint16(0, STATE_FORMAT - 1, true);
    await store.write({ ...snapshot, state });
  }
}

/** What a version says whose state format is not that of the snapshots. */
async function seenByOtherVersion(dataDir: string) {
  await makeUnreadable(dataDir);
  const directories = {
    journal: join(dataDir, "journal"),
    snapshots: join(dataDir, "snapshots"),
  };
  const readState = (state: Uint8Array): void => new CoreMachine().loadState(state);
  const verdict = await verifyJournal(directories, CORE_CODEC, readState);
  const faults: unknown[] = [];
  const started = engineOnDisk(dataDir, Date.now, { onFault: (fault) => faults.push(fault) });
  return { verdict, faults, started };
}

describe("a version of another state format", () => {
  const mismatch = `state format ${STATE_FORMAT}, got ${STATE_FORMAT - 1}`;

  it("replays a whole journal from the first command", async () => {
    const { dataDir } = await passOver("other-whole", { keepMs: undefined, nowMs: lastMs });
    const original = await engineOnDisk(whole);
    const expected = { seq: original.state.seq, hash: hashOf(original.state) };
    await original.stop();
    const { faults, started, verdict } = await seenByOtherVersion(dataDir);
    expect(verdict).toMatchObject({ isIntact: true, firstSeq: 1 });
    expect(verdict.snapshots.map(({ state }) => state)).toEqual([mismatch, mismatch]);
    expect(unreadableSnapshots(verdict)).toEqual({
      isRefused: false,
      message: expect.stringContaining("replay the journal from the first command"),
    });
    const engine = await started;
    expect(engine.recovered).toMatchObject({ commandsReplayed: expected.seq, snapshotSeq: 0 });
    expect(hashOf(engine.state)).toBe(expected.hash);
    expect(faults.map(String).join()).toContain(mismatch);
    await engine.stop();
  });

  it("refuses a journal that was shortened, before it changes anything", async () => {
    const old = { keepMs: 7 * DAY_MS, nowMs: lastMs + 8 * DAY_MS };
    const { dataDir, names } = await passOver("other-short", old);
    const { started, verdict } = await seenByOtherVersion(dataDir);
    const { firstSeq } = verdict;
    expect(unreadableSnapshots(verdict)).toEqual({
      isRefused: true,
      message: expect.stringContaining(`begins with seq ${firstSeq}: a start would be refused`),
    });
    const refusal = await started.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const message = startFailure(refusal, dataDir);
    const situation = "a shortened journal with snapshots of another version";
    expectOnPage({ situation, exitCode: 1, event: "start_failed", message }, dataDir);
    expect(message).toContain(`the journal begins at seq ${firstSeq}`);
    expect(readdirSync(join(dataDir, "journal")).sort()).toEqual(names);
  });

  it("needs no replay with snapshots of its own format", async () => {
    const { dataDir } = await passOver("own", { keepMs: undefined, nowMs: lastMs });
    const places = { journal: join(dataDir, "journal"), snapshots: join(dataDir, "snapshots") };
    const readState = (state: Uint8Array): void => new CoreMachine().loadState(state);
    const verdict = await verifyJournal(places, CORE_CODEC, readState);
    expect(verdict.snapshots.map(({ state }) => state)).toEqual(["readable", "readable"]);
    expect(unreadableSnapshots(verdict)).toBeUndefined();
  });
});

/** Gives the history the schema before this version's. */
function makeOutdated(path: string): void {
  const file = new DatabaseSync(path);
  file.exec(`PRAGMA user_version = ${HISTORY_SCHEMA_VERSION - 1}`);
  file.close();
}

function rowsIn(path: string): { readonly version: number; readonly postings: number } {
  const file = new DatabaseSync(path, { readOnly: true });
  const version = Number(file.prepare("PRAGMA user_version").get()?.["user_version"]);
  const postings = Number(file.prepare("SELECT count(*) AS n FROM daily_movements").get()?.["n"]);
  file.close();
  return { version, postings };
}

/** Starts on a copy whose history has another schema; returns its rows before and after. */
async function startOnOutdated(name: string, pass: Pass) {
  const caughtUp = await engineOnDisk(whole);
  await caughtUp.history.flush();
  await caughtUp.stop();
  const { dataDir } = await passOver(name, pass);
  const path = join(dataDir, "history.sqlite");
  makeOutdated(path);
  const before = rowsIn(path);
  const lines: object[] = [];
  const log = { warn: (line: object) => lines.push(line), info: () => undefined };
  const conditions = new Conditions({ log, nowMs: () => performance.now() });
  const engine = await engineOnDisk(dataDir, Date.now, { conditions });
  const flushed = await engine.history.flush().catch(String);
  await engine.sequencer.submitAndWait({ kind: "tick" });
  await engine.stop();
  return { dataDir, before, after: rowsIn(path), conditions, flushed, lines };
}

describe("a version of another schema of the history", () => {
  it("writes it again from a whole journal", async () => {
    const kept = { keepMs: undefined, nowMs: lastMs };
    const { after, before, conditions } = await startOnOutdated("schema-whole", kept);
    expect(before.postings).toBeGreaterThan(0);
    expect(after).toEqual({ ...before, version: HISTORY_SCHEMA_VERSION });
    expect(conditions.active).toEqual([]);
  });

  it("leaves it as it is where the journal was shortened, and says what to do", async () => {
    const old = { keepMs: 7 * DAY_MS, nowMs: lastMs + 8 * DAY_MS };
    const started = await startOnOutdated("schema-short", old);
    const { after, before, conditions, dataDir, flushed, lines } = started;
    expect(before.postings).toBeGreaterThan(0);
    expect(after).toEqual(before);
    expect(flushed).toContain("the history is off");
    const event = "history_off";
    expect(conditions.active).toMatchObject([{ name: event }]);
    const line: object = lines.find((logged) => "event" in logged && logged.event === event) ?? {};
    const message = "message" in line ? String(line.message) : "";
    const situation = "a shortened journal and a history with the schema of another version";
    expectOnPage({ situation, exitCode: undefined, event, message }, dataDir);
  });
});
