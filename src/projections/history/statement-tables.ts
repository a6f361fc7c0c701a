/** Tables of the daily statements: what moved on each account in a UTC day, and what it held. */
import { WALLETS } from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";
import { BILL_KINDS } from "./tables.ts";

export const DAY_MS = 86_400_000;

/**
 * Wallets of statements. `market_agents` is a wallet of the exchange's own users: all wallets of
 * all agents of the simulated market of a realm, which have no statements one by one.
 */
export const STATEMENT_WALLETS = [...WALLETS, "market_agents"] as const;
export type StatementWallet = (typeof STATEMENT_WALLETS)[number];

/**
 * Why money moved on an account without bills: accounts of the exchange, agents of the market, and
 * the wallets of users that hold open withdrawals and pledges.
 */
const HOUSE_KINDS = [
  "trade",
  "trading_fee",
  "funding",
  "delivery",
  "fund_backstop",
  "fund_fees",
  "loan",
  "loan_repayment",
  "loan_cover",
  "collateral_swap",
  "debt_exchange",
  "conversion",
  "pledge",
  "pledge_sale",
  "credit",
  "debit",
  "transfer",
  "sub_transfer",
  "withdrawal_hold",
  "withdrawal",
  "withdrawal_fee",
  "withdrawal_refund",
  "internal_transfer",
  "p2p_hold",
  "p2p_return",
  "p2p_release",
  "p2p_fee",
  "unit_loan",
  "unit_repayment",
  "unit_collateral",
  "trade_correction",
] as const;

/** The kinds of bills, then those of accounts without bills. */
export const MOVEMENT_KINDS = [...BILL_KINDS, ...HOUSE_KINDS] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/**
 * Sum of the movements of one kind on one account in a day: the balance changed by `amount` minus
 * `fee`. `day` counts UTC days since 1970. `user` 0 and 1 are the exchange in the live and the demo
 * realm. Accounts that have an instrument, such as the margins of isolated positions, are summed by
 * wallet and currency. A sum that leaves 64 bits is continued in the next `part`.
 */
export const DAILY_MOVEMENTS = table(
  "daily_movements",
  ["day", "user", "wallet", "currency", "kind", "part"],
  {
    day: "int",
    user: "int",
    wallet: STATEMENT_WALLETS,
    currency: "int",
    kind: MOVEMENT_KINDS,
    part: "int",
    movements: "int",
    amount: "money",
    fee: "money",
  },
);
export type DailyMovementRow = RecordOf<typeof DAILY_MOVEMENTS.fields>;

/**
 * Balance of an account at the end of a day on which it moved, in atoms; on other days the balance
 * is that of the last such day before.
 */
export const DAILY_BALANCES = table("daily_balances", ["user", "wallet", "currency", "day"], {
  user: "int",
  wallet: STATEMENT_WALLETS,
  currency: "int",
  day: "int",
  closing: "money",
});
export type DailyBalanceRow = RecordOf<typeof DAILY_BALANCES.fields>;

/** Movements of one kind of a statement, in atoms. */
export type StatementMovement = {
  readonly kind: MovementKind;
  readonly count: number;
  readonly amount: bigint;
  readonly fee: bigint;
};

/**
 * Statement of one account for a day, in atoms: `closing` is `opening` plus the amounts minus the
 * fees of the movements. `isFinal` is false for the day that has not ended.
 */
export type StatementRow = {
  readonly user: number;
  readonly day: number;
  readonly wallet: StatementWallet;
  readonly currency: number;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly movements: readonly StatementMovement[];
  readonly isFinal: boolean;
};
