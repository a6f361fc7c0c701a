/** Audit of order limits: in order, and in the range that the listing set. */
import { changedLimitsOf } from "../instruments/changed-order-limits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { State } from "../state.ts";

/** Whether an instrument has the limits of its listing, which may allow no market orders. */
function areListed({ listedLimits, ...now }: Instrument): boolean {
  return (
    now.sizeLotsMin === listedLimits.sizeLotsMin &&
    now.sizeLotsMarketMax === listedLimits.sizeLotsMarketMax &&
    now.sizeLotsMax === listedLimits.sizeLotsMax &&
    now.valueMin === listedLimits.valueMin
  );
}

export function checkOrderLimits(state: State, report: (finding: string) => void): void {
  for (const instrument of state.instruments) {
    const { listedLimits, sizeLotsMax, sizeLotsMaxEver, symbol } = instrument;
    const { buyLimitRatio: buyLimitRatioE6, sellLimitRatio: sellLimitRatioE6 } = instrument;
    const terms = { ...instrument, buyLimitRatioE6, sellLimitRatioE6 };
    const isSound = changedLimitsOf(instrument, terms) !== undefined;
    if (!isSound && !areListed(instrument)) report(`order limits of ${symbol} are out of bounds`);
    if (sizeLotsMaxEver < Math.max(sizeLotsMax, listedLimits.sizeLotsMax)) {
      report(`${symbol}: an order may be larger than it ever might`);
    }
    const isEasier =
      instrument.closingLotsMin <= instrument.sizeLotsMin &&
      instrument.closingLotsMin <= listedLimits.sizeLotsMin &&
      instrument.closingTickLotsMin <= instrument.valueTickLotsMin;
    if (!isEasier) report(`${symbol}: closing has a larger minimum than opening`);
  }
}
