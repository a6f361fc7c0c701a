import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

export interface IndexPrice extends InstrumentName {
  /** A decimal text in quote currency. */
  readonly price: string;
}

/** The index price of an instrument as the exchange has it. */
export interface IndexPriceState extends IndexPrice {
  /** ISO time at which it came in; empty before the first. */
  readonly at: string;
  /** False: what depends on it pauses. */
  readonly isFresh: boolean;
  /** Set by the operator, and kept until it is released. */
  readonly isHeld: boolean;
}

export interface SourcePriceState {
  readonly coin: string;
  /** Dollars. */
  readonly price: string;
  readonly at: string;
  readonly isFresh: boolean;
}

export interface PriceSourceState {
  readonly name: string;
  /** Sources of a rank are composed; a later rank counts while no earlier one is fresh. */
  readonly rank: string;
  readonly weight: number;
  readonly prices: readonly SourcePriceState[];
}

export interface PostedPrice {
  readonly coin: string;
  /** Dollars, a decimal text with at most 8 decimals. */
  readonly price: string;
}

export interface FundingTerms extends InstrumentName {
  readonly intervalHours: number;
  /** Bounds of the rate of one interval, as decimal texts: `-0.003` is −0.3 %. */
  readonly rateMin: string;
  readonly rateMax: string;
  /** Size of impact prices in base coin (inverse: dollars); "0": by the largest leverage. */
  readonly impactSize: string;
}

export interface DeliverySchedule extends InstrumentName {
  /** ISO time. */
  readonly deliveryTime: string;
}

/** What the administrative routes can have done with prices and funding. */
export interface PriceActions {
  /**
   * Sets an index price and keeps it, whatever the sources say, until it is released. One far from
   * the present price is refused unless it is forced.
   */
  setIndexPrice(price: IndexPrice, isForced: boolean): Promise<AdminOutcome<IndexPrice>>;
  releaseIndexPrice(name: InstrumentName): AdminOutcome<InstrumentName>;
  listIndexPrices(): readonly IndexPriceState[];
  listPriceSources(): readonly PriceSourceState[];
  postPrices(source: string, prices: readonly PostedPrice[]): AdminOutcome<{ taken: number }>;
  /** Makes a perpetual a dated contract, or moves a delivery that has not begun. */
  scheduleDelivery(schedule: DeliverySchedule): Promise<AdminOutcome<DeliverySchedule>>;
  setFundingTerms(terms: FundingTerms): Promise<AdminOutcome<FundingTerms>>;
}
