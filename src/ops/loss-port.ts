import type { Realm } from "../core/vocabulary.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** What an insurance fund has borne in the present hour; amounts are decimal texts of its coin. */
export interface DrawState {
  readonly drawn: string;
  /** ISO time at which the hour ends. */
  readonly until: string;
}

/** What bounds the losses of the house in a contract; what is absent stays as it is. */
export interface LossTerms extends InstrumentName {
  /** The most that the fund bears in an hour, in the settlement coin; "0" for no bound. */
  readonly fundDrawMax?: string | undefined;
  /** Open interest and a user's position in units of the average depth; "0" for no limit. */
  readonly openInterestFactor?: string | undefined;
  readonly positionFactor?: string | undefined;
  /** What may be held anyway: sizes as they are ordered. */
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
  /** What all users together, and one of them, may hold now; empty without a limit. */
  readonly openInterestMax: string;
  readonly positionMax: string;
}

/** Terms of the insurance fund of a realm and coin; what is absent stays as it is. */
export interface FundTerms {
  readonly realm: Realm;
  readonly coin: string;
  /** Share of the trading fees in the coin, a decimal text: `0.1` is 10 %. */
  readonly feeShare?: string | undefined;
  /** The most paid in an hour for accounts without positions; "0" for no bound. */
  readonly drawMax?: string | undefined;
}

export interface FundState extends DrawState {
  readonly realm: Realm;
  readonly coin: string;
  readonly balance: string;
  readonly feeShare: string;
  readonly drawMax: string;
}

/** What a lending pool has lost in the present hour, and whether it lends. */
export interface LendingPoolState extends DrawState {
  readonly realm: Realm;
  readonly coin: string;
  /** What it has and has lent. */
  readonly funds: string;
  /** The loss at which it stops; empty without a limit. */
  readonly drawMax: string;
  readonly isPaused: boolean;
}

/** What the administrative routes can have done with the losses that the house bears. */
export interface LossActions {
  listLossLimits(): readonly LossLimitsState[];
  setLossLimits(terms: LossTerms): Promise<AdminOutcome<LossTerms>>;
  listInsuranceFunds(): readonly FundState[];
  setFundTerms(terms: FundTerms): Promise<AdminOutcome<FundTerms>>;
  listLendingPools(): readonly LendingPoolState[];
}
