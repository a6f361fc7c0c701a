import type { ListedInstrument, Listings } from "./listings.ts";
import { sizeText, valueText } from "./texts.ts";

/** Size and value that were traded, in lots and atoms. */
export interface Traded {
  readonly volume: number;
  readonly turnover: bigint;
}

/**
 * Base and quote volume. An inverse contract is sized in quote units and its value is in base coin,
 * so the two change places.
 */
export function volumeTexts(
  listings: Listings,
  instrument: ListedInstrument,
  traded: Traded,
): { readonly base: string; readonly quote: string } {
  const size = sizeText(instrument, traded.volume);
  const value = valueText(listings, instrument, traded.turnover);
  return instrument.isInverse ? { base: value, quote: size } : { base: size, quote: value };
}
