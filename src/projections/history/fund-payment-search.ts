/** Search of what an insurance fund received and paid because of users, from several tables. */
import { assert } from "../../core/base/assert.ts";
import { type FundMoveReason, indexIn, REALMS } from "../../core/base/vocabulary.ts";
import type { SqlValue } from "../store/sql-store.ts";
import { PAGE_ROWS_MAX } from "./limits.ts";
import {
  FUND_PAYMENT_REASONS,
  FUND_PAYMENTS,
  type FundPaymentReason,
  LIQUIDATION_PAYMENTS,
} from "./liquidation-record-tables.ts";
import { LIQUIDATION_STEP_KINDS, type LiquidationStepKind } from "./liquidation-step-table.ts";
import type { FundPaymentsQuery } from "./queries.ts";
import type { Statement } from "./record-search.ts";
import { columnList } from "./table-sql.ts";

type StepReason = Exclude<FundPaymentReason, FundMoveReason>;

type Side = {
  readonly reason: StepReason;
  readonly isPaidIn: boolean;
  /** Prefix of the columns of the coin that the account received; absent for the paid one. */
  readonly coin?: "to_";
};

/** Selects the steps of a kind as payments; the wallet is that of no account. */
function stepsSql(kind: LiquidationStepKind, { coin, isPaidIn, reason }: Side): string {
  const of = coin ?? "";
  const columns = [
    ...["user", "id", "liquidation_id", `${indexIn(FUND_PAYMENT_REASONS, reason)} AS reason`],
    ...[`${isPaidIn ? 1 : 0} AS is_paid_in`, "0 AS wallet", `${of}currency AS currency`],
    ...[`${of}amount AS amount`, "created_at_ms"],
  ];
  const where = `kind = ${indexIn(LIQUIDATION_STEP_KINDS, kind)} AND ${of}amount > 0`;
  return `SELECT ${columns.join(", ")} FROM liquidation_steps WHERE ${where}`;
}

const PAYMENTS_SQL = [
  `SELECT ${columnList(LIQUIDATION_PAYMENTS)} FROM liquidation_payments`,
  stepsSql("fund_swap", { reason: "collateral_swap", isPaidIn: true }),
  stepsSql("fund_swap", { reason: "collateral_swap", isPaidIn: false, coin: "to_" }),
  stepsSql("cover", { reason: "loan_cover", isPaidIn: false }),
  stepsSql("fee", { reason: "liquidation_fee", isPaidIn: true }),
].join(" UNION ALL ");

/** The tables are read whole: they have a few rows for each liquidation of a user. */
export function fundPaymentsStatement(query: FundPaymentsQuery): Statement {
  const { currency, fromMs, idLessThan, limit, realm, toMs } = query;
  assert(limit >= 1 && limit <= PAGE_ROWS_MAX, "a page is within its limit");
  const params: SqlValue[] = [currency];
  const conditions = ["currency = ?"];
  const narrow = (sql: string, value: number | undefined): void => {
    if (value === undefined) return;
    conditions.push(sql);
    params.push(value);
  };
  narrow("created_at_ms >= ?", fromMs);
  narrow("created_at_ms <= ?", toMs);
  narrow("id < ?", idLessThan);
  const where = conditions.map((condition) => `${condition} AND`).join(" ");
  return {
    sql:
      `SELECT ${columnList(FUND_PAYMENTS)} FROM (${PAYMENTS_SQL}) WHERE ${where} ` +
      "user IN (SELECT user FROM users WHERE realm = ?) ORDER BY id DESC LIMIT ?",
    params: [...params, indexIn(REALMS, realm), limit + 1],
  };
}
