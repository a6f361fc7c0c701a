import type { InstrumentFacts } from "../market-port.ts";

/** Margin on the minimum notional of an instrument. */
const VALUE_MARGIN = 1.05;

/**
 * Returns the dollar value of one lot at a price in ticks; quote coins count as dollars. For order
 * sizing only.
 */
export function lotValue(instrument: InstrumentFacts, price: number): number {
  const size = instrument.lotStep / 10 ** instrument.sizeDecimals;
  if (instrument.isInverse) return size;
  return (size * price * instrument.tickStep) / 10 ** instrument.priceDecimals;
}

/**
 * Returns the size in lots with a notional of about `value` dollars, within the size limits of the
 * instrument.
 */
export function sizeOfValue(
  instrument: InstrumentFacts,
  order: { readonly value: number; readonly price: number; readonly isMarket?: boolean },
): number {
  const valuePerLot = lotValue(instrument, order.price);
  const valueMin = instrument.isInverse
    ? 0
    : (VALUE_MARGIN * Number(instrument.valueMin)) / 10 ** instrument.quoteDecimals;
  const lotsMin = Math.max(instrument.sizeLotsMin, Math.ceil(valueMin / valuePerLot));
  const lotsMax = order.isMarket === true ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
  return Math.max(lotsMin, Math.min(lotsMax, Math.round(order.value / valuePerLot)));
}
