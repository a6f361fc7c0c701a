/** Prices that convert lots of inverse contracts to the base coin, in millionths of a tick. */
import type { NaiveInstrument } from "./naive-records.ts";

type Sizing = { readonly priceE6: number } | undefined;

/** Of an order: as stated, else by its limit, else by mark. */
export function orderSizing(
  instrument: NaiveInstrument,
  { price, sizing }: { readonly price: number; readonly sizing?: Sizing },
): number {
  if (!instrument.isInverse) return 0;
  return sizing?.priceE6 || (price || instrument.mark) * 1_000_000;
}

/** Of a plan with a size: as stated, else by its limit, else by its trigger. */
export function planSizing(
  instrument: NaiveInstrument,
  plan: { readonly price: number; readonly triggerPrice: number; readonly size: number },
  sizing: Sizing,
): number {
  if (!instrument.isInverse || plan.size === 0) return 0;
  return sizing?.priceE6 || (plan.price || plan.triggerPrice) * 1_000_000;
}
