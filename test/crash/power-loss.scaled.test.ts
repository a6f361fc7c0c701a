/**
 * The process or the whole machine dies at any moment, also during recovery. What the process
 * wrote without a flush stays while the machine lives, and is seen by the next one; when the power
 * goes, unflushed sectors and names are lost or reordered.
 */
import { describe, expect, it } from "vitest";
import { isJournalEmpty } from "../../src/journal/repair-tail.ts";
import {
  CREDENTIALS_FILE,
  credentialsOf,
  readSecrets,
  writeCredentials,
} from "../../src/main/credentials.ts";
import { openMasterKey } from "../../src/main/master-key.ts";
import { sized } from "../support/sized.ts";
import {
  type Acknowledged,
  DIRECTORY,
  drive,
  JOURNAL,
  journaledIds,
  type Rig,
  recoverFrom,
  SNAPSHOTS,
  startRig,
} from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";
import { SimulatedDisk } from "./support/simulated-disk.ts";

const CUTS = sized({ variable: "BOURSE_TEST_POWER_CUTS", quick: 2_000, deep: 20_000 });
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
    readonly life: number;
  },
): Promise<void> {
  let left = 1 + random.below(STEPS_TO_CUT_MAX);
  disk.plan(() => {
    left -= 1;
    return left === 0 ? "crash" : undefined;
  });
  let rig: Rig | undefined;
  try {
    await startSmallFiles(disk, life.life);
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

/** The small files beside the journal, as a start has them. */
async function startSmallFiles(disk: SimulatedDisk, life: number): Promise<void> {
  const isNew = await isJournalEmpty(disk, JOURNAL);
  await openMasterKey(disk, `${DIRECTORY}/master.key`, isNew);
  const kept = await readSecrets(disk, DIRECTORY);
  // A start of another port rewrites the file.
  const secrets = kept ?? { admin: { token: "first" }, users: [] };
  const path = `${DIRECTORY}/${CREDENTIALS_FILE}`;
  await writeCredentials(disk, path, credentialsOf(`http://host:${life}`, secrets));
}

/** Several lives on one disk, each cut short; throws when anything is lost or a start refused. */
async function cutRepeatedly(
  cut: number,
  omitted?: string,
): Promise<{ bytesCut: number; expiredCount: number }> {
  const random = new Seeded(cut + 1);
  const disk = new SimulatedDisk(cut + 2);
  if (omitted !== undefined) disk.omit(omitted);
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
    await liveUntilCut(disk, random, { nextId, acknowledged, expired, onSnapshot, onSeen, life });
  }
  disk.restartMachine();
  await startSmallFiles(disk, 0);
  const after = await recoverFrom(disk, { segmentBytes: 4 * 1024 });
  expect(after.snapshotSeq).toBeGreaterThanOrEqual(snapshotSeq);
  onSeen(after.appliedSeq);
  const whole = await recoverFrom(disk, { segmentBytes: 4 * 1024, snapshots: false });
  expect(after.machine.encodeState()).toEqual(whole.machine.encodeState());
  const seqs = await journaledIds(whole.log);
  for (const [seq, id] of acknowledged) expect([cut, id, seqs.get(id)]).toEqual([cut, id, seq]);
  for (const id of expired) expect([cut, id, seqs.get(id)]).toEqual([cut, id, undefined]);
  await after.log.close();
  await whole.log.close();
  return { bytesCut: after.log.bytesCut, expiredCount: expired.size };
}

/** Flushes without which something is lost; each is left out once. */
const FLUSHES = [
  "write_through segment",
  "write_through spare",
  "flush segment",
  "flush snapshot",
  "flush end",
  "flush key",
  "flush credentials",
  `flush directory ${DIRECTORY}`,
  `flush directory ${JOURNAL}`,
  `flush directory ${SNAPSHOTS}`,
] as const;

describe("when the process or the power goes", () => {
  it(`loses nothing acknowledged or seen in ${CUTS} cuts, and always starts`, async () => {
    let tornWrites = 0;
    let expiredCount = 0;
    for (let cut = 0; cut < CUTS; cut += CUTS_PER_DISK) {
      const { bytesCut, expiredCount: expired } = await cutRepeatedly(cut);
      expiredCount += expired;
      if (bytesCut > 0) tornWrites += 1;
    }
    // A disk on which nothing ever tears would prove nothing.
    expect(expiredCount).toBeGreaterThan(CUTS / 4);
    expect(tornWrites).toBeGreaterThan(CUTS / CUTS_PER_DISK / 50);
  }, 600_000);

  it.each(FLUSHES)(
    "would lose something without this: %s",
    async (omitted) => {
      const run = async (): Promise<void> => {
        for (let cut = 0; cut < CUTS; cut += CUTS_PER_DISK) await cutRepeatedly(cut, omitted);
      };
      await expect(run()).rejects.toThrow();
    },
    120_000,
  );
});
