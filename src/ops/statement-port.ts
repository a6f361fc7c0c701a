import type { Realm } from "../core/base/vocabulary.ts";
import type { HouseSide } from "../projections/history/house-sides.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** Movements of one kind on an account in a day, as decimal texts. */
export interface MovementSum {
  readonly kind: string;
  readonly count: number;
  /** What the balance received, below zero for what it paid, before fees. */
  readonly amount: string;
  readonly fee: string;
}

/** Movements of one kind on an account of the exchange in a day. */
export interface HouseMovementSum extends MovementSum {
  readonly otherSides: readonly HouseSide[];
}

/** Statement of one wallet and coin: `closing` is `opening` plus amounts minus fees. */
export interface AccountStatement<M extends MovementSum = MovementSum> {
  readonly wallet: string;
  readonly coin: string;
  readonly opening: string;
  readonly movements: readonly M[];
  readonly closing: string;
}

export interface DayStatement<M extends MovementSum = MovementSum> {
  /** UTC day such as 2026-01-31. */
  readonly day: string;
  /** False while the day has not ended. */
  readonly isFinal: boolean;
  readonly accounts: readonly AccountStatement<M>[];
}

/** UTC days such as 2026-01-31, both included. */
export interface StatementPeriod {
  readonly from: string;
  readonly to: string;
}

export interface UserStatements extends StatementPeriod {
  readonly uid: string;
  readonly days: readonly DayStatement[];
}

export interface HouseStatements extends StatementPeriod {
  readonly realm: Realm;
  readonly days: readonly DayStatement<HouseMovementSum>[];
}

/** Reads of daily statements. */
export interface StatementReads {
  statementsOf(uid: string, period: StatementPeriod): Promise<AdminOutcome<UserStatements>>;
  /** Statements of the exchange's own accounts in a realm. */
  houseStatements(realm: Realm, period: StatementPeriod): Promise<AdminOutcome<HouseStatements>>;
}
