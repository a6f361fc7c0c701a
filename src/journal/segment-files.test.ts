import { describe, expect, it } from "vitest";
import { drive, JOURNAL, recoverFrom, startRig } from "../../test/crash/support/rig.ts";
import { Seeded } from "../../test/crash/support/seeded.ts";
import { MachineGone, SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { checkSegment } from "./check-file.ts";
import { JournalFollower } from "./journal-follower.ts";
import { scanJournal } from "./scan-journal.ts";
import { archiveSegment, listSegmentFiles, listSegments, openSegment } from "./segment-files.ts";

const COMMANDS = 400;

/** A journal of several segments, closed; its snapshot-free recovery needs each of them. */
async function filledDisk(seed = 1) {
  const disk = new SimulatedDisk(seed);
  const rig = await startRig(disk, { segmentBytes: 4 * 1024 });
  let ids = 0;
  const random = new Seeded(seed);
  const nextId = (): number => ids++;
  await drive(rig, { random, commands: COMMANDS, nextId, acknowledged: new Map() });
  return { disk, rig };
}

async function seqsOf(disk: SimulatedDisk): Promise<number[]> {
  const seqs: number[] = [];
  for await (const batch of scanJournal(disk, JOURNAL)) seqs.push(batch.firstSeq);
  return seqs;
}

const archives = (disk: SimulatedDisk): string[] =>
  disk.paths().filter((path) => path.endsWith(".zst"));

describe("archived segments", () => {
  it("are smaller, and are read like the segments", async () => {
    const { disk, rig } = await filledDisk();
    const before = await seqsOf(disk);
    const names = await listSegments(disk, JOURNAL);
    const lastName = names.at(-1) ?? "";
    expect(names.length).toBeGreaterThan(3);
    const bytes = (await (await openSegment(disk, JOURNAL, names[0] ?? "")).sizeBytes()) ?? 0;
    await rig.log.archiveBefore(COMMANDS + 1);
    expect(await listSegments(disk, JOURNAL)).toEqual(names);
    expect(archives(disk)).toHaveLength(names.length - 1);
    expect((await listSegmentFiles(disk, JOURNAL)).at(-1)?.fileName).toBe(lastName);
    expect(disk.bytesOf(archives(disk)[0] ?? "").length).toBeLessThan(bytes);
    expect(await seqsOf(disk)).toEqual(before);
    for (const [index, name] of names.slice(0, -1).entries()) {
      await checkSegment(disk, JOURNAL, { name, nextName: names[index + 1] ?? "" });
    }
    const follower = new JournalFollower({
      ...{ directory: JOURNAL, files: disk, end: rig.log.durableEnd },
    });
    expect((await follower.read(1))?.firstSeq).toBe(1);
    await follower.close();
    await rig.sequencer.stop();
    expect(await recoverFrom(disk, { snapshots: false })).toMatchObject({ appliedSeq: COMMANDS });
  });

  it("are those that end before the seq", async () => {
    const { disk, rig } = await filledDisk();
    const names = await listSegments(disk, JOURNAL);
    const thirdSeq = Number(names[2]?.slice(0, 16));
    await rig.log.archiveBefore(thirdSeq - 1);
    expect(archives(disk)).toHaveLength(1);
    await rig.log.archiveBefore(thirdSeq);
    expect(archives(disk)).toHaveLength(2);
    await rig.log.truncateBefore(thirdSeq);
    expect(archives(disk)).toEqual([]);
    expect((await listSegments(disk, JOURNAL))[0]).toBe(names[2]);
    await rig.sequencer.stop();
  });

  it("lose nothing, whatever operation the power fails in", async () => {
    let crashes = 0;
    for (let step = 0; ; step++) {
      const { disk, rig } = await filledDisk(step + 1);
      await rig.sequencer.stop();
      const before = await seqsOf(disk);
      const [name = ""] = await listSegments(disk, JOURNAL);
      let operations = 0;
      disk.plan(() => (operations++ === step ? "crash" : undefined));
      const gone = await archiveSegment(disk, JOURNAL, name).then(
        () => false,
        (thrown: unknown) => thrown instanceof MachineGone,
      );
      if (!gone && operations <= step) break;
      crashes += 1;
      disk.restartMachine();
      expect(await seqsOf(disk)).toEqual(before);
      const opened = await recoverFrom(disk, { snapshots: false });
      expect(opened).toMatchObject({ appliedSeq: COMMANDS });
      await opened.log.close();
      expect(disk.paths().filter((path) => path.endsWith(".temporary"))).toEqual([]);
      expect(await seqsOf(disk)).toEqual(before);
    }
    expect(crashes).toBeGreaterThan(8);
  });

  it.for(["EIO", "ENOSPC"] as const)("stay segments on %s", async (fault) => {
    const { disk, rig } = await filledDisk();
    const before = await seqsOf(disk);
    for (const label of ["write snapshot", "flush snapshot", "rename file"]) {
      disk.plan((one) => (one === label ? fault : undefined));
      await expect(rig.log.archiveBefore(COMMANDS)).rejects.toMatchObject({ code: fault });
      disk.plan(() => undefined);
      expect(disk.paths().filter((path) => path.includes(".zst"))).toEqual([]);
      expect(await seqsOf(disk)).toEqual(before);
    }
    await rig.sequencer.stop();
  });

  it("name themselves when they are damaged", async () => {
    const { disk, rig } = await filledDisk();
    await rig.log.archiveBefore(COMMANDS);
    await rig.sequencer.stop();
    const path = archives(disk)[1] ?? "";
    const intact = disk.bytesOf(path).slice();
    for (const at of [0, Math.floor(intact.length / 2), intact.length - 1]) {
      const spoilt = intact.slice();
      spoilt[at] = (spoilt[at] ?? 0) ^ 16;
      disk.place(path, spoilt);
      await expect(seqsOf(disk)).rejects.toMatchObject({
        code: "damaged",
        message: expect.stringContaining(path),
      });
    }
    disk.place(path, intact.slice(0, -7));
    await expect(seqsOf(disk)).rejects.toThrow(path);
    disk.place(path, intact);
    expect((await seqsOf(disk)).length).toBeGreaterThan(0);
  });

  it("become segments again when the journal after them is given up", async () => {
    const { disk, rig } = await filledDisk();
    const names = await listSegments(disk, JOURNAL);
    const secondSeq = Number(names[1]?.slice(0, 16));
    await rig.log.archiveBefore(COMMANDS);
    await rig.sequencer.stop();
    for (const { fileName } of (await listSegmentFiles(disk, JOURNAL)).slice(1)) {
      await disk.remove(`${JOURNAL}/${fileName}`);
    }
    const acceptLossAfter = secondSeq - 1;
    const opened = await recoverFrom(disk, { snapshots: false, acceptLossAfter });
    expect(opened.appliedSeq).toBe(acceptLossAfter);
    expect(archives(disk)).toEqual([]);
    await opened.log.close();
  });
});
