import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";
import type { FeeTexts, InstrumentDetails } from "./instrument-port.ts";

export interface NewCoin {
  /** Upper-case letters and digits. */
  readonly code: string;
  /** Decimals of the smallest unit. */
  readonly decimals: number;
  /** Whether it exists only for practice instruments. */
  readonly isPractice: boolean;
}

export interface CoinState extends NewCoin {
  /** Chains with terms. */
  readonly chains: readonly string[];
  /** Number of instruments whose base, quote or settle coin it is. */
  readonly instruments: number;
}

/** Terms of a listing: decimal texts in coins; rates and ratios as parts of one. */
export interface NewInstrument extends InstrumentName {
  readonly base: string;
  /** Absent on futures: the category decides. */
  readonly quote: string | undefined;
  readonly priceStep: string;
  readonly sizeStep: string;
  readonly sizeMin: string;
  readonly sizeMax: string;
  /** Absent: the largest order. */
  readonly marketSizeMax: string | undefined;
  /** Smallest value of an order in the quote coin; absent: none. */
  readonly notionalMin: string | undefined;
  /** Rates that fees never exceed later. */
  readonly listedFees: FeeTexts;
  readonly buyBand: string;
  readonly sellBand: string;
  readonly leverageMin: number | undefined;
  readonly leverageMax: number | undefined;
  readonly fundingIntervalHours: number | undefined;
}

/** Actions that list coins and instruments. */
export interface ListingActions {
  listCoins(): readonly CoinState[];
  listCoin(coin: NewCoin): Promise<AdminOutcome<CoinState>>;
  /** Whether a MARGIN order at the edge of a new pair's band can lose more than its margin. */
  listsBeyondLoans(listing: NewInstrument): boolean;
  /** Lists an instrument, which is offline until its status is set. */
  listInstrument(listing: NewInstrument): Promise<AdminOutcome<InstrumentDetails>>;
}
