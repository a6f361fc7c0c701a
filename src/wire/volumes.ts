import type { Ticker } from "../projections/live/live-tickers.ts";
import type { ListedInstrument, Listings } from "./listings.ts";
import { faceText, lotsText } from "./sizes.ts";
import { valueText } from "./texts.ts";

/** Size and notional of trades, in lots and atoms. */
export interface Traded {
  readonly volume: number;
  readonly turnover: bigint;
}

/** Traded volume as decimal texts. */
export interface VolumeTexts {
  readonly base: string;
  readonly quote: string;
}

/**
 * Returns base and quote volume. The lots of an inverse contract are its notional in quote coin,
 * its turnover is in base coin.
 */
export function volumeTexts(
  listings: Listings,
  instrument: ListedInstrument,
  traded: Traded,
): VolumeTexts {
  const value = valueText(listings, instrument, traded.turnover);
  return instrument.isInverse
    ? { base: value, quote: faceText(instrument, traded.volume) }
    : { base: lotsText(instrument, traded.volume), quote: value };
}

/** Returns base and quote volume of the last 24 hours. */
export function tickerVolumes(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): VolumeTexts {
  const { volume24h: volume, turnover24h: turnover } = ticker;
  return volumeTexts(listings, instrument, { volume, turnover });
}
