/** Break-even price (trading-rules.md section 4). */
import { assert } from "../base/assert.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";

const E6 = 1_000_000n;

/** Cost of a position that closing must recover, in settle atoms. */
export type Stake = {
  readonly isLong: boolean;
  readonly openNotional: Atoms;
  /** Funding received, or below zero paid, for the held size. */
  readonly funding: Atoms;
};

/**
 * Returns the value V at which closing recovers the entry, both fees at the taker rate f and
 * funding:
 *
 *   gains when its value rises   V × (1 − f) = entry value × (1 + f) − funding
 *   loses when its value rises   V × (1 + f) = entry value × (1 − f) + funding
 *
 * The price is this value per size. 0 if funding alone has recovered more than the entry.
 */
export function breakEvenNotional(instrument: Instrument, stake: Stake): Atoms {
  const { funding, isLong, openNotional } = stake;
  const rate = BigInt(instrument.takerRate);
  assert(openNotional >= 0n, "an entry notional is never negative");
  const value =
    isLong !== instrument.isInverse
      ? (openNotional * (E6 + rate) - funding * E6) / (E6 - rate)
      : (openNotional * (E6 - rate) + funding * E6) / (E6 + rate);
  return value > 0n ? atoms(value) : ZERO_ATOMS;
}
