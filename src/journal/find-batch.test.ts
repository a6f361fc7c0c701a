import { describe, expect, it } from "vitest";
import { drive, JOURNAL, startRig } from "../../test/crash/support/rig.ts";
import { Seeded } from "../../test/crash/support/seeded.ts";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import type { LoggedBatch } from "./command-log.ts";
import { FileCommandLog } from "./file-command-log.ts";
import { findBatch } from "./find-batch.ts";
import { scanJournal } from "./scan-journal.ts";
import { listSegments } from "./segment-files.ts";

const COMMANDS = 200;
const MEBIBYTE = 1024 * 1024;

/** A journal of several segments that is still being written. */
async function filledDisk() {
  const disk = new SimulatedDisk(1);
  const rig = await startRig(disk, { segmentBytes: 4 * 1024 });
  let ids = 0;
  const nextId = (): number => ids++;
  const random = new Seeded(1);
  await drive(rig, { random, commands: COMMANDS, nextId, acknowledged: new Map() });
  const batches: LoggedBatch[] = [];
  for await (const batch of scanJournal(disk, JOURNAL)) batches.push(batch);
  return { disk, rig, batches };
}

function batchIn(batches: readonly LoggedBatch[], seq: number): LoggedBatch | undefined {
  return batches.findLast(({ firstSeq }) => firstSeq <= seq);
}

describe("the batch of a seq", () => {
  it("is found for every seq of a journal, also in archives", async () => {
    const { batches, disk, rig } = await filledDisk();
    const names = await listSegments(disk, JOURNAL);
    expect(names.length).toBeGreaterThan(3);
    for (const isArchived of [false, true]) {
      if (isArchived) await rig.log.archiveBefore(COMMANDS + 1);
      for (let seq = 1; seq <= COMMANDS; seq++) {
        expect(await findBatch(disk, JOURNAL, seq)).toEqual(batchIn(batches, seq));
      }
    }
  });

  it("is unknown before the first segment, after the last batch and without a journal", async () => {
    const { batches, disk } = await filledDisk();
    expect(await findBatch(disk, JOURNAL, COMMANDS + 1)).toBeUndefined();
    expect(await findBatch(disk, "elsewhere", 1)).toBeUndefined();
    const [first = "", second = ""] = await listSegments(disk, JOURNAL);
    await disk.remove(`${JOURNAL}/${first}`);
    const seq = Number(second.slice(0, 16));
    expect(await findBatch(disk, JOURNAL, seq - 1)).toBeUndefined();
    expect(await findBatch(disk, JOURNAL, seq)).toEqual(batchIn(batches, seq));
  });

  it("is undefined when the segment is removed between its listing and its opening", async () => {
    const { disk } = await filledDisk();
    const files = {
      list: (directory: string) => disk.list(directory),
      async open(path: string, mode: "read") {
        if (disk.paths().includes(path)) await disk.remove(path);
        return disk.open(path, mode);
      },
    };
    expect(await findBatch(files, JOURNAL, 1)).toBeUndefined();
  });

  it("is found where frames lie across the parts that are read", async () => {
    const disk = new SimulatedDisk(1);
    const log = new FileCommandLog({ directory: JOURNAL, files: disk, segmentBytes: 4 * MEBIBYTE });
    const { epoch } = await log.open();
    const lengths = [300_000, MEBIBYTE - 64 - 128, 40, 1_300_000, 64, 700_000];
    for (const [index, length] of lengths.entries()) {
      const payload = new Uint8Array(length).fill(index + 1);
      const batch = { firstSeq: index * 2 + 1, count: 2, timeMs: index, payload };
      await log.append(batch.firstSeq, epoch, batch);
    }
    for (const [index, length] of lengths.entries()) {
      const found = await findBatch(disk, JOURNAL, index * 2 + 2);
      expect(found).toMatchObject({ firstSeq: index * 2 + 1, count: 2 });
      expect([found?.payload.length, found?.payload[length - 1]]).toEqual([length, index + 1]);
    }
    await log.close();
  });

  it("is refused when its frame is damaged, and found behind a damaged one", async () => {
    const { batches, disk } = await filledDisk();
    const [first = ""] = await listSegments(disk, JOURNAL);
    const path = `${JOURNAL}/${first}`;
    const bytes = disk.bytesOf(path).slice();
    bytes[128 + 64 + 1] = (bytes[128 + 64 + 1] ?? 0) ^ 1;
    const files = {
      list: (directory: string) => disk.list(directory),
      async open(opened: string, mode: "read") {
        const file = await disk.open(opened, mode);
        if (opened !== path) return file;
        return {
          sizeBytes: async () => bytes.length,
          async read(into: Uint8Array, fileOffset: number) {
            const part = bytes.subarray(fileOffset, fileOffset + into.length);
            into.set(part);
            return part.length;
          },
          close: () => file.close(),
        };
      },
    };
    await expect(findBatch(files, JOURNAL, 1)).rejects.toMatchObject({ code: "damaged" });
    const next = (batches[0]?.count ?? 0) + 1;
    expect(await findBatch(files, JOURNAL, next)).toEqual(batchIn(batches, next));
  });
});
