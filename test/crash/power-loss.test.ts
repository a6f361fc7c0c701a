/**
 * The process or the whole machine dies at any moment, also during recovery. What the process
 * wrote without a flush stays while the machine lives, and is seen by the next one; when the power
 * goes, unflushed sectors and names are lost or reordered.
 */
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
import { SimulatedDisk } from "./support/simulated-disk.ts";

const CUTS = Number(process.env["BOURSE_POWER_CUTS"] ?? 2_000);
const CUTS_PER_DISK = 5;
const STEPS_TO_CUT_MAX = 70;

const PROCESS_SHARE = 0.4;

/** Lets the process or the machine die at a random step of a life. */
async function liveUntilCut(
  disk: SimulatedDisk,
  random: Seeded,
  life: {
    readonly nextId: () => number;
    readonly acknowledged: Acknowledged;
    readonly expired: Set<number>;
    readonly onSnapshot: (seq: number) => void;
    /** Hears how far a start found the journal. */
    readonly onSeen: (seq: number) => void;
  },
): Promise<void> {
  let left = 1 + random.below(STEPS_TO_CUT_MAX);
  disk.plan(() => {
    left -= 1;
    return left === 0 ? "crash" : undefined;
  });
  let rig: Rig | undefined;
  try {
    rig = await startRig(disk, { segmentBytes: 4 * 1024 });
    life.onSeen(rig.recovered.appliedSeq);
    while (!disk.isGone && rig.fatals.length === 0) {
      await drive(rig, { ...life, random, commands: 40, snapshotEvery: 60 });
    }
  } catch (thrown) {
    if (!disk.isGone) throw thrown;
  }
  await rig?.recorder.close();
  if (random.chance(PROCESS_SHARE)) disk.restartProcess();
  else disk.restartMachine();
}

describe("when the process or the power goes", () => {
  it(`loses nothing acknowledged or seen in ${CUTS} cuts`, async () => {
    let tornWrites = 0;
    let expiredCount = 0;
    for (let cut = 0; cut < CUTS; cut += CUTS_PER_DISK) {
      const random = new Seeded(cut + 1);
      const disk = new SimulatedDisk(cut + 2);
      const acknowledged: Acknowledged = new Map();
      const expired = new Set<number>();
      let ids = 0;
      const nextId = (): number => ids++;
      let snapshotSeq = 0;
      const onSnapshot = (seq: number): void => {
        snapshotSeq = seq;
      };
      let seenSeq = 0;
      const onSeen = (seq: number): void => {
        expect([cut, seq]).toEqual([cut, Math.max(seq, seenSeq)]);
        seenSeq = seq;
      };
      for (let life = 0; life < CUTS_PER_DISK; life++) {
        await liveUntilCut(disk, random, { nextId, acknowledged, expired, onSnapshot, onSeen });
      }
      disk.restartMachine();
      const after = await recoverFrom(disk, { segmentBytes: 4 * 1024 });
      expect(after.snapshotSeq).toBeGreaterThanOrEqual(snapshotSeq);
      onSeen(after.appliedSeq);
      if (after.log.bytesCut > 0) tornWrites += 1;
      const whole = await recoverFrom(disk, { segmentBytes: 4 * 1024, snapshots: false });
      expect(after.machine.encodeState()).toEqual(whole.machine.encodeState());
      const seqs = await journaledIds(whole.log);
      for (const [seq, id] of acknowledged) expect([cut, id, seqs.get(id)]).toEqual([cut, id, seq]);
      for (const id of expired) expect([cut, id, seqs.get(id)]).toEqual([cut, id, undefined]);
      expiredCount += expired.size;
      await after.log.close();
      await whole.log.close();
    }
    // A disk on which nothing ever tears would prove nothing.
    expect(expiredCount).toBeGreaterThan(CUTS);
    expect(tornWrites).toBeGreaterThan(CUTS / CUTS_PER_DISK / 50);
  }, 120_000);
});
