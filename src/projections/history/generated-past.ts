/** The past of the generated market as the history reads it. */
import type { PastInstrument } from "../../market-model/past-instrument.ts";
import { PastMarket } from "../../market-model/past-market.ts";
import { decodePaths } from "../../market-model/path-bytes.ts";
import type { OpenPast, PastListing } from "./past-source.ts";

function pastInstrument({ deliveryAtMs, ...listing }: PastListing): PastInstrument {
  const isPerpetual = listing.fundingIntervalHours > 0;
  return { ...listing, isPerpetual, ...(deliveryAtMs === 0 ? {} : { deliveryAtMs }) };
}

export const openGeneratedPast: OpenPast = (terms, paths) => {
  const market = new PastMarket(terms, decodePaths(paths));
  return {
    candles: (listing, series, window) =>
      market.candles({ instrument: pastInstrument(listing), ...series, ...window }),
    newest: (listing, kind, spanMs) => market.newest(pastInstrument(listing), kind, spanMs),
    fundingRates: (listing, window) => {
      const { fundingIntervalHours: intervalHours } = listing;
      const instrument = pastInstrument(listing);
      return market.fundingRates({ instrument, intervalHours, ...window });
    },
  };
};
