import type { Ticker } from "../projections/live/live-tickers.ts";
import type { ListedInstrument, Listings } from "./listings.ts";
import { sizeText, valueText } from "./texts.ts";

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
 * Returns base and quote volume. An inverse contract has its size in quote units and its notional
 * in base coin, so the two are swapped.
 */
export function volumeTexts(
  listings: Listings,
  instrument: ListedInstrument,
  traded: Traded,
): VolumeTexts {
  const size = sizeText(instrument, traded.volume);
  const value = valueText(listings, instrument, traded.turnover);
  return instrument.isInverse ? { base: value, quote: size } : { base: size, quote: value };
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
