/** The computation of the past, as far as the history depends on it (decision 0081). */

import type { PathPart } from "../../core/instruments/generated-market.ts";
import type { RateE8 } from "../../core/money/units.ts";
import type { CandleBase } from "../live/candle-interval.ts";
import type { Candle } from "../live/candle-series.ts";
import type { PastInstrumentRow, PastTermsRow } from "./past-tables.ts";
import type { InstrumentRow, PriceKind } from "./tables.ts";

/** Listing of an instrument with a past. */
export type PastListing = InstrumentRow & PastInstrumentRow;

/** Bounds are inclusive: starts of candles, times of settlements; the newest `limit` of them. */
type Window = { readonly fromMs: number; readonly toMs: number; readonly limit: number };

export type PastSource = {
  /** Ascending; the last one ends with the past. */
  candles(
    listing: PastListing,
    series: { readonly kind: PriceKind; readonly base: CandleBase },
    window: Window,
  ): readonly Candle[];
  /** One candle of the last `spanMs` of the past, whole minutes and at most a day. */
  newest(listing: PastListing, kind: PriceKind, spanMs: number): Candle | undefined;
  /** Newest first. */
  fundingRates(
    listing: PastListing,
    window: Window,
  ): readonly { readonly settledAtMs: number; readonly rateE8: RateE8 }[];
};

/** Opens the computation from its terms and imported prices. */
export type OpenPast = (terms: PastTermsRow, paths: readonly PathPart[]) => PastSource;
