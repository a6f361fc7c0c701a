import type { Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** Loss in the present hour; amounts are decimal texts of the coin. */
export interface DrawState {
  readonly drawn: string;
  /** ISO time at which the hour ends. */
  readonly until: string;
}

/** Loss limits of a contract; undefined members keep their value. */
export interface LossLimitsChange extends InstrumentName {
  /** Largest loss of the insurance fund in an hour, in the settlement coin; "0" for no limit. */
  readonly fundDrawMax?: string | undefined;
  /**
   * Largest open interest and largest position of a user in units of the average depth; "0" for no
   * limit.
   */
  readonly openInterestFactor?: string | undefined;
  readonly positionFactor?: string | undefined;
  /** Smallest values of these limits: sizes in the unit of orders. */
  readonly openInterestFloor?: string | undefined;
  readonly positionFloor?: string | undefined;
}

export interface LossLimitsState extends InstrumentName, DrawState {
  readonly coin: string;
  readonly fundDrawMax: string;
  readonly openInterestFactor: string;
  readonly positionFactor: string;
  readonly openInterestFloor: string;
  readonly positionFloor: string;
  /** Average size within 2 % of mark on the side with less of it. */
  readonly depth: string;
  /** Largest open interest and largest position of a user now; empty without a limit. */
  readonly openInterestMax: string;
  readonly positionMax: string;
}

/** Terms of the insurance fund of a realm and coin; undefined members keep their value. */
export interface FundTerms {
  readonly realm: Realm;
  readonly coin: string;
  /** Share of the trading fees in the coin, a decimal text: `0.1` is 10 %. */
  readonly feeShare?: string | undefined;
  /** Largest payment in an hour for accounts without positions; "0" for no limit. */
  readonly drawMax?: string | undefined;
}

export interface FundState extends DrawState {
  readonly realm: Realm;
  readonly coin: string;
  readonly balance: string;
  readonly feeShare: string;
  readonly drawMax: string;
}

/** Loss of a lending pool in the present hour, and whether it lends. */
export interface LendingPoolState extends DrawState {
  readonly realm: Realm;
  readonly coin: string;
  /** Available and lent funds. */
  readonly funds: string;
  /** Loss at which it stops lending; empty without a limit. */
  readonly drawMax: string;
  readonly isPaused: boolean;
}

/** Actions on loss limits and funds that the administrative routes call. */
export interface LossActions {
  listLossLimits(): readonly LossLimitsState[];
  setLossLimits(change: LossLimitsChange): Promise<AdminOutcome<LossLimitsChange>>;
  listInsuranceFunds(): readonly FundState[];
  setFundTerms(terms: FundTerms): Promise<AdminOutcome<FundTerms>>;
  listLendingPools(): readonly LendingPoolState[];
}
