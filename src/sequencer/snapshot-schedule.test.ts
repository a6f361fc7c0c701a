import { describe, expect, it } from "vitest";
import { drive, type Rig, recoverFrom, startRig } from "../../test/crash/support/rig.ts";
import { Seeded } from "../../test/crash/support/seeded.ts";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { SnapshotSchedule } from "./snapshot-schedule.ts";

let ids = 0;
const nextId = (): number => ids++;

function work(rig: Rig, commands: number): Promise<number> {
  const random = new Seeded(commands);
  return drive(rig, { random, commands, nextId, acknowledged: new Map() });
}

async function setUp(options: { readonly truncates?: boolean } = {}) {
  const disk = new SimulatedDisk(1);
  const rig = await startRig(disk, { segmentBytes: 4 * 1024 });
  const faults: unknown[] = [];
  const written: number[] = [];
  const schedule = new SnapshotSchedule({
    sequencer: rig.sequencer,
    store: rig.snapshots,
    everyCommands: 100,
    snapshotSeq: 0,
    onFault: (thrown) => faults.push(thrown),
    onWritten: (seq) => written.push(seq),
    ...(options.truncates === true ? { truncate: rig.log } : {}),
  });
  return { disk, rig, schedule, faults, written };
}

describe("the snapshot schedule", () => {
  it("writes one after so many commands, and one when asked", async () => {
    const { disk, rig, schedule, written } = await setUp();
    for (let count = 0; count < 10; count++) await work(rig, 45);
    expect(written.length).toBeGreaterThanOrEqual(3);
    for (let at = 1; at < written.length; at++) {
      expect((written[at] ?? 0) - (written[at - 1] ?? 0)).toBeGreaterThanOrEqual(100);
    }
    await schedule.writeNow();
    await schedule.writeNow();
    expect(written.filter((seq) => seq === 450)).toEqual([450]);
    await schedule.stop();
    await rig.sequencer.stop();
    expect(await recoverFrom(disk)).toMatchObject({ snapshotSeq: 450, commandsReplayed: 0 });
  });

  it("reports a snapshot that has no room, and writes the next in its time", async () => {
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

  it("keeps the whole journal unless it is told to cut it below the older snapshot", async () => {
    for (const truncates of [false, true]) {
      const { disk, rig, schedule } = await setUp({ truncates });
      for (let count = 0; count < 8; count++) await work(rig, 60);
      await schedule.stop();
      await rig.sequencer.stop();
      const whole = recoverFrom(disk, { snapshots: false });
      if (truncates) await expect(whole).rejects.toMatchObject({ code: "history_missing" });
      else expect(await whole).toMatchObject({ appliedSeq: 480 });
      expect(await recoverFrom(disk)).toMatchObject({ appliedSeq: 480 });
    }
  });
});
