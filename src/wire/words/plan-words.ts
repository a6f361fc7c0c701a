/** The wire words of plans that REST and channels share (rest-v2.md, trigger orders). */
import type { PlanKind, TriggerSource } from "../../core/base/vocabulary.ts";
import type { PlanStatus } from "../../projections/live/plan-status.ts";

export const PLAN_TYPES_V2 = {
  normal: "normal_plan",
  trailing: "track_plan",
  profit: "profit_plan",
  loss: "loss_plan",
  moving: "moving_plan",
  position_profit: "pos_profit",
  position_loss: "pos_loss",
} as const satisfies Readonly<Record<PlanKind, string>>;

/** Kinds of futures plans on the channel orders-algo. */
export const PLAN_PUSH_TYPES_V2 = {
  normal: "pl",
  trailing: "track",
  profit: "tp",
  loss: "sl",
  moving: "mtpsl",
  position_profit: "ptp",
  position_loss: "psl",
} as const satisfies Readonly<Record<PlanKind, string>>;

export const TRIGGER_TYPES_V2 = {
  last: "fill_price",
  mark: "mark_price",
  index: "index_price",
} as const satisfies Readonly<Record<TriggerSource, string>>;

/** v3 has no trigger by index price, and plans of unified users have none. */
export const TRIGGERS_V3 = {
  last: "market",
  mark: "mark",
  index: "mark",
} as const satisfies Readonly<Record<TriggerSource, string>>;

export const PLAN_STATUSES_V2 = {
  waiting: "live",
  tracking: "live",
  fired: "executing",
  executed: "executed",
  failed: "fail_execute",
  cancelled: "cancelled",
} as const satisfies Readonly<Record<PlanStatus, string>>;

/** The words of strategy orders (rest-v3.md, appendix). */
export const PLAN_STATUSES_V3 = {
  waiting: "pending",
  tracking: "pending",
  fired: "submitting",
  executed: "success",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Readonly<Record<PlanStatus, string>>;

/** Sub-orders of trigger orders (specification, Trigger sub-order). */
export const SUB_ORDER_STATUSES: Readonly<Record<PlanStatus, string | undefined>> = {
  waiting: undefined,
  tracking: "in_progress_tracking",
  fired: "in_progress",
  executed: "success",
  failed: "fail",
  cancelled: "cancelled",
};
