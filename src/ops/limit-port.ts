import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** What bounds the opening of positions in a contract; what is absent stays as it is. */
export interface OpeningTerms extends InstrumentName {
  /** Decimal texts: 0.01 is 1 %. */
  readonly feeUpRatio?: string | undefined;
  readonly costUpRatio?: string | undefined;
  /** The largest share of the open interest one user may hold; "1" for any. */
  readonly positionShare?: string | undefined;
  readonly symbolOrdersMax?: number | undefined;
  readonly productOrdersMax?: number | undefined;
  readonly positionsMax?: number | undefined;
  /** ISO time from which positions can only be closed; empty for never. */
  readonly opensUntil?: string | undefined;
}

/** What the administrative routes can have done with the bounds of opening. */
export interface LimitActions {
  setOpeningLimits(terms: OpeningTerms): Promise<AdminOutcome<OpeningTerms>>;
}
