import type { InstrumentFacts } from "../market-port.ts";

/** Orders worth less than this, in dollars, are refused by no listed instrument's minimum. */
const VALUE_MARGIN = 1.05;

/** Dollars in one lot at a price in ticks; quote coins count as dollars. For sizing only. */
export function lotValue(instrument: InstrumentFacts, price: number): number {
  const size = instrument.lotStep / 10 ** instrument.sizeDecimals;
  if (instrument.isInverse) return size;
  return (size * price * instrument.tickStep) / 10 ** instrument.priceDecimals;
}

/** The size worth about `value` dollars, raised or cut to what the instrument takes. */
export function sizeOfValue(
  instrument: InstrumentFacts,
  terms: { readonly value: number; readonly price: number; readonly isMarket?: boolean },
): number {
  const perLot = lotValue(instrument, terms.price);
  const valueMin = instrument.isInverse
    ? 0
    : (VALUE_MARGIN * Number(instrument.valueMin)) / 10 ** instrument.quoteDecimals;
  const smallest = Math.max(instrument.sizeLotsMin, Math.ceil(valueMin / perLot));
  const largest = terms.isMarket === true ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
  return Math.max(smallest, Math.min(largest, Math.round(terms.value / perLot)));
}
