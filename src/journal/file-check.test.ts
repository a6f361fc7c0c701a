import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { checkSegment, checkSnapshot } from "./check-file.ts";
import { GENESIS_HASH } from "./command-log.ts";
import {
  CHECK_AGAIN_MS,
  CHECK_DAMAGED_AGAIN_MS,
  type CheckReport,
  FileCheck,
  SCAN_INTERVAL_MS,
  SHORTAGE_RETRY_MS,
} from "./file-check.ts";
import { FileCommandLog } from "./file-command-log.ts";
import type { CheckedFiles } from "./file-layer.ts";
import { CHECK_BYTES_PER_SECOND } from "./paced-reader.ts";
import { scanJournal } from "./scan-journal.ts";
import { listSegments } from "./segment-files.ts";
import { snapshotName } from "./snapshot-format.ts";
import { SnapshotStore } from "./snapshot-store.ts";

const JOURNAL = "/disk/journal";
const SNAPSHOTS = "/disk/snapshots";
const SEGMENT_BYTES = 2 * 1024;

/** A simulated disk that can fail opens and lists, and records the files that are opened. */
class HeldFiles implements CheckedFiles {
  readonly disk = new SimulatedDisk(1);
  readonly opened: string[] = [];
  /** Error codes of opens, by path. */
  readonly faults = new Map<string, string>();
  /** Error code for listing directories. */
  listFault: string | undefined;
  onOpen: (path: string) => Promise<void> = async () => undefined;

  async open(path: string, mode: "read") {
    this.opened.push(path);
    await this.onOpen(path);
    const code = this.faults.get(path);
    if (code !== undefined) throw Object.assign(new Error(`${code}: held`), { code });
    return this.disk.open(path, mode);
  }

  async list(directory: string): Promise<string[]> {
    if (this.listFault !== undefined) throw new Error(`${this.listFault}: '${directory}'`);
    return this.disk.list(directory);
  }

  async fingerprint(path: string): Promise<string | undefined> {
    if (!this.disk.paths().includes(path)) return undefined;
    if (this.faults.get(path) === "EIO") throw new Error("EIO: held");
    return String(crc32(this.disk.bytesOf(path)));
  }

  /** Flips one bit, as a bad sector or a stray write does. */
  flip(path: string, offset: number): void {
    const bytes = this.disk.bytesOf(path).slice();
    bytes[offset] = (bytes[offset] ?? 0) ^ 1;
    this.disk.place(path, bytes);
  }
}

type Rig = {
  readonly files: HeldFiles;
  readonly log: FileCommandLog;
  readonly store: SnapshotStore;
  readonly check: FileCheck;
  readonly reports: CheckReport[];
  readonly clock: { ms: number; sleptMs: number };
  /** Runs during the first pause of the check. */
  onSleep: (() => Promise<void>) | undefined;
};

/**
 * Creates a journal of `batches` batches with two commands each, and a check that has not started.
 */
async function newRig(batches = 60): Promise<Rig> {
  const files = new HeldFiles();
  const log = new FileCommandLog({
    directory: JOURNAL,
    files: files.disk,
    segmentBytes: SEGMENT_BYTES,
    salt: () => 7n,
  });
  const store = new SnapshotStore({ directory: SNAPSHOTS, files: files.disk });
  await log.open();
  const reports: CheckReport[] = [];
  const clock = { ms: 0, sleptMs: 0 };
  const check = new FileCheck({
    journalDirectory: JOURNAL,
    snapshotDirectory: SNAPSHOTS,
    files,
    monotonicMs: () => clock.ms,
    sleep: async (ms) => {
      clock.ms += ms;
      clock.sleptMs += ms;
      const { onSleep } = rig;
      rig.onSleep = undefined;
      await onSleep?.();
    },
    onReport: (report) => reports.push(report),
  });
  const rig: Rig = { files, log, store, check, reports, clock, onSleep: undefined };
  await append(rig, batches);
  return rig;
}

async function append({ log }: Rig, batches: number): Promise<void> {
  for (let made = 0; made < batches; made++) {
    const firstSeq = log.durableEnd.seq + 1;
    const payload = new Uint8Array(100).fill(firstSeq);
    await log.append(firstSeq, 1, { firstSeq, count: 2, timeMs: firstSeq, payload });
  }
}

async function writeSnapshot({ store }: Rig, seq: number, stateBytes = 3_000): Promise<void> {
  const state = new Uint8Array(stateBytes).fill(seq);
  await store.write({ seq, timeMs: seq, journalHash: GENESIS_HASH, state });
}

/** Runs the check until `ms` milliseconds have passed. */
async function pass({ check, clock }: Rig, ms: number): Promise<void> {
  const untilMs = clock.ms + ms;
  while (clock.ms < untilMs) clock.ms += await check.step();
}

async function segmentPaths({ files }: Rig): Promise<string[]> {
  return (await listSegments(files, JOURNAL)).map((name) => `${JOURNAL}/${name}`);
}

function last({ reports }: Rig): CheckReport {
  const report = reports.at(-1);
  if (report === undefined) throw new Error("the check has reported");
  return report;
}

it("checks all files except the segment in use: snapshots first, then the oldest segment", async () => {
  const rig = await newRig();
  await writeSnapshot(rig, 20);
  await writeSnapshot(rig, 40);
  await pass(rig, 5_000);
  const paths = await segmentPaths(rig);
  const inUse = paths.pop();
  const snapshots = [20, 40].map((seq) => `${SNAPSHOTS}/${snapshotName(seq)}`);
  // After each segment the check reads the header of the next one.
  const headers = [...paths.slice(1), inUse];
  const read = paths.flatMap((path, index) => [path, headers[index]]);
  expect(rig.files.opened).toEqual([...snapshots, ...read]);
  const { damages, kinds } = last(rig);
  expect(damages).toEqual([]);
  expect(kinds.segment).toMatchObject({ good: paths.length, damaged: 0, waiting: 0 });
  expect(kinds.snapshot).toMatchObject({ good: 2, damaged: 0, waiting: 0 });
});

it("checks each file twice a day, and new segments and snapshots as soon as they appear", async () => {
  const rig = await newRig();
  await pass(rig, 5_000);
  rig.files.opened.length = 0;
  const before = await segmentPaths(rig);
  await append(rig, 20);
  await writeSnapshot(rig, 10);
  await pass(rig, SCAN_INTERVAL_MS * 2);
  const after = await segmentPaths(rig);
  expect(rig.files.opened).toContain(before.at(-1));
  expect(rig.files.opened).toContain(`${SNAPSHOTS}/${snapshotName(10)}`);
  expect(rig.files.opened).not.toContain(before[0]);
  expect(last(rig).kinds.segment.good).toBe(after.length - 1);
  await pass(rig, CHECK_AGAIN_MS);
  expect(rig.files.opened).toContain(before[0]);
  for (const kind of ["segment", "snapshot"] as const) {
    expect(last(rig).kinds[kind].goodAgeMs).toBeLessThan(CHECK_AGAIN_MS + 10_000);
  }
});

it("reports no age of successful checks until every file has passed once", async () => {
  const rig = await newRig();
  const [first = ""] = await segmentPaths(rig);
  rig.files.flip(first, 200);
  await pass(rig, 5_000);
  expect(last(rig).kinds.segment).toMatchObject({ damaged: 1, goodAgeMs: undefined });
  rig.files.flip(first, 200);
  await pass(rig, 5_000);
  expect(last(rig).kinds.segment.goodAgeMs).toBeLessThan(10_000);
});

it("reports file, byte and cause of damage until the next successful check", async () => {
  const rig = await newRig();
  const [, path = ""] = await segmentPaths(rig);
  await pass(rig, 5_000);
  rig.files.flip(path, 200);
  await pass(rig, SCAN_INTERVAL_MS * 2);
  const [message, ...others] = last(rig).damages;
  expect(others).toEqual([]);
  expect(message).toContain(`${path}: damaged at byte 128, where seq `);
  expect(message).toContain("the checksum does not match");
  expect(last(rig).kinds.segment.damaged).toBe(1);
  // Without changes, a file is checked again only when its interval has passed.
  rig.files.opened.length = 0;
  await pass(rig, CHECK_DAMAGED_AGAIN_MS / 2);
  expect(rig.files.opened).toEqual([]);
  rig.files.flip(path, 200);
  await pass(rig, SCAN_INTERVAL_MS * 2);
  expect(last(rig).damages).toEqual([]);
});

it("finds the same damage as verification of the whole journal, at every byte of a segment", async () => {
  const { files } = await newRig();
  const names = await listSegments(files, JOURNAL);
  const [, name = "", nextName = ""] = names;
  const path = `${JOURNAL}/${name}`;
  let damaged = 0;
  for (let offset = 0; offset < SEGMENT_BYTES; offset++) {
    files.flip(path, offset);
    const verified = await everyBatch(files).then(...asVerdict);
    const checked = await checkSegment(files, JOURNAL, { name, nextName }).then(...asVerdict);
    expect(`byte ${offset}: ${checked}`).toBe(`byte ${offset}: ${verified}`);
    if (checked === "damaged") damaged += 1;
    files.flip(path, offset);
  }
  expect(damaged).toBeGreaterThan(SEGMENT_BYTES / 2);
});

const asVerdict = [() => "good", () => "damaged"] as const;

async function everyBatch(files: HeldFiles): Promise<void> {
  const scan = scanJournal(files.disk, JOURNAL);
  while ((await scan.next()).done !== true);
}

it("finds every flipped byte of a snapshot, and a snapshot that is too short or too long", async () => {
  const rig = await newRig(1);
  await writeSnapshot(rig, 2);
  const path = `${SNAPSHOTS}/${snapshotName(2)}`;
  const whole = rig.files.disk.bytesOf(path).slice();
  await checkSnapshot(rig.files, SNAPSHOTS, 2);
  for (let offset = 0; offset < whole.length; offset++) {
    rig.files.flip(path, offset);
    await expect(checkSnapshot(rig.files, SNAPSHOTS, 2)).rejects.toThrow(path);
    rig.files.flip(path, offset);
  }
  for (const bytes of [whole.subarray(0, -1), new Uint8Array([...whole, 0]), new Uint8Array(0)]) {
    rig.files.disk.place(path, bytes);
    await expect(checkSnapshot(rig.files, SNAPSHOTS, 2)).rejects.toThrow(path);
  }
});

it("reports a missing segment until it is restored", async () => {
  const rig = await newRig();
  await pass(rig, 5_000);
  const [first = "", second = ""] = await segmentPaths(rig);
  const bytes = rig.files.disk.bytesOf(second).slice();
  await rig.files.disk.remove(second);
  await pass(rig, SCAN_INTERVAL_MS * 2);
  const [message] = last(rig).damages;
  expect(message).toContain(`${first}: damaged at byte `);
  rig.files.disk.place(second, bytes);
  await pass(rig, SCAN_INTERVAL_MS * 2);
  expect(last(rig).damages).toEqual([]);
});

it("does not report files that are removed regularly, before or during the check", async () => {
  const rig = await newRig();
  await writeSnapshot(rig, 2);
  const path = `${SNAPSHOTS}/${snapshotName(2)}`;
  const [first = ""] = await segmentPaths(rig);
  rig.files.flip(path, 150);
  rig.files.onOpen = async (opened) => {
    // Removes the file between scan and open, then between open and verdict.
    if (opened === path && rig.files.disk.paths().includes(first)) {
      await rig.log.truncateBefore(40);
      await rig.files.disk.remove(path);
    }
  };
  await pass(rig, 5_000);
  expect(rig.reports.flatMap(({ damages }) => damages)).toEqual([]);
  expect(last(rig).kinds.snapshot).toMatchObject({ good: 0, damaged: 0, waiting: 0 });
  expect((await segmentPaths(rig)).includes(first)).toBe(false);
});

it("stops reading a removed file, so that its disk space is freed", async () => {
  const rig = await newRig(1);
  const stateBytes = 3 * CHECK_BYTES_PER_SECOND;
  await writeSnapshot(rig, 2, stateBytes);
  await rig.check.step();
  expect(rig.clock.sleptMs).toBeGreaterThan(3_000);
  await writeSnapshot(rig, 2, stateBytes);
  const path = `${SNAPSHOTS}/${snapshotName(2)}`;
  rig.files.flip(path, 200);
  rig.clock.sleptMs = 0;
  rig.onSleep = () => rig.files.disk.remove(path);
  await pass(rig, SCAN_INTERVAL_MS * 2);
  expect(rig.clock.sleptMs).toBeLessThan(1_500);
  expect(last(rig).damages).toEqual([]);
});

it("retries a file that cannot be opened for lack of descriptors, and reports one that cannot be read", async () => {
  const rig = await newRig();
  const [first = ""] = await segmentPaths(rig);
  rig.files.faults.set(first, "EMFILE");
  await pass(rig, 5_000);
  expect(last(rig).kinds.segment).toMatchObject({ damaged: 0, waiting: 1 });
  rig.files.faults.set(first, "EIO");
  await pass(rig, SHORTAGE_RETRY_MS);
  expect(last(rig).damages).toEqual([expect.stringContaining(`${first}: EIO: held; a start `)]);
  rig.files.faults.clear();
  await pass(rig, CHECK_DAMAGED_AGAIN_MS);
  expect(last(rig).damages).toEqual([]);
});

it("reports a directory that cannot be listed, and continues with the known files", async () => {
  const rig = await newRig();
  await pass(rig, 5_000);
  const [first = ""] = await segmentPaths(rig);
  rig.files.listFault = "EACCES";
  await pass(rig, SCAN_INTERVAL_MS * 2);
  expect(last(rig).damages).toEqual([`EACCES: '${SNAPSHOTS}'`]);
  rig.files.opened.length = 0;
  await pass(rig, CHECK_AGAIN_MS);
  expect(rig.files.opened).toContain(first);
  rig.files.listFault = undefined;
  await pass(rig, SCAN_INTERVAL_MS * 2);
  expect(last(rig).damages).toEqual([]);
});

it("reports whether a start would need the damaged file", async () => {
  const rig = await newRig();
  const [first = "", second = ""] = await segmentPaths(rig);
  rig.files.flip(first, 200);
  await pass(rig, 5_000);
  expect(last(rig).damages[0]).toMatch(/a start needs this file and would be refused$/);

  await writeSnapshot(rig, rig.log.durableEnd.seq);
  await pass(rig, 5_000);
  expect(last(rig).damages[0]).toMatch(/a start does not need this file, but a history .* does$/);

  // With only the older snapshot damaged, the newer one is enough. With both damaged, a start reads
  // the damaged segment again.
  await append(rig, 1);
  await writeSnapshot(rig, rig.log.durableEnd.seq);
  const [newest = 0, older = 0] = await rig.store.list();
  rig.files.flip(`${SNAPSHOTS}/${snapshotName(older)}`, 200);
  await pass(rig, 5_000);
  expect(last(rig).damages[0]).toMatch(/a start would begin at another snapshot$/);
  rig.files.flip(`${SNAPSHOTS}/${snapshotName(newest)}`, 200);
  await pass(rig, 5_000);
  for (const message of last(rig).damages) expect(message).toMatch(/would be refused$/);
  expect(last(rig).damages).toHaveLength(3);

  rig.files.flip(first, 200);
  await pass(rig, 5_000);
  for (const message of last(rig).damages) {
    expect(message).toMatch(/a start would replay the journal from its first command$/);
  }
  // A truncated journal cannot be replayed from its first command.
  await rig.log.truncateBefore(Number(second.slice(-24, -8)));
  await pass(rig, 5_000);
  for (const message of last(rig).damages) expect(message).toMatch(/would be refused$/);
});

it("reads at a bounded rate", async () => {
  const rig = await newRig(400);
  const bytes = ((await segmentPaths(rig)).length - 1) * SEGMENT_BYTES;
  while (rig.reports.length === 0 || last(rig).kinds.segment.waiting > 0) await rig.check.step();
  expect(rig.clock.sleptMs).toBeGreaterThan((bytes / CHECK_BYTES_PER_SECOND) * 1_000);
});
