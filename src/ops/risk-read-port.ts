import type { Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";
import type { PositionState } from "./user-read-rows.ts";

/** A position of any user. */
export type RiskyPosition = PositionState & {
  readonly uid: string;
  /** Whether it belongs to an agent of the market, or to the exchange. */
  readonly isAgent: boolean;
  /** Value at mark in US dollars; "0" without a price. */
  readonly valueUsd: string;
  /** Share of the open interest of its contract: 0.25 is a quarter. */
  readonly share: string;
};

export interface PositionSearch {
  readonly realm: Realm;
  /** `value`: the largest first. `risk`: those whose account is nearest to its liquidation. */
  readonly order: "value" | "risk";
  readonly instrument: Pick<InstrumentName, "symbol" | "category"> | undefined;
  readonly includesAgents: boolean;
  readonly limit: number;
}

/** A position in the order of deleveraging. */
export type DeleveragingRow = RiskyPosition & {
  /** Place in the order; 1 is closed first. */
  readonly place: number;
};

export interface DeleveragingSearch extends InstrumentName {
  readonly side: "long" | "short";
  readonly limit: number;
}

/** Open interest of a contract, and how it is concentrated. */
export interface ContractRisk extends InstrumentName {
  readonly openInterest: string;
  readonly openInterestUsd: string;
  readonly longs: number;
  readonly shorts: number;
  /** Largest position of a user that is no agent; uid empty without one. */
  readonly largestUid: string;
  readonly largestUsd: string;
  /** Shares of the open interest that the largest and the five largest long positions have. */
  readonly largestLongShare: string;
  readonly fiveLongsShare: string;
  readonly largestShortShare: string;
  readonly fiveShortsShare: string;
}

/** Movements of an insurance fund in an hour or a UTC day, and those of single liquidations. */
export interface FundMovement {
  readonly id: string;
  readonly time: string;
  readonly uid: string;
  readonly isAgent: boolean;
  readonly liquidationId: string;
  readonly reason: string;
  readonly coin: string;
  /** Above zero: the fund received it. */
  readonly amount: string;
}

export interface FundMovementSearch {
  readonly realm: Realm;
  readonly coin: string;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly cursor: string;
  readonly limit: number;
}

/** Reads of the risk of the whole exchange, called by the administrative routes. */
export interface RiskReads {
  riskyPositions(search: PositionSearch): Promise<AdminOutcome<readonly RiskyPosition[]>>;
  contractRisks(realm: Realm): Promise<readonly ContractRisk[]>;
  deleveragingOrder(
    search: DeleveragingSearch,
  ): Promise<
    AdminOutcome<{ readonly holders: number; readonly queue: readonly DeleveragingRow[] }>
  >;
  fundMovements(
    search: FundMovementSearch,
  ): Promise<
    AdminOutcome<{ readonly movements: readonly FundMovement[]; readonly cursor: string }>
  >;
}
