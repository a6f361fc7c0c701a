import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type CommandBatch, GENESIS_HASH, type LoggedBatch } from "./command-log.ts";
import { FileCommandLog } from "./file-command-log.ts";
import { encodeFrame, FRAME_HEADER_BYTES } from "./frame.ts";
import { nodeFileLayer } from "./node-file-layer.ts";
import { scanJournal } from "./scan-journal.ts";

const SEGMENT_BYTES = 4 * 1024;

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "bourse-log-"));
  directories.push(directory);
  return join(directory, "journal");
}

function newLog(directory = newDirectory()): FileCommandLog {
  return new FileCommandLog({ directory, segmentBytes: SEGMENT_BYTES });
}

function batchAt(firstSeq: number, count: number, payload?: Uint8Array): CommandBatch {
  const bytes = payload ?? new Uint8Array(count * 50).fill(firstSeq & 255);
  return { firstSeq, count, timeMs: 1_000 + firstSeq, payload: bytes };
}

/** Appends `batches` batches of three commands. */
async function fill(log: FileCommandLog, from: number, epoch: number, batches: number) {
  for (let index = 0; index < batches; index++) {
    const seq = from + index * 3;
    await log.append(seq, epoch, batchAt(seq, 3));
  }
}

function seqsOf(batches: readonly LoggedBatch[]): number[] {
  return batches.map(({ firstSeq }) => firstSeq);
}

describe("FileCommandLog", () => {
  it("starts empty, and returns the appended batches after a reopen", async () => {
    const directory = newDirectory();
    const log = newLog(directory);
    expect(await log.open()).toEqual({ firstSeq: 1, lastSeq: 0, lastHash: GENESIS_HASH, epoch: 1 });
    await fill(log, 1, 1, 60);
    const before = await log.read(1, 100);
    await log.close();
    const again = newLog(directory);
    const extent = await again.open();
    expect(extent).toMatchObject({ firstSeq: 1, lastSeq: 180, epoch: 2 });
    expect(await again.read(1, 100)).toEqual(before);
    expect(extent.lastHash).toEqual(before[59]?.hash);
    expect(readdirSync(directory).length).toBeGreaterThan(2);
    await again.close();
  });

  it("reads consecutive batches in pieces, also from inside a batch", async () => {
    const log = newLog();
    await log.open();
    await fill(log, 1, 1, 40);
    const whole = await log.read(1, 1_000);
    const pieces: LoggedBatch[] = [];
    for (let seq = 1; seq <= 120; ) {
      const piece = await log.read(seq, 7);
      pieces.push(...piece);
      seq += piece.reduce((sum, { count }) => sum + count, 0);
    }
    expect(pieces).toEqual(whole);
    expect(seqsOf(await log.read(5, 2))).toEqual([4, 7]);
    expect(await log.read(121, 5)).toEqual([]);
    await log.close();
  });

  it("retracts the last batch once, and another one replaces it", async () => {
    const directory = newDirectory();
    const log = newLog(directory);
    const { epoch } = await log.open();
    await fill(log, 1, epoch, 4);
    await log.append(13, epoch, batchAt(13, 9, new Uint8Array(700).fill(7)));
    await expect(log.retract(10, epoch)).rejects.toMatchObject({ code: "wrong_seq" });
    await expect(log.retract(13, epoch - 1)).rejects.toMatchObject({ code: "fenced" });
    await log.retract(13, epoch);
    await expect(log.retract(10, epoch)).rejects.toMatchObject({ code: "wrong_seq" });
    // Retracting a batch that is not in the journal succeeds: a failed append may have written
    // nothing.
    await log.retract(13, epoch);
    expect(seqsOf(await log.read(1, 100))).toEqual([1, 4, 7, 10]);
    await log.append(13, epoch, batchAt(13, 2));
    await fill(log, 15, epoch, 30);
    const before = await log.read(1, 100);
    await log.close();
    const again = newLog(directory);
    expect(await again.open()).toMatchObject({ lastSeq: 104 });
    expect(again.bytesCut).toBe(0);
    expect(await again.read(1, 100)).toEqual(before);
    await again.close();
  });

  it("records no end that may still be retracted", async () => {
    const log = newLog();
    const { epoch } = await log.open();
    await log.append(1, epoch, batchAt(1, 3));
    await log.append(4, epoch, batchAt(4, 3));
    expect(log.recordedEnd.seq).toBe(3);
    const [first] = await log.read(1, 1);
    expect(log.recordedEnd.hash).toEqual(first?.hash);
    await log.retract(4, epoch);
    expect(log.recordedEnd.seq).toBe(3);
    await log.append(4, epoch, batchAt(4, 2));
    await log.append(6, epoch, batchAt(6, 1));
    expect(log.recordedEnd.seq).toBe(5);
    await log.close();
  });

  it("reopens at the end before the retracted batch", async () => {
    const directory = newDirectory();
    const log = newLog(directory);
    const { epoch } = await log.open();
    await fill(log, 1, epoch, 2);
    await log.append(7, epoch, batchAt(7, 3));
    await log.retract(7, epoch);
    await log.close();
    const again = newLog(directory);
    expect(await again.open()).toMatchObject({ lastSeq: 6 });
    expect(again.bytesCut).toBe(0);
    await again.close();
  });

  it("refuses a batch with a wrong seq, of another epoch, or too large", async () => {
    const log = newLog();
    const { epoch } = await log.open();
    await log.append(1, epoch, batchAt(1, 3));
    const append = (expectedSeq: number, by: number, batch: CommandBatch) =>
      expect(log.append(expectedSeq, by, batch)).rejects;
    await append(1, epoch, batchAt(1, 3)).toMatchObject({ code: "wrong_seq" });
    await append(5, epoch, batchAt(5, 3)).toMatchObject({ code: "wrong_seq" });
    await append(4, epoch, batchAt(5, 3)).toMatchObject({ code: "wrong_seq" });
    await append(4, epoch, batchAt(4, 0)).toMatchObject({ code: "wrong_seq" });
    await append(4, epoch - 1, batchAt(4, 3)).toMatchObject({ code: "fenced" });
    const large = new Uint8Array(SEGMENT_BYTES);
    await append(4, epoch, batchAt(4, 1, large)).toMatchObject({ code: "batch_too_large" });
    await log.append(4, epoch, batchAt(4, 3));
    expect(seqsOf(await log.read(1, 10))).toEqual([1, 4]);
    await log.close();
    await append(7, epoch, batchAt(7, 1)).toMatchObject({ code: "unavailable" });
  });

  it("follows the end as it grows, and stops when the log is closed", async () => {
    const log = newLog();
    const { epoch } = await log.open();
    await fill(log, 1, epoch, 20);
    const seen: number[] = [];
    const following = (async () => {
      for await (const batch of log.follow(5)) {
        seen.push(batch.firstSeq);
        if (batch.firstSeq === 58) await fill(log, 61, epoch, 20);
      }
    })();
    while (seen.length < 39) await new Promise((resolve) => setImmediate(resolve));
    await log.close();
    await following;
    expect(seen).toEqual(Array.from({ length: 39 }, (_, index) => 4 + index * 3));
  });

  it("deletes whole segments below a seq, and fails with `gap` when they are read", async () => {
    const directory = newDirectory();
    const log = newLog(directory);
    const { epoch } = await log.open();
    await fill(log, 1, epoch, 80);
    await log.truncateBefore(150);
    const [first] = readdirSync(directory);
    const firstSeq = Number(first?.slice(0, 16));
    expect(firstSeq).toBeGreaterThan(1);
    expect(firstSeq).toBeLessThanOrEqual(150);
    await expect(log.read(1, 1)).rejects.toMatchObject({ code: "gap" });
    await expect(log.follow(1).next()).rejects.toMatchObject({ code: "gap" });
    expect(seqsOf(await log.read(150, 1))).toEqual([148]);
    await log.close();
    const again = newLog(directory);
    expect(await again.open()).toMatchObject({ firstSeq, lastSeq: 240 });
    await again.close();
  });

  it("writes into preallocated space, so that no write changes a file length", async () => {
    const directory = newDirectory();
    const log = newLog(directory);
    const { epoch } = await log.open();
    await fill(log, 1, epoch, 60);
    await log.close();
    const sizes = readdirSync(directory).map((name) => statSync(join(directory, name)).size);
    expect(new Set(sizes)).toEqual(new Set([SEGMENT_BYTES]));
  });

  it("does not read a payload that imitates a frame as a batch", async () => {
    const directory = newDirectory();
    const log = newLog(directory);
    const { epoch } = await log.open();
    await log.append(1, epoch, batchAt(1, 1));
    const inner = new Uint8Array(FRAME_HEADER_BYTES + 8);
    const imitated = batchAt(99, 1, new Uint8Array(8));
    encodeFrame(inner, imitated, { epoch, salt: 0n, previousHash: GENESIS_HASH });
    const length = 600;
    const payload = new Uint8Array(length);
    for (let offset = 0; offset + inner.length <= length; offset += 80) payload.set(inner, offset);
    await log.append(2, epoch, batchAt(2, 1, payload));
    await log.close();
    // Cuts the last frame in its first bytes; its payload must not be read as a batch.
    const name = join(directory, readdirSync(directory)[0] ?? "");
    const torn = 128 + FRAME_HEADER_BYTES + 56 + 4;
    const file = await nodeFileLayer.open(name, "write_through");
    await file.write(Uint8Array.of(~(readFileSync(name)[torn] ?? 0)), torn);
    await file.close();
    const again = newLog(directory);
    expect(await again.open()).toMatchObject({ lastSeq: 1 });
    expect(again.bytesCut).toBeGreaterThan(length);
    await again.append(2, 2, batchAt(2, 1));
    expect(seqsOf(await again.read(1, 10))).toEqual([1, 2]);
    await again.close();
  });

  it.each([
    ["keeps the bytes behind an accepted loss in a file of their own", 1],
    ["keeps nothing of a write that was not acknowledged", undefined],
  ])("%s", async (_, acceptLossAfter) => {
    const directory = newDirectory();
    const log = newLog(directory);
    const { epoch } = await log.open();
    await log.append(1, epoch, batchAt(1, 1));
    await log.append(2, epoch, batchAt(2, 1));
    await log.close();
    const path = join(directory, readdirSync(directory)[0] ?? "");
    const last = readFileSync(path).findLastIndex((byte) => byte !== 0);
    const file = await nodeFileLayer.open(path, "write_through");
    await file.write(Uint8Array.of(255), last);
    await file.close();
    const spoilt = readFileSync(path);
    const expected = { recordedPath: "", recorded: undefined, witnesses: [], acceptLossAfter };
    const again = new FileCommandLog({ directory, segmentBytes: SEGMENT_BYTES, expected });
    expect(await again.open()).toMatchObject({ lastSeq: 1 });
    await again.close();
    const lost = readdirSync(directory).filter((name) => name.includes("lost"));
    expect(lost).toEqual(acceptLossAfter === undefined ? [] : [`${basename(path)}.lost-after-1`]);
    for (const name of lost) {
      const kept = readFileSync(join(directory, name));
      expect(kept).toHaveLength(again.bytesCut);
      expect(kept).toEqual(spoilt.subarray(last + 1 - kept.length, last + 1));
    }
    expect(
      readFileSync(path)
        .subarray(last + 1 - again.bytesCut)
        .some(Boolean),
    ).toBe(false);
  });

  it("can be scanned while it is written", async () => {
    const directory = newDirectory();
    const log = newLog(directory);
    const { epoch } = await log.open();
    await fill(log, 1, epoch, 10);
    const seen: number[] = [];
    for await (const batch of scanJournal(nodeFileLayer, directory, 1)) {
      seen.push(batch.firstSeq);
      const nextSeq = 1 + 3 * (10 + seen.length - 1);
      if (seen.length < 5) await log.append(nextSeq, epoch, batchAt(nextSeq, 3));
    }
    expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, index) => 1 + index * 3));
    await log.close();
  });
});
