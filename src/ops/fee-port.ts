import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";
import type { FeeTexts } from "./instrument-port.ts";

/** Rates of a level as decimal texts. */
export interface FeeLevelState {
  readonly level: number;
  readonly spotMaker: string;
  readonly spotTaker: string;
  readonly futuresMaker: string;
  readonly futuresTaker: string;
}

/** Level of a main account and its sub-accounts, 0 for none. */
export interface UserFeeLevel {
  readonly uid: string;
  readonly level: number;
  /** Level that is to begin at `from`; the present one when no change waits. */
  readonly nextLevel: number;
  /** ISO time; empty when no change waits. */
  readonly from: string;
}

export interface MarketFees extends InstrumentName, FeeTexts {
  /** ISO time from which the rates hold; empty: at once. */
  readonly from: string;
}

export interface FeeTable {
  readonly levels: readonly FeeLevelState[];
  /** Accounts that have a level, or will have one. */
  readonly users: readonly UserFeeLevel[];
}

/** Actions on fees that the administrative routes call. */
export interface FeeActions {
  listFees(): FeeTable;
  setMarketFees(fees: MarketFees): Promise<AdminOutcome<MarketFees>>;
  setFeeLevel(level: FeeLevelState): Promise<AdminOutcome<FeeLevelState>>;
  feeLevelOf(uid: string): AdminOutcome<UserFeeLevel>;
  setUserFeeLevel(request: {
    readonly uid: string;
    readonly level: number;
    readonly from: string;
  }): Promise<AdminOutcome<UserFeeLevel>>;
}
