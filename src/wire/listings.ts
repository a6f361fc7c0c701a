/** Properties of instruments and currencies that rows and pushes read. */
import { assert } from "../core/base/assert.ts";
import type { Category, Realm } from "../core/base/vocabulary.ts";

/** The part of an instrument that wire rows read; core's `Instrument` is one. */
export interface ListedInstrument {
  /** The core's number of the instrument. */
  readonly index: number;
  readonly symbol: string;
  readonly category: Category;
  readonly isFutures: boolean;
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
  /** Linear and spot: notional of one lot at one tick, in quote atoms. */
  readonly atomsPerTickLot: bigint;
  readonly listedAtMs: number;
  /** 0 for a perpetual and on spot. */
  readonly deliveryAtMs: number;
}

/** The part of a currency that wire rows read; core's `Currency` is one. */
export interface ListedCurrency {
  readonly code: string;
  /** Decimals of the smallest unit. */
  readonly decimals: number;
}

/** Instruments and currencies by the core's numbers. */
export interface Listings {
  instrumentAt(index: number): ListedInstrument | undefined;
  currencyAt(index: number): ListedCurrency | undefined;
}

/** Returns the instrument of an order. */
export function instrumentOf(
  listings: Listings,
  { instrument }: { readonly instrument: number },
): ListedInstrument {
  const listed = listings.instrumentAt(instrument);
  assert(listed !== undefined, "an order is on a listed instrument");
  return listed;
}

/** Returns the number of the currency of notionals: quote, or settle on inverse contracts. */
export function valueCurrency(instrument: ListedInstrument): number {
  return instrument.isInverse ? instrument.settle : instrument.quote;
}

/** Returns the code of a currency; empty for an unknown number such as `NO_CURRENCY`. */
export function currencyCode(listings: Listings, currency: number): string {
  return listings.currencyAt(currency)?.code ?? "";
}
