import { expect, it } from "vitest";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { FileCommandLog } from "./file-command-log.ts";
import { JournalFollower } from "./journal-follower.ts";

const directory = "/disk/journal";

async function opened() {
  const files = new SimulatedDisk(1);
  const log = new FileCommandLog({ directory, files, segmentBytes: 4 * 1024 });
  await log.open();
  const follower = new JournalFollower({ directory, files, end: log.durableEnd });
  return { files, log, follower };
}

async function append(log: FileCommandLog, firstSeq: number, epoch = 1): Promise<void> {
  const payload = new Uint8Array(400).fill(firstSeq);
  await log.append(firstSeq, epoch, { firstSeq, count: 2, timeMs: firstSeq, payload });
}

it("a follower reads durable batches across segments as they are written", async () => {
  const { follower, log } = await opened();
  for (let seq = 1; seq < 120; seq += 2) {
    expect(await follower.read(seq)).toBeUndefined();
    await append(log, seq);
    expect(await follower.read(seq), "the writer has not published it").toBeUndefined();
    follower.reach(log.durableEnd);
    const batch = await follower.read(seq);
    expect(batch?.payload).toEqual(new Uint8Array(400).fill(seq));
    expect(follower.endSeq).toBe(seq + 1);
  }
  await follower.close();
  await log.close();
});

it("a lagging follower skips no segment and may restart at any seq", async () => {
  const { follower, log } = await opened();
  for (let seq = 1; seq < 120; seq += 2) await append(log, seq);
  const end = log.durableEnd;
  follower.reach({ ...end, seq: 60 });
  for (let seq = 1; seq < 60; seq += 2) expect((await follower.read(seq))?.firstSeq).toBe(seq);
  expect(await follower.read(61), "the published end bounds reading").toBeUndefined();
  follower.reach(end);
  expect((await follower.read(119))?.firstSeq).toBe(119);
  expect((await follower.read(37))?.firstSeq).toBe(37);
  await follower.close();
  await log.close();
});

it("frames of a second writer are never read as the first writer's", async () => {
  const { files, follower, log } = await opened();
  await append(log, 1);
  // The frames of both writers match in segment, seq, hash and length; only the epoch differs.
  const second = new FileCommandLog({ directory, files, segmentBytes: 4 * 1024 });
  const { epoch } = await second.open();
  await append(log, 3);
  await append(second, 3, epoch);
  follower.reach(log.durableEnd);
  expect((await follower.read(1))?.firstSeq).toBe(1);
  await expect(follower.read(3)).rejects.toThrow(/another writer, of epoch 2, wrote here/);
  await expect(log.read(3, 1)).rejects.toThrow(/another writer, of epoch 2, wrote here/);
  await log.close();
  await second.close();
});
