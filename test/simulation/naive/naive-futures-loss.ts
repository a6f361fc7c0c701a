/** Open loss from first principles: each order by itself, as an exact fraction. */
import type { Side } from "../../../src/core/base/vocabulary.ts";
import type { NaiveInstrument } from "./naive-records.ts";

/** Whether a fill at a price loses against the mark price; 0 is an unknown price. */
export function isWorse(side: Side, price: number, mark: number): boolean {
  if (price === 0 || mark === 0) return false;
  return side === "buy" ? price > mark : price < mark;
}

/** What a size loses when it is filled at a price and valued at mark, rounded up. */
export function openLossOf(
  instrument: NaiveInstrument,
  order: { readonly side: Side; readonly worst: number; readonly size: number },
): bigint {
  const { mark, scale } = instrument;
  const { side, size, worst } = order;
  if (!isWorse(side, worst, mark)) return 0n;
  const gap = BigInt(side === "buy" ? worst - mark : mark - worst);
  const whole = BigInt(size) * scale * gap;
  if (!instrument.isInverse) return whole;
  const bottom = BigInt(worst) * BigInt(mark);
  return whole / bottom + (whole % bottom === 0n ? 0n : 1n);
}
