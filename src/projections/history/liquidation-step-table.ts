/** Table of the steps of liquidations that close no position: what became of coins and debts. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/**
 * `fund_swap`: coins exchanged with the insurance fund. `pool_exchange`: coins exchanged with the
 * lending pool for a coin that repays a debt. `repayment`: a loan repaid to the pool. `cover`: a
 * loan that the insurance fund and the pool bore. `fee`: the fee of the insurance fund.
 */
export const LIQUIDATION_STEP_KINDS = [
  "fund_swap",
  "pool_exchange",
  "repayment",
  "cover",
  "fee",
] as const;
export type LiquidationStepKind = (typeof LIQUIDATION_STEP_KINDS)[number];

/**
 * `liquidationId` is that of a unified account, or the id of the unwinding of a margin account or
 * of a loan against a pledge, of which only a `cover` has a row.
 * `amount` of `currency` is what the account paid, of a `cover` what the fund paid; `toAmount` of
 * `toCurrency` is what it received, both 0 where nothing was exchanged. `interest` was repaid, of a
 * `cover` dropped, and is no part of `amount`. The pool bore `poolLoss`.
 */
export const LIQUIDATION_STEPS_TABLE = table(
  "liquidation_steps",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    liquidationId: "int",
    kind: LIQUIDATION_STEP_KINDS,
    currency: "int",
    amount: "money",
    toCurrency: "int",
    toAmount: "money",
    interest: "money",
    poolLoss: "money",
    createdAtMs: "int",
  },
  [["user", "liquidationId", "id"]],
);
export type LiquidationStepRow = RecordOf<typeof LIQUIDATION_STEPS_TABLE.fields>;
