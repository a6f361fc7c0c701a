import { formatTrimmed } from "../core/money/decimals.ts";
import type { Category, Realm } from "../core/vocabulary.ts";

/** What channels need to know of an instrument; core's `Instrument` fits as it is. */
export interface ChannelInstrument {
  /** The core's number of the instrument. */
  readonly index: number;
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
  readonly base: number;
  readonly quote: number;
  readonly settle: number;
  readonly isInverse: boolean;
  readonly priceDecimals: number;
  /** Price increment in units of 10^-priceDecimals. */
  readonly tickStep: number;
  readonly sizeDecimals: number;
  /** Size increment in units of 10^-sizeDecimals. */
  readonly lotStep: number;
  readonly listedAtMs: number;
  /** 0 for a perpetual and on spot. */
  readonly deliveryAtMs: number;
}

/** What channels need to know of a currency. */
export interface ChannelCurrency {
  readonly code: string;
  /** Decimals of the smallest unit. */
  readonly decimals: number;
}

/** The two lists by the core's numbers. */
export interface ChannelListings {
  instrumentAt(index: number): ChannelInstrument | undefined;
  currencyAt(index: number): ChannelCurrency | undefined;
}

/** A price in ticks as a decimal text. */
export function priceText(instrument: ChannelInstrument, price: number): string {
  return formatTrimmed(price * instrument.tickStep, instrument.priceDecimals);
}

/** A size in lots as a decimal text. */
export function sizeText(instrument: ChannelInstrument, size: number): string {
  return formatTrimmed(size * instrument.lotStep, instrument.sizeDecimals);
}

/** The currency in which values of an instrument are counted: quote, or settle when inverse. */
export function valueCurrency(instrument: ChannelInstrument): number {
  return instrument.isInverse ? instrument.settle : instrument.quote;
}
