/** Break-even price (trading-rules.md section 4). */
import { assert } from "../base/assert.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";

const E6 = 1_000_000n;

/** What of a position is to be brought back, in settle atoms. */
export type Stake = {
  readonly isLong: boolean;
  readonly openValue: Atoms;
  /** Received, or below zero paid, for what is still held. */
  readonly funding: Atoms;
};

/**
 * The value V at which closing brings back the entry, both fees at the taker rate f and funding:
 *
 *   where a higher value is the gain   V × (1 − f) = entry value × (1 + f) − funding
 *   where it is the loss               V × (1 + f) = entry value × (1 − f) + funding
 *
 * The price is this value per size. 0 where funding alone has brought more than all of it.
 */
export function breakEvenValue(instrument: Instrument, stake: Stake): Atoms {
  const { funding, isLong, openValue } = stake;
  const rate = BigInt(instrument.takerRate);
  assert(openValue >= 0n, "an entry notional is never negative");
  const value =
    isLong !== instrument.isInverse
      ? (openValue * (E6 + rate) - funding * E6) / (E6 - rate)
      : (openValue * (E6 - rate) + funding * E6) / (E6 + rate);
  return value > 0n ? atoms(value) : ZERO_ATOMS;
}
