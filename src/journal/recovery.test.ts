import { describe, expect, it } from "vitest";
import { drive, type Rig, recoverFrom, SNAPSHOTS, startRig } from "../../test/crash/support/rig.ts";
import { Seeded } from "../../test/crash/support/seeded.ts";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { ToyMachine, toyCodec } from "../../test/crash/support/toy-machine.ts";
import { recover } from "./recovery.ts";
import { snapshotName } from "./snapshot-format.ts";

let ids = 0;
const nextId = (): number => ids++;

async function work(rig: Rig, commands: number): Promise<void> {
  await drive(rig, { random: new Seeded(commands), commands, nextId, acknowledged: new Map() });
}

/** Returns a disk with 100 commands and snapshots at seq 50 and 80. */
async function diskWithSnapshots(): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk(1);
  const rig = await startRig(disk);
  for (const commands of [20, 30, 30]) {
    await work(rig, commands);
    await rig.snapshots.write(rig.sequencer.snapshot());
  }
  await work(rig, 20);
  await rig.sequencer.stop();
  return disk;
}

function damage(disk: SimulatedDisk, seq: number): void {
  const path = `${SNAPSHOTS}/${snapshotName(seq)}`;
  const bytes = disk.bytesOf(path).slice();
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  disk.place(path, bytes);
}

describe("recovery", () => {
  it("starts with an empty directory", async () => {
    const { log, ...recovered } = await recoverFrom(new SimulatedDisk(1));
    expect(recovered).toMatchObject({ appliedSeq: 0, snapshotSeq: 0, commandsReplayed: 0 });
    await log.close();
  });

  it("keeps two snapshots, and replays only the commands after the newest", async () => {
    const disk = await diskWithSnapshots();
    const { snapshots, ...recovered } = await recoverFrom(disk);
    expect(await snapshots.list()).toEqual([80, 50]);
    expect(recovered).toMatchObject({ appliedSeq: 100, snapshotSeq: 80, commandsReplayed: 20 });
  });

  it("falls back to the older snapshot, then to the first command", async () => {
    const disk = await diskWithSnapshots();
    const intact = await recoverFrom(disk);
    damage(disk, 80);
    const older = await recoverFrom(disk);
    damage(disk, 50);
    const whole = await recoverFrom(disk);
    expect([older.snapshotSeq, whole.snapshotSeq]).toEqual([50, 0]);
    for (const { machine } of [older, whole]) {
      expect(machine.encodeState()).toEqual(intact.machine.encodeState());
    }
  });

  it("starts no later than the seq that a reader of events has processed, and reports every batch after it", async () => {
    const disk = await diskWithSnapshots();
    const { log, snapshots } = await recoverFrom(disk);
    const replayedSeqs: number[] = [];
    const recovered = await recover({
      log,
      extent: {
        firstSeq: 1,
        lastSeq: 100,
        lastHash: (await log.read(100, 1))[0]?.hash ?? new Uint8Array(0),
      },
      codec: toyCodec,
      createMachine: () => new ToyMachine(),
      snapshots,
      snapshotSeqMax: 60,
      onBatch: (events) => replayedSeqs.push(...events.seqs),
    });
    expect(recovered.snapshotSeq).toBe(50);
    expect(replayedSeqs).toEqual(Array.from({ length: 50 }, (_, index) => 51 + index));
  });

  it("replays no further than the given extent", async () => {
    const disk = await diskWithSnapshots();
    const { log } = await recoverFrom(disk);
    const batch = (await log.read(70, 1))[0];
    if (batch === undefined) throw new Error("the journal has 100 commands");
    const lastSeq = batch.firstSeq + batch.count - 1;
    const recovered = await recover({
      log,
      extent: { firstSeq: 1, lastSeq, lastHash: batch.hash },
      codec: toyCodec,
      createMachine: () => new ToyMachine(),
    });
    expect(recovered).toMatchObject({ appliedSeq: lastSeq, commandsReplayed: lastSeq });
    expect(lastSeq).toBeLessThan(100);
  });

  it("fails when the journal ends before an intact snapshot", async () => {
    const disk = await diskWithSnapshots();
    const shorter = new SimulatedDisk(2);
    for (const path of disk.paths()) {
      if (path.endsWith(".snap")) shorter.place(path, disk.bytesOf(path));
    }
    await expect(recoverFrom(shorter)).rejects.toMatchObject({
      code: "end_missing",
      message: expect.stringContaining(`${SNAPSHOTS}/${snapshotName(80)} tells of seq 80`),
    });
    const unchecked = recoverFrom(shorter, { isEndChecked: false });
    await expect(unchecked).rejects.toMatchObject({ code: "journal_behind_snapshot" });
  });

  it("fails for a snapshot of another journal", async () => {
    const disk = await diskWithSnapshots();
    const other = new SimulatedDisk(2);
    const rig = await startRig(other);
    await work(rig, 100);
    await rig.sequencer.stop();
    const path = `${SNAPSHOTS}/${snapshotName(80)}`;
    other.place(path, disk.bytesOf(path));
    await expect(recoverFrom(other)).rejects.toMatchObject({ code: "journal_damaged" });
  });

  it("fails when the journal was truncated and no snapshot reaches the rest", async () => {
    const disk = new SimulatedDisk(1);
    const rig = await startRig(disk);
    await work(rig, 500);
    await rig.snapshots.write(rig.sequencer.snapshot());
    await work(rig, 500);
    await rig.log.truncateBefore(501);
    await rig.sequencer.stop();
    expect(await recoverFrom(disk)).toMatchObject({ appliedSeq: 1_000, snapshotSeq: 500 });
    damage(disk, 500);
    await expect(recoverFrom(disk)).rejects.toMatchObject({ code: "history_missing" });
  });

  it("fails for commands of a later format, and says which version to start", async () => {
    const disk = await diskWithSnapshots();
    const { log } = await recoverFrom(disk);
    const extent = { firstSeq: 1, lastSeq: 100, lastHash: new Uint8Array(16), epoch: 9 };
    const codec = { ...toyCodec, format: 0, decoderOf: () => undefined };
    const createMachine = () => new ToyMachine();
    await expect(recover({ log, extent, codec, createMachine })).rejects.toMatchObject({
      code: "command_format_unknown",
      message:
        "the commands from seq 1 on are of format 1, and this version reads none after 0: " +
        "start the version that wrote them",
    });
  });

  it("names the command that cannot be applied", async () => {
    const disk = await diskWithSnapshots();
    const { log } = await recoverFrom(disk);
    const extent = { firstSeq: 1, lastSeq: 100, lastHash: new Uint8Array(16), epoch: 9 };
    const machine = new ToyMachine();
    machine.brokenAtSeq = 33;
    await expect(
      recover({ log, extent, codec: toyCodec, createMachine: () => machine }),
    ).rejects.toMatchObject({
      code: "invariant_broken",
      message: expect.stringContaining("seq 33"),
    });
  });
});
