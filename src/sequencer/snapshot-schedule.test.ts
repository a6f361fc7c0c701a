import { describe, expect, it } from "vitest";
import { drive, type Rig, recoverFrom, startRig } from "../../test/crash/support/rig.ts";
import { Seeded } from "../../test/crash/support/seeded.ts";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { eventually } from "../../test/support/eventually.ts";
import { SNAPSHOT_RETRY_MS, type SnapshotMaker, SnapshotSchedule } from "./snapshot-schedule.ts";

let ids = 0;
const nextId = (): number => ids++;

function work(rig: Rig, commands: number): Promise<number> {
  const random = new Seeded(commands);
  return drive(rig, { random, commands, nextId, acknowledged: new Map() });
}

async function setUp(maker?: SnapshotMaker) {
  const disk = new SimulatedDisk(1);
  const rig = await startRig(disk, { segmentBytes: 4 * 1024 });
  const faults: unknown[] = [];
  const written: number[] = [];
  const leftovers: unknown[] = [];
  const makerFaults: unknown[] = [];
  const clock = { ms: 0 };
  const schedule = new SnapshotSchedule({
    ...(maker === undefined ? {} : { maker }),
    onMakerFault: (thrown) => makerFaults.push(thrown),
    sequencer: rig.sequencer,
    store: rig.snapshots,
    everyCommands: 100,
    snapshotSeq: 0,
    onFault: (thrown) => faults.push(thrown),
    onLeftover: (thrown) => leftovers.push(thrown),
    monotonicMs: () => clock.ms,
    onWritten: (seq) => written.push(seq),
  });
  return { disk, rig, schedule, faults, makerFaults, written, leftovers, clock };
}

/** Returns whether the new snapshot has its final name: later removals concern older ones. */
function isRemovable(disk: SimulatedDisk): boolean {
  return disk.paths().filter((path) => path.endsWith(".snap")).length > 2;
}

describe("SnapshotSchedule", () => {
  it("writes a snapshot after the given number of commands, and on request", async () => {
    const { disk, rig, schedule, written } = await setUp();
    for (let count = 0; count < 10; count++) await work(rig, 45);
    expect(written.length).toBeGreaterThanOrEqual(3);
    for (let index = 1; index < written.length; index++) {
      expect((written[index] ?? 0) - (written[index - 1] ?? 0)).toBeGreaterThanOrEqual(100);
    }
    await schedule.writeNow();
    await schedule.writeNow();
    expect(written.filter((seq) => seq === 450)).toEqual([450]);
    await schedule.stop();
    await rig.sequencer.stop();
    expect(await recoverFrom(disk)).toMatchObject({ snapshotSeq: 450, commandsReplayed: 0 });
  });

  it("reports a snapshot that does not fit on the disk, and writes the next as scheduled", async () => {
    const { disk, faults, rig, schedule, written } = await setUp();
    disk.plan((label) => (label === "write snapshot" ? "ENOSPC" : undefined));
    await work(rig, 120);
    await schedule.writeNow();
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatchObject({ code: "ENOSPC" });
    expect(disk.paths().filter((path) => path.includes("snapshots"))).toEqual([]);
    disk.plan(() => undefined);
    await work(rig, 120);
    await schedule.stop();
    expect(written).toHaveLength(1);
    await rig.sequencer.stop();
  });

  it("retries a failed snapshot after a minute, and at the end", async () => {
    const { clock, disk, faults, rig, schedule, written } = await setUp();
    disk.plan((label) => (label === "write snapshot" ? "EIO" : undefined));
    await work(rig, 110);
    await schedule.writeNow();
    const failed = faults.length;
    clock.ms = SNAPSHOT_RETRY_MS - 1;
    await work(rig, 10);
    expect(faults).toHaveLength(failed);
    clock.ms = SNAPSHOT_RETRY_MS;
    await work(rig, 10);
    await eventually("it is tried", () => faults.length > failed);
    // The state has not changed, but the last attempt failed.
    expect(schedule.writtenSeq).toBe(0);
    disk.plan(() => undefined);
    await schedule.writeNow();
    await schedule.writeNow();
    expect(written).toEqual([130]);
    expect(schedule.writtenSeq).toBe(130);
    await schedule.stop();
    await rig.sequencer.stop();
    expect(await recoverFrom(disk)).toMatchObject({ snapshotSeq: 130 });
  });

  it("counts a snapshot as written although an older one cannot be removed", async () => {
    const { disk, faults, leftovers, rig, schedule, written } = await setUp();
    for (let count = 0; count < 2; count++) {
      await work(rig, 10);
      await schedule.writeNow();
    }
    disk.plan((label) => (label === "remove snapshot" && isRemovable(disk) ? "EIO" : undefined));
    await work(rig, 10);
    await schedule.writeNow();
    expect(written).toEqual([10, 20, 30]);
    expect(faults).toEqual([]);
    expect(leftovers).toEqual([expect.objectContaining({ code: "old_snapshot_kept" })]);
    disk.plan(() => undefined);
    await work(rig, 10);
    await schedule.writeNow();
    expect(await rig.snapshots.list()).toEqual([40, 30]);
    await schedule.stop();
    await rig.sequencer.stop();
  });

  it("asks for the next snapshot after nine times the processor time of the last one", async () => {
    const asked: number[] = [];
    const { clock, rig, schedule, written } = await setUp({
      async make({ seq }) {
        asked.push(seq);
        return { snapshot: rig.sequencer.snapshot(), cpuMs: 1_000 };
      },
      cancel: async () => undefined,
    });
    await work(rig, 110);
    await eventually("the first is written", () => written.length === 1);
    const [first = 0] = written;
    await work(rig, 110);
    clock.ms = 8_999;
    await work(rig, 110);
    expect(asked).toEqual([first]);
    clock.ms = 9_000;
    await work(rig, 10);
    await eventually("the second is written", () => written.length === 2);
    expect(asked).toHaveLength(2);
    await schedule.stop();
    await rig.sequencer.stop();
  });

  it("lets the sequencer encode its state when the maker fails, and reports it", async () => {
    const { faults, makerFaults, rig, schedule, written } = await setUp({
      make: () => Promise.reject(new Error("the thread has died")),
      cancel: async () => undefined,
    });
    await work(rig, 110);
    await schedule.stop();
    expect(written).toHaveLength(1);
    expect(makerFaults).toEqual([new Error("the thread has died")]);
    expect(faults).toEqual([]);
    await rig.sequencer.stop();
  });

  it("cancels the maker at the end and writes the state after the last command", async () => {
    const canceled = Promise.withResolvers<never>();
    const { disk, makerFaults, rig, schedule, written } = await setUp({
      make: () => canceled.promise,
      cancel: async () => canceled.reject(new Error("canceled")),
    });
    await work(rig, 130);
    expect(written).toEqual([]);
    await rig.sequencer.stop();
    await schedule.writeLast();
    await schedule.stop();
    expect(written).toEqual([130]);
    expect(makerFaults).toEqual([]);
    expect(await recoverFrom(disk)).toMatchObject({ snapshotSeq: 130, commandsReplayed: 0 });
  });
});
