import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** What bounds the prices of an instrument; what is absent stays as it is. */
export interface PriceGuardTerms extends InstrumentName {
  /** Decimal texts: 0.005 is 0.5 %; "0" for no bound. Futures: mark against index. */
  readonly markCap?: string | undefined;
  /** Futures: change of mark − index in a second, as a share of mark. */
  readonly markStep?: string | undefined;
  /** Futures: whole quote coins that impact prices are taken for; 0 for the best level. */
  readonly impactUnits?: number | undefined;
  /** Spot: change of the reference price in a second; "0": the last price is the reference. */
  readonly referenceStep?: string | undefined;
}

/** The guards of an instrument, and the prices that they bound; "0" while one is unknown. */
export interface PriceGuardState extends InstrumentName {
  readonly markCap: string;
  readonly markStep: string;
  readonly impactUnits: number;
  readonly referenceStep: string;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly lastPrice: string;
  /** The price that the bands are measured from: mark on futures, the reference on spot. */
  readonly referencePrice: string;
}

/** What the administrative routes can have done with the bounds of prices. */
export interface GuardActions {
  listPriceGuards(): readonly PriceGuardState[];
  setPriceGuards(terms: PriceGuardTerms): Promise<AdminOutcome<PriceGuardTerms>>;
}
