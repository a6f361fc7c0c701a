import { describe, expect, it } from "vitest";
import { drive, type Rig, recoverFrom, startRig } from "../../test/crash/support/rig.ts";
import { Seeded } from "../../test/crash/support/seeded.ts";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { eventually } from "../../test/support/eventually.ts";
import { SNAPSHOT_RETRY_MS, SnapshotSchedule } from "./snapshot-schedule.ts";

let ids = 0;
const nextId = (): number => ids++;

function work(rig: Rig, commands: number): Promise<number> {
  const random = new Seeded(commands);
  return drive(rig, { random, commands, nextId, acknowledged: new Map() });
}

async function setUp() {
  const disk = new SimulatedDisk(1);
  const rig = await startRig(disk, { segmentBytes: 4 * 1024 });
  const faults: unknown[] = [];
  const written: number[] = [];
  const leftovers: unknown[] = [];
  const clock = { ms: 0 };
  const schedule = new SnapshotSchedule({
    sequencer: rig.sequencer,
    store: rig.snapshots,
    everyCommands: 100,
    snapshotSeq: 0,
    onFault: (thrown) => faults.push(thrown),
    onLeftover: (thrown) => leftovers.push(thrown),
    monotonicMs: () => clock.ms,
    onWritten: (seq) => written.push(seq),
  });
  return { disk, rig, schedule, faults, written, leftovers, clock };
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
});
