import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** Price guards of an instrument; undefined members keep their value. */
export interface PriceGuardChange extends InstrumentName {
  /**
   * Decimal text: 0.005 is 0.5 %; "0" for no limit. Futures: largest distance of mark from index.
   */
  readonly markCap?: string | undefined;
  /** Futures: largest change of mark − index in a second, as a share of mark. */
  readonly markStep?: string | undefined;
  /** Futures: size of impact prices in whole quote coins; 0 for the best level. */
  readonly impactUnits?: number | undefined;
  /**
   * Spot: largest change of the reference price in a second; "0": the last price is the reference.
   */
  readonly referenceStep?: string | undefined;
}

/** Price guards of an instrument, and the prices that they limit; "0" while a price is unknown. */
export interface PriceGuardState extends InstrumentName {
  readonly markCap: string;
  readonly markStep: string;
  readonly impactUnits: number;
  readonly referenceStep: string;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly lastPrice: string;
  /** Reference of the price bands: mark on futures, the reference price on spot. */
  readonly referencePrice: string;
}

/** Actions on price guards that the administrative routes call. */
export interface GuardActions {
  listPriceGuards(): readonly PriceGuardState[];
  setPriceGuards(change: PriceGuardChange): Promise<AdminOutcome<PriceGuardChange>>;
}
