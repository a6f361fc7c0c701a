/** Table of the changes of orders and plans between their acceptance and their end. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/**
 * `amended`: new price or size. `exits_set`: new take-profit or stop-loss. `activated`: a trailing
 * plan began to follow the price. `triggered`: the price reached the trigger of a plan.
 * `placed_by_plan`: a plan placed the order. `ended`: the plan was executed, failed or cancelled.
 */
export const ORDER_STEP_KINDS = [
  "amended",
  "exits_set",
  "activated",
  "triggered",
  "placed_by_plan",
  "ended",
] as const;
export type OrderStepKind = (typeof ORDER_STEP_KINDS)[number];

/**
 * `subject` is the id of the order or plan, `id` the smallest id of the seq that changed it. Prices
 * and sizes are those after and before an amendment; of `activated` and `triggered`, `price` is the
 * price of the market. `relatedId` is the plan that placed the order. Fields without a meaning
 * are 0.
 */
export const ORDER_STEPS = table("order_steps", ["user", "subject", "id", "kind"], {
  user: "int",
  subject: "int",
  id: "int",
  kind: ORDER_STEP_KINDS,
  price: "ticks",
  size: "lots",
  priceBefore: "ticks",
  sizeBefore: "lots",
  triggerPrice: "ticks",
  triggerPriceBefore: "ticks",
  relatedId: "int",
  createdAtMs: "int",
});
export type OrderStepRow = RecordOf<typeof ORDER_STEPS.fields>;
