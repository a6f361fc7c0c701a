/** Searches of peer-to-peer ads and orders. */
import { indexIn, P2P_AD_STATUSES, P2P_ORDER_STATUSES, SIDES } from "../../core/base/vocabulary.ts";
import { type Condition, equals, wordsAmong } from "./page-search.ts";
import type { P2pAdsQuery, P2pOrdersQuery } from "./queries.ts";

function ofPair(query: {
  readonly id?: number | undefined;
  readonly currency?: number | undefined;
  readonly fiat?: number | undefined;
}): Condition[] {
  const { currency, fiat, id } = query;
  const conditions: Condition[] = [];
  if (currency !== undefined) conditions.push(equals("currency", currency));
  if (fiat !== undefined) conditions.push(equals("fiat", fiat));
  if (id !== undefined) conditions.push(equals("id", id));
  return conditions;
}

export function ofP2pOrders(query: P2pOrdersQuery): Condition[] {
  const { ad, isBuyer, statuses } = query;
  const conditions = ofPair(query);
  if (ad !== undefined) conditions.push(equals("ad", ad));
  if (isBuyer !== undefined) conditions.push(equals("isBuyer", isBuyer ? 1 : 0));
  if (statuses !== undefined) conditions.push(wordsAmong("status", P2P_ORDER_STATUSES, statuses));
  return conditions;
}

export function ofP2pAds(query: P2pAdsQuery): Condition[] {
  const { method, side, status } = query;
  const conditions = ofPair(query);
  if (side !== undefined) conditions.push(equals("side", indexIn(SIDES, side)));
  if (status !== undefined) {
    conditions.push(equals("status", indexIn(P2P_AD_STATUSES, status)));
  }
  if (method !== undefined) {
    conditions.push({ sql: "instr(',' || methods || ',', ?) > 0", params: [`,${method},`] });
  }
  return conditions;
}

const COMPLETED = indexIn(P2P_ORDER_STATUSES, "completed");

/** Statement of the statistics of users; its parameter after the users is the recent time. */
export function p2pStatisticsSql(users: number): string {
  const completed = `(status = ${COMPLETED})`;
  const ended = `(status >= ${COMPLETED})`;
  const recent = "(created_at_ms >= since)";
  const sums = [
    `SUM(${completed})`,
    `SUM(${completed} AND is_buyer)`,
    `SUM(${ended})`,
    `SUM(${ended} AND appealed_at_ms = 0)`,
    `SUM(${completed} AND ${recent})`,
    `SUM(${completed} AND ${recent} AND is_buyer)`,
    `SUM(${ended} AND ${recent})`,
    `SUM((${completed} AND ${recent} AND is_buyer) * (paid_at_ms - created_at_ms))`,
    `SUM((${completed} AND ${recent} AND NOT is_buyer) * (updated_at_ms - paid_at_ms))`,
  ];
  const places = Array.from({ length: users }, () => "?").join(", ");
  return (
    `SELECT user, ${sums.join(", ")} FROM p2p_orders, (SELECT ? AS since) ` +
    `WHERE user IN (${places}) GROUP BY user ORDER BY user`
  );
}
