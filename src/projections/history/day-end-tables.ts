/** Tables of debts and positions at the ends of days, from which past equity is computed. */
import { MARGIN_WALLETS, POSITION_SIDES, type Wallet } from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/**
 * Debt of a margin account with its interest, in atoms, at the end of a day on which it changed; on
 * other days it is that of the last such day before. `place` is the index + 1 of an isolated
 * account's instrument, or 0. Debts of unified accounts are balances below zero.
 */
export const DAILY_DEBTS = table("daily_debts", ["user", "wallet", "place", "currency", "day"], {
  user: "int",
  wallet: MARGIN_WALLETS,
  place: "int",
  currency: "int",
  day: "int",
  debt: "money",
});
export type DailyDebtRow = RecordOf<typeof DAILY_DEBTS.fields>;

/** Futures position at the end of a day on which it changed, as `DAILY_DEBTS`. */
export const DAILY_POSITIONS = table(
  "daily_positions",
  ["user", "instrument", "positionSide", "day"],
  {
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    day: "int",
    size: "lots",
    openNotional: "money",
  },
);

/**
 * Part of an account at the end of a day. Of a balance and a debt, `amount` is of `currency`; of a
 * position it is the notional at which it was opened, in atoms of quote or settle. `wallet` is that
 * of a balance; the fields of others are `none` or 0.
 */
export type DayEndRow = {
  readonly kind: "balance" | "debt" | "long" | "short";
  readonly day: number;
  readonly wallet: Wallet | "none";
  readonly currency: number;
  readonly instrument: number;
  readonly size: number;
  readonly amount: bigint;
};
