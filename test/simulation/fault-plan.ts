/** Which faults the lives of one schedule meet: drawn from the seed, each with its own rate. */
import type { PlannedFault } from "./faulty-files.ts";
import type { Random } from "./random.ts";

/** Every kind of fault; each of them must have fired somewhere in a whole run. */
export const FAULTS = [
  "crash",
  "short",
  "EIO",
  "ENOSPC",
  "power_cut",
  "process_kill",
  "crash_in_recovery",
  "torn_write",
  "unsynced_bit_flip",
  "snapshot_bit_flip",
  "slow_flush",
  "clock_back",
  "clock_jump",
  "reply_lost",
  "reply_late",
  "reply_twice",
  "overload",
  "history_lost",
  "clock_accepted",
  "clock_set_right",
] as const;
export type FaultName = (typeof FAULTS)[number];

export type FaultRates = {
  /** Chances in a hundred, per life or per occasion. */
  readonly crashPercent: number;
  readonly powerPercent: number;
  readonly recoveryCrashPercent: number;
  readonly shortPercent: number;
  readonly errorPercent: number;
  readonly noRoomPercent: number;
  readonly slowPercent: number;
  readonly clockPercent: number;
  readonly replyPercent: number;
  readonly rotPercent: number;
  readonly historyPercent: number;
  readonly snapshotEvery: number;
  readonly queueCommandsMax: number;
  readonly burstMax: number;
};

export function drawRates(random: Random): FaultRates {
  const some = (percent: number): number => (random.chance(60) ? random.below(percent + 1) : 0);
  return {
    crashPercent: random.pick([0, 60, 90]),
    powerPercent: random.pick([20, 60, 90]),
    recoveryCrashPercent: some(40),
    shortPercent: some(60),
    errorPercent: some(30),
    noRoomPercent: some(50),
    slowPercent: some(30),
    clockPercent: some(20),
    replyPercent: some(20),
    rotPercent: some(40),
    historyPercent: some(30),
    snapshotEvery: random.between(25, 120),
    queueCommandsMax: random.pick([9, 64]),
    burstMax: random.pick([1, 4, 12]),
  };
}

/** Faults of the file layer for one life, by the number of the operation. */
export function drawFaults(random: Random, rates: FaultRates): PlannedFault[] {
  const faults: PlannedFault[] = [];
  const add = (percent: number, fault: PlannedFault["fault"], operations: number): void => {
    if (!random.chance(percent)) return;
    faults.push({ atOperation: random.between(1, operations), fault });
  };
  add(rates.crashPercent, "crash", 160);
  add(rates.errorPercent, "EIO", 120);
  for (let many = random.below(4); many > 0; many--) add(rates.noRoomPercent, "ENOSPC", 120);
  for (let many = random.below(4); many > 0; many--) add(rates.shortPercent, "short", 120);
  return faults;
}
