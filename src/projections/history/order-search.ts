/** Conditions of searches of orders, fills and plans. */
import {
  indexIn,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  type OrderBacking,
  SIDES,
} from "../../core/base/vocabulary.ts";
import { ofLiquidation } from "./margin-search.ts";
import { type Condition, equals, wordsAmong } from "./page-search.ts";
import type { OrdersQuery } from "./queries.ts";

/** Condition on the wallet that backs an order; none without one. */
export function byBacking(backing: OrderBacking | undefined): Condition[] {
  return backing === undefined ? [] : [equals("backing", indexIn(ORDER_BACKINGS, backing))];
}

/** Conditions on cause, source, type and side of orders. */
export function byOrderKind({ liquidating, orderTypes, sides, sources }: OrdersQuery): Condition[] {
  const conditions: Condition[] = [];
  if (liquidating !== undefined) conditions.push(ofLiquidation(liquidating));
  if (sources !== undefined) conditions.push(wordsAmong("source", ORDER_SOURCES, sources));
  if (orderTypes !== undefined) conditions.push(wordsAmong("orderType", ORDER_TYPES, orderTypes));
  if (sides !== undefined) conditions.push(wordsAmong("side", SIDES, sides));
  return conditions;
}
