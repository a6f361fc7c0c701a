import type { LiveViews } from "../../projections/live/live-views.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import type { PublishedState } from "./conflated-publisher.ts";
import type { PublicRows } from "./public-rows.ts";

/** The state that the ticker channel of one instrument shows. */
export function tickerState(options: {
  readonly rows: PublicRows;
  readonly instrument: ListedInstrument;
  readonly listings: Listings;
  readonly views: LiveViews;
}): PublishedState {
  const { rows, instrument, listings, views } = options;
  return {
    version: () => views.ticker(instrument.index)?.seq ?? 0,
    dataJson() {
      const ticker = views.ticker(instrument.index);
      return ticker === undefined ? "[]" : `[${rows.ticker(listings, instrument, ticker)}]`;
    },
  };
}
