/** Break-even price (trading-rules.md section 4). */
import type { Instrument } from "../instruments/instrument.ts";
import type { Atoms } from "../money/units.ts";

const E6 = 1_000_000n;

/**
 * The value at which closing brings back the entry and both fees, at the taker rate f: entry value
 * × (1 + f) ÷ (1 − f) where a higher value is the gain, the inverse factor where it is the loss.
 * The price is this value per size.
 */
export function breakEvenValue(instrument: Instrument, isLong: boolean, openValue: Atoms): Atoms {
  const rate = BigInt(instrument.takerRate);
  return (
    isLong !== instrument.isInverse
      ? (openValue * (E6 + rate)) / (E6 - rate)
      : (openValue * (E6 - rate)) / (E6 + rate)
  ) as Atoms;
}
