/** Searches of liquidations with their parts, of orders by id alone, and of market samples. */
import { assert } from "../../core/base/assert.ts";
import type { SqlValue } from "../store/sql-store.ts";
import { ACTIVITIES } from "./activity-table.ts";
import { PAGE_ROWS_MAX } from "./limits.ts";
import {
  LIQUIDATION_PARTS,
  LIQUIDATION_PAYMENTS,
  LIQUIDATIONS,
} from "./liquidation-record-tables.ts";
import { LIQUIDATION_STEPS_TABLE } from "./liquidation-step-table.ts";
import { LIQUIDATED } from "./liquidation-tables.ts";
import { ORDER_STEPS } from "./order-step-table.ts";
import { equals, type Search } from "./page-search.ts";
import type {
  ActivitiesQuery,
  HistoryQuery,
  LiquidatedQuery,
  LiquidationRowsQuery,
  LiquidationsQuery,
  MarketSamplesQuery,
  NamedOrdersQuery,
  OrderByIdQuery,
  OrderStepsQuery,
} from "./queries.ts";
import { MARKET_SAMPLES, SAMPLE_MS, SAMPLE_SUMS } from "./statistics-tables.ts";
import { columnList, columnOf } from "./table-sql.ts";
import { ORDERS } from "./tables.ts";

export type Statement = { readonly sql: string; readonly params: readonly SqlValue[] };

export type LiquidationRequest = Extract<
  HistoryQuery,
  { readonly kind: `liquidation${"s" | "Parts" | "Payments" | "Steps"}` | "fundPayments" }
>;

/** Whether a request is one of the searches of liquidations. */
export function isOfLiquidations(request: HistoryQuery): request is LiquidationRequest {
  const isOfOne = /^liquidation(s|Parts|Payments|Steps)$/.test(request.kind);
  return isOfOne || request.kind === "fundPayments";
}

const OWNER = { owner: "user", conditions: [], timeField: "createdAtMs", ids: "coreId" } as const;

/** Closed parts of positions in an instrument. */
export function ofLiquidated(query: LiquidatedQuery): Search<typeof LIQUIDATED.fields> {
  const by = { owner: "instrument", ownerId: query.instrument, paging: query } as const;
  return { ...OWNER, ...by, table: LIQUIDATED };
}

/** Liquidations of a user. */
export function ofLiquidations(query: LiquidationsQuery): Search<typeof LIQUIDATIONS.fields> {
  return { ...OWNER, table: LIQUIDATIONS, ownerId: query.user, paging: query };
}

function ofRows({ liquidationIds: values, user: ownerId }: LiquidationRowsQuery) {
  const paging = { limit: PAGE_ROWS_MAX - 1 };
  return { ...OWNER, ownerId, paging, lookup: { field: "liquidationId", values } } as const;
}

/** Parts of positions that liquidations of a user closed. */
export function ofLiquidationParts(
  query: LiquidationRowsQuery,
): Search<typeof LIQUIDATION_PARTS.fields> {
  return { ...ofRows(query), table: LIQUIDATION_PARTS };
}

/** Payments between a user and the insurance fund in liquidations. */
export function ofLiquidationPayments(
  query: LiquidationRowsQuery,
): Search<typeof LIQUIDATION_PAYMENTS.fields> {
  return { ...ofRows(query), table: LIQUIDATION_PAYMENTS };
}

/** What liquidations of a user did with coins and debts. */
export function ofLiquidationSteps(
  query: LiquidationRowsQuery,
): Search<typeof LIQUIDATION_STEPS_TABLE.fields> {
  return { ...ofRows(query), table: LIQUIDATION_STEPS_TABLE };
}

/** What changed the access to an account of a user and its modes. */
export function ofActivities(query: ActivitiesQuery): Search<typeof ACTIVITIES.fields> {
  return { ...OWNER, table: ACTIVITIES, ownerId: query.user, paging: query };
}

/** Changes of an order or plan of a user. */
export function ofOrderSteps(query: OrderStepsQuery): Search<typeof ORDER_STEPS.fields> {
  const conditions = [equals("subject", query.subject)];
  return { ...OWNER, table: ORDER_STEPS, ownerId: query.user, paging: query, conditions };
}

/**
 * Orders have no index by id alone: one look-up in the key per user finds one, in some milliseconds
 * for thousands of users.
 */
export function orderByIdStatement({ id }: OrderByIdQuery): Statement {
  const sql =
    `SELECT ${columnList(ORDERS)} FROM orders WHERE user IN (SELECT user FROM users) ` +
    "AND id = ? LIMIT 1";
  return { sql, params: [id] };
}

/** One look-up in the key of the orders for each. */
export function namedOrdersStatement({ orders }: NamedOrdersQuery): Statement {
  assert(orders.length <= PAGE_ROWS_MAX, "a page is within its limit");
  const pairs = orders.map(({ orderId, user }) => [user, orderId]);
  const sql =
    `SELECT ${columnList(ORDERS)} FROM (SELECT value ->> 0 AS named_user, ` +
    "value ->> 1 AS named_id FROM json_each(?)) CROSS JOIN orders " +
    "ON user = named_user AND id = named_id";
  return { sql, params: [JSON.stringify(pairs)] };
}

/**
 * Samples merged to periods, newest first; one more than the limit. SQLite takes the columns
 * without a function from the row of the MAX: the end of the period.
 */
export function marketSamplesStatement(query: MarketSamplesQuery): Statement {
  const { instrument, limit, periodMs, toMs } = query;
  assert(limit >= 1 && limit <= PAGE_ROWS_MAX, "a page is within its limit");
  assert(periodMs > 0 && periodMs % SAMPLE_MS === 0, "a period is made of whole samples");
  const sums: ReadonlySet<string> = new Set(SAMPLE_SUMS);
  const columns = Object.keys(MARKET_SAMPLES.fields).map((field) => {
    const column = columnOf(field);
    if (field === "startMs") return `start_ms - start_ms % ${periodMs} AS period`;
    return sums.has(field) ? `SUM(${column})` : column;
  });
  const sql =
    `SELECT ${columns.join(", ")}, MAX(start_ms) FROM market_samples ` +
    "WHERE instrument = ? AND start_ms <= ? GROUP BY period ORDER BY period DESC LIMIT ?";
  return { sql, params: [instrument, toMs, limit + 1] };
}
