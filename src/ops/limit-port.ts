import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** Opening limits of a contract; undefined members keep their value. */
export interface OpeningLimitsChange extends InstrumentName {
  /** Decimal text: 0.01 is 1 %. */
  readonly feeUpRatio?: string | undefined;
  readonly costUpRatio?: string | undefined;
  /** Largest share of the open interest one user may hold; "1" for no limit. */
  readonly positionShare?: string | undefined;
  readonly symbolOrdersMax?: number | undefined;
  readonly productOrdersMax?: number | undefined;
  readonly positionsMax?: number | undefined;
  /** ISO time from which positions can only be closed; empty for never. */
  readonly opensUntil?: string | undefined;
}

/** Actions on opening limits that the administrative routes call. */
export interface LimitActions {
  setOpeningLimits(change: OpeningLimitsChange): Promise<AdminOutcome<OpeningLimitsChange>>;
}
