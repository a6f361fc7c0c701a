import type { Realm, Wallet } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";
import type { Endowment } from "./risk-port.ts";

/** Change of a balance of a user; `amount` is a decimal text above zero. */
export interface BalanceChange {
  readonly uid: string;
  readonly wallet: Wallet;
  readonly coin: string;
  readonly amount: string;
  /** Ticket or event that it belongs to; may be empty. */
  readonly reference: string;
}

/** Whether a change was made, or waits for a second person under its id. */
export interface ChangeResult {
  /** Seq of the command. */
  readonly seq: number;
  readonly status: "done" | "waiting";
  /** Id of a waiting change; empty for one that was made. */
  readonly adjustmentId: string;
}

/** Change of a fund of the exchange. */
export type FundChange = Endowment & { readonly reference: string };

/** Kinds of changes that wait for a second person. */
export const WAITING_KINDS = ["adjustment", "trade_correction", "liquidation_refund"] as const;

export interface WaitingAdjustment {
  readonly id: string;
  readonly kind: (typeof WAITING_KINDS)[number];
  /** Id of the trade or liquidation that a correction refers to; else empty. */
  readonly correctedId: string;
  /** User; empty for a fund. */
  readonly uid: string;
  readonly realm: Realm;
  readonly wallet: Wallet;
  readonly coin: string;
  /** Below zero for a debit. */
  readonly amount: string;
  readonly reference: string;
  readonly actor: string;
  /** ISO time. */
  readonly proposedAt: string;
}

export interface AdjustmentRules {
  /** Value in whole US dollars that one person may adjust in a UTC day alone; 0 for no limit. */
  readonly fourEyesUsd: number;
}

/** Credits, debits and their second person. */
export interface AdjustmentActions {
  credit(
    change: BalanceChange,
  ): Promise<AdminOutcome<Omit<BalanceChange, "reference"> & ChangeResult>>;
  debit(
    change: BalanceChange,
  ): Promise<AdminOutcome<Omit<BalanceChange, "reference"> & ChangeResult>>;
  endow(change: FundChange): Promise<AdminOutcome<Endowment & ChangeResult>>;
  withdrawFromFund(change: FundChange): Promise<AdminOutcome<Endowment & ChangeResult>>;
  listAdjustments(): readonly WaitingAdjustment[];
  decideAdjustment(
    id: string,
    isApproved: boolean,
  ): Promise<AdminOutcome<{ readonly id: string; readonly isApproved: boolean }>>;
  adjustmentRules(): AdjustmentRules;
  setAdjustmentRules(rules: AdjustmentRules): Promise<AdminOutcome<AdjustmentRules>>;
}
