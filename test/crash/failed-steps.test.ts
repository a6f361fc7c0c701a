/** Every operation on the disk fails once, in each way there is. */
import { describe, expect, it } from "vitest";
import {
  type Acknowledged,
  drive,
  journaledIds,
  type Rig,
  recoverFrom,
  startRig,
} from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";
import { SimulatedDisk, type StepFault } from "./support/simulated-disk.ts";

const STEPS_MAX = 2_000;
const COMMANDS = 150;
/** Small, so that a run goes through several. */
const SEGMENT_BYTES = 4 * 1024;
/** What a run must pass through, so that a step that is no longer reached does not go unseen. */
const LABELS = [
  "flush directory",
  "flush end",
  "flush snapshot",
  "flush spare",
  "open write spare",
  "open write snapshot",
  "open write_through segment",
  "open write_through spare",
  "remove snapshot",
  "rename end",
  "rename segment",
  "rename snapshot",
  "write end",
  "write segment",
  "write snapshot",
  "write spare",
];

interface Attempt {
  readonly disk: SimulatedDisk;
  readonly acknowledged: Acknowledged;
  readonly expired: ReadonlySet<number>;
  readonly taken: number;
  readonly fired: string | undefined;
  readonly rig: Rig | undefined;
}

/** One life of an exchange whose `step`-th operation on the disk fails. */
async function liveWithFault(step: number, fault: StepFault): Promise<Attempt> {
  const disk = new SimulatedDisk(step);
  const acknowledged: Acknowledged = new Map();
  let ids = 0;
  // The same run each time, so that every one of its steps has its turn.
  const random = new Seeded(7);
  const nextId = (): number => ids++;
  const expired = new Set<number>();
  const load = { random, commands: COMMANDS, nextId, acknowledged, expired, snapshotEvery: 40 };
  const first = await startRig(disk, { segmentBytes: SEGMENT_BYTES });
  let taken = await drive(first, load);
  await first.sequencer.stop();
  let count = 0;
  let fired: string | undefined;
  disk.plan((label) => {
    count += 1;
    if (count !== step) return undefined;
    fired = label;
    return fault;
  });
  let rig: Rig | undefined;
  try {
    rig = await startRig(disk, { segmentBytes: SEGMENT_BYTES });
    taken += await drive(rig, load);
    await rig.sequencer.stop();
  } catch (thrown) {
    // Start-up may fail: the operator sees the error of the disk and starts again.
    if (fired === undefined) throw thrown;
  }
  await rig?.recorder.close();
  return { disk, acknowledged, expired, taken, fired, rig };
}

async function expectNothingLost(attempt: Attempt): Promise<void> {
  attempt.disk.restartProcess();
  const after = await recoverFrom(attempt.disk);
  const whole = await recoverFrom(attempt.disk, { snapshots: false });
  expect(after.machine.encodeState()).toEqual(whole.machine.encodeState());
  const seqs = await journaledIds(whole.log);
  for (const [seq, id] of attempt.acknowledged) expect([id, seqs.get(id)]).toEqual([id, seq]);
  for (const id of attempt.expired) expect([id, seqs.get(id)]).toEqual([id, undefined]);
  await after.log.close();
  await whole.log.close();
}

/** Fails step 1, 2, … until a run completes without reaching the step. */
async function failEveryStep(
  fault: StepFault,
  check: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  const labels = new Set<string>();
  for (let step = 1; step < STEPS_MAX; step++) {
    const attempt = await liveWithFault(step, fault);
    await check(attempt);
    await expectNothingLost(attempt);
    if (attempt.fired === undefined) {
      expect([...labels].sort()).toEqual(expect.arrayContaining(LABELS));
      return;
    }
    labels.add(attempt.fired);
  }
  throw new Error(`still failing after ${STEPS_MAX} steps`);
}

describe("when one operation on the disk fails", () => {
  it("loses nothing acknowledged to a crash at that step", async () => {
    await failEveryStep("crash", async ({ disk, fired }) => {
      expect(disk.isGone).toBe(fired !== undefined);
    });
  });

  it("stops after an I/O error and loses nothing acknowledged", async () => {
    await failEveryStep("EIO", async ({ fired, rig }) => {
      if (fired !== "write segment" || rig === undefined) return;
      expect(rig.fatals.map((fatal) => fatal.code)).toEqual(["log_failed"]);
    });
  });

  it("acknowledges everything that is in time in the end when there was no room for a while", async () => {
    await failEveryStep("ENOSPC", async ({ acknowledged, expired, rig, taken }) => {
      if (rig === undefined) return;
      expect(rig.fatals).toEqual([]);
      expect(acknowledged.size + expired.size).toBe(taken);
    });
  });

  it("completes a write that falls short", async () => {
    await failEveryStep("short", async ({ acknowledged, expired, rig, taken }) => {
      expect(rig?.fatals).toEqual([]);
      expect(acknowledged.size + expired.size).toBe(taken);
    });
  });
});
