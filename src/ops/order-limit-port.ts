import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** Limits of single orders as decimal texts. Sizes of inverse contracts count their face. */
export interface OrderLimitTexts {
  readonly sizeMin: string;
  readonly sizeMax: string;
  /** Largest size of a market order. */
  readonly marketSizeMax: string;
  /** Smallest price times size, in quote coin; "0" on inverse contracts, which have none. */
  readonly notionalMin: string;
  /** Distance of a buy price above the reference price: "0.05" is 5 %. */
  readonly buyBand: string;
  /** Distance of a sell price below the reference price. */
  readonly sellBand: string;
}

/** New order limits of an instrument; undefined members keep their value. */
export type OrderLimitsChange = InstrumentName & {
  readonly [K in keyof OrderLimitTexts]?: string | undefined;
};

/** Limits of an instrument after a change. */
export type OrderLimitsState = InstrumentName & OrderLimitTexts;

/** Actions on order limits that the administrative routes call (decision 0096). */
export interface OrderLimitActions {
  /**
   * Whether a change widens a band of a spot instrument so far that a MARGIN order at its edge can
   * lose more than the margin of its loan, so that the lender bears the rest.
   */
  isBeyondLoanMargin(change: OrderLimitsChange): boolean;
  setOrderLimits(change: OrderLimitsChange): Promise<AdminOutcome<OrderLimitsState>>;
}
