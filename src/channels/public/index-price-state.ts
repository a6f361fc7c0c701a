import type { LiveViews } from "../../projections/live/live-views.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import { indexPricePush } from "../../wire/v2/index-price-row.ts";
import type { PublishedState } from "./conflated-publisher.ts";

/** The state that the v2 channel `index-price` of one spot pair shows; none before an index. */
export function indexPriceState(options: {
  readonly instrument: ListedInstrument;
  readonly listings: Listings;
  readonly views: LiveViews;
}): PublishedState {
  const { instrument, listings, views } = options;
  return {
    version: () => views.ticker(instrument.index)?.index ?? 0,
    dataJson() {
      const ticker = views.ticker(instrument.index);
      if (ticker === undefined || ticker.index === 0) return "[]";
      return `[${JSON.stringify(indexPricePush(listings, instrument, ticker))}]`;
    },
  };
}
