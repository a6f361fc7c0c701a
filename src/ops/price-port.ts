import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

export interface IndexPrice extends InstrumentName {
  /** Decimal text in quote currency. */
  readonly price: string;
}

/** Current index price of an instrument. */
export interface IndexPriceState extends IndexPrice {
  /** ISO time of its arrival; empty before the first price. */
  readonly at: string;
  /** False when the price is stale: functions that depend on it pause. */
  readonly isFresh: boolean;
  /** Whether the operator set the price, which then stays until it is released. */
  readonly isHeld: boolean;
}

export interface SourcePriceState {
  readonly coin: string;
  /** Price in US dollars, a decimal text. */
  readonly price: string;
  readonly at: string;
  readonly isFresh: boolean;
}

export interface PriceSourceState {
  readonly name: string;
  /**
   * Rank of the source. Fresh sources of the first rank that has any are combined; later ranks are
   * ignored.
   */
  readonly rank: string;
  readonly weight: number;
  readonly prices: readonly SourcePriceState[];
}

export interface PostedPrice {
  readonly coin: string;
  /** Price in US dollars, a decimal text with at most 8 decimals. */
  readonly price: string;
}

export interface FundingTerms extends InstrumentName {
  readonly intervalHours: number;
  /** Limits of the rate of one interval, as decimal texts: `-0.003` is −0.3 %. */
  readonly rateMin: string;
  readonly rateMax: string;
  /**
   * Size of impact prices in base coin (inverse: dollars); "0": derived from the largest leverage.
   */
  readonly impactSize: string;
}

export interface DeliverySchedule extends InstrumentName {
  /** Delivery time, an ISO time. */
  readonly deliveryTime: string;
}

export interface TakenPrices {
  readonly taken: number;
  /** Coins of no index price, whose prices were left out. */
  readonly unknown: readonly string[];
}

/** Actions on prices and funding that the administrative routes call. */
export interface PriceActions {
  /**
   * Sets an index price and holds it, whatever the sources report, until it is released.
   */
  setIndexPrice(price: IndexPrice): Promise<AdminOutcome<IndexPrice>>;
  /** Whether a price is further from the present index than a slip of the finger should be. */
  isFarPrice(price: IndexPrice): boolean;
  releaseIndexPrice(name: InstrumentName): Promise<AdminOutcome<InstrumentName>>;
  listIndexPrices(): readonly IndexPriceState[];
  listPriceSources(): readonly PriceSourceState[];
  /** Takes the prices of coins that an index price is made of. */
  postPrices(source: string, prices: readonly PostedPrice[]): AdminOutcome<TakenPrices>;
  /** Converts a perpetual to a dated contract, or moves a delivery that has not begun. */
  scheduleDelivery(schedule: DeliverySchedule): Promise<AdminOutcome<DeliverySchedule>>;
  setFundingTerms(terms: FundingTerms): Promise<AdminOutcome<FundingTerms>>;
}
