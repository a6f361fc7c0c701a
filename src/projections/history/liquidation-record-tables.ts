/** Tables of the liquidations of a user: what began and ended them, their steps and payments. */
import {
  FUND_MOVE_REASONS,
  LIQUIDATION_OUTCOMES,
  LIQUIDATION_SCOPES,
  LIQUIDATION_STEPS,
  LIQUIDATION_TAKERS,
  POSITION_SIDES,
  WALLETS,
} from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** `open` until the liquidation has ended. */
export const LIQUIDATION_STATES = ["open", ...LIQUIDATION_OUTCOMES] as const;

/**
 * Liquidations of positions. `instrument` is an index + 1 and `mark` its price, both 0 for an
 * account. Figures are in `currency`, of a unified account in 10^-8 US dollars; those at the end
 * are 0 while it is open.
 */
export const LIQUIDATIONS = table("liquidations", ["user", "id"], {
  user: "int",
  id: "int",
  scope: LIQUIDATION_SCOPES,
  wallet: WALLETS,
  currency: "int",
  instrument: "int",
  positionSide: POSITION_SIDES,
  mark: "ticks",
  equity: "money",
  maintenance: "money",
  state: LIQUIDATION_STATES,
  endEquity: "money",
  endMaintenance: "money",
  createdAtMs: "int",
  endedAtMs: "int",
});
export type LiquidationRow = RecordOf<typeof LIQUIDATIONS.fields>;

/** Parts of positions that a liquidation closed, netting included; `id` is that of the order. */
export const LIQUIDATION_PARTS = table(
  "liquidation_parts",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    liquidationId: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    step: LIQUIDATION_STEPS,
    taker: LIQUIDATION_TAKERS,
    mark: "ticks",
    price: "ticks",
    size: "lots",
    createdAtMs: "int",
  },
  [["user", "liquidationId", "id"]],
);
export type LiquidationPartRow = RecordOf<typeof LIQUIDATION_PARTS.fields>;

/** Payments between a user's account and the insurance fund, into the fund when `isPaidIn`. */
export const LIQUIDATION_PAYMENTS = table(
  "liquidation_payments",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    liquidationId: "int",
    reason: FUND_MOVE_REASONS,
    isPaidIn: "flag",
    wallet: WALLETS,
    currency: "int",
    amount: "money",
    createdAtMs: "int",
  },
  [["user", "liquidationId", "id"]],
);
export type LiquidationPaymentRow = RecordOf<typeof LIQUIDATION_PAYMENTS.fields>;

/** Why an insurance fund receives or pays: in liquidations of futures, then of borrowed money. */
export const FUND_PAYMENT_REASONS = [
  ...FUND_MOVE_REASONS,
  ...(["collateral_swap", "loan_cover", "liquidation_fee"] as const),
] as const;
export type FundPaymentReason = (typeof FUND_PAYMENT_REASONS)[number];

/**
 * Columns of what a fund received and paid; selected from several tables, not stored. A swap has
 * one row for each of its coins.
 */
export const FUND_PAYMENTS = table("fund_payments", ["user", "id"], {
  ...LIQUIDATION_PAYMENTS.fields,
  reason: FUND_PAYMENT_REASONS,
});
export type FundPaymentRow = Omit<RecordOf<typeof FUND_PAYMENTS.fields>, "wallet">;
