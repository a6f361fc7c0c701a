/** The wire words of plans that REST and channels share (rest-v2.md, trigger orders). */
import { formatTrimmed } from "../core/money/decimals.ts";
import type { OrderSource, OrderType, PlanKind, TriggerSource } from "../core/vocabulary.ts";
import type { PlanStatus } from "../projections/live/plan-status.ts";

export const PLAN_TYPES_V2: Readonly<Record<PlanKind, string>> = {
  normal: "normal_plan",
  trailing: "track_plan",
  profit: "profit_plan",
  loss: "loss_plan",
  moving: "moving_plan",
  position_profit: "pos_profit",
  position_loss: "pos_loss",
};

export const TRIGGER_TYPES_V2: Readonly<Record<TriggerSource, string>> = {
  last: "fill_price",
  mark: "mark_price",
  index: "index_price",
};

/** v3 knows no index price; the core takes none from there. */
export const TRIGGERS_V3: Readonly<Record<TriggerSource, string>> = {
  last: "market",
  mark: "mark",
  index: "mark",
};

export const PLAN_STATUSES_V2: Readonly<Record<PlanStatus, string>> = {
  waiting: "live",
  tracking: "live",
  fired: "executing",
  executed: "executed",
  failed: "fail_execute",
  cancelled: "cancelled",
};

/** The words of strategy orders (rest-v3.md, appendix). */
export const PLAN_STATUSES_V3: Readonly<Record<PlanStatus, string>> = {
  waiting: "pending",
  tracking: "pending",
  fired: "submitting",
  executed: "success",
  failed: "failed",
  cancelled: "cancelled",
};

/** Sub-orders of trigger orders (specification, Trigger sub-order). */
export const SUB_ORDER_STATUSES: Readonly<Record<PlanStatus, string | undefined>> = {
  waiting: undefined,
  tracking: "in_progress_tracking",
  fired: "in_progress",
  executed: "success",
  failed: "fail",
  cancelled: "cancelled",
};

/** What a plan's orders are called by their kind; undefined for those that any order may be. */
const SOURCE_WORDS: Readonly<Partial<Record<OrderSource, string>>> = {
  profit_plan: "profit",
  loss_plan: "loss",
  moving_plan: "profit",
  position_profit_plan: "pos_profit",
  position_loss_plan: "pos_loss",
};

/** What an order came of, as v2 writes it: `normal`, `market`, `profit_limit` and the like. */
export function orderSourceWord(source: OrderSource, orderType: OrderType): string {
  const word = SOURCE_WORDS[source];
  if (word !== undefined) return `${word}_${orderType}`;
  return orderType === "market" ? "market" : "normal";
}

/** Who made an order: what the exchange itself places, plans among it, is the system's. */
export function pointSourceWord(source: OrderSource): string {
  if (source === "api") return "API";
  return source === "web" ? "WEB" : "SYS";
}

/** A callback ratio in percent, as clients write it: 150 ten-thousandths are `1.5`. */
export function callbackText(callbackE4: number): string {
  return formatTrimmed(callbackE4, 2);
}
