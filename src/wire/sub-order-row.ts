/** Orders that trigger orders placed (specification, Trigger sub-order), on v2 and v3. */
import { type Static, Type } from "typebox";
import type { LivePlan } from "../projections/live/live-plan.ts";
import { wireId } from "./ids.ts";
import type { Listings } from "./listings.ts";
import { knownPriceText } from "./texts.ts";
import { ORDER_TYPE_WORDS } from "./words/order-words.ts";
import { SUB_ORDER_STATUSES } from "./words/plan-words.ts";

export const subOrderRowSchema = Type.Object({
  orderId: Type.String({ description: "Empty until there is an order, or when it was refused" }),
  price: Type.String({ description: "Empty for a market order" }),
  type: Type.String(),
  status: Type.String({
    description: "in_progress_tracking, in_progress, success, fail, cancelled",
  }),
});
export type SubOrderRow = Static<typeof subOrderRowSchema>;

/** Returns the sub-order of a plan; none while the plan waits for its price. */
export function subOrderRows(listings: Listings, plan: LivePlan): SubOrderRow[] {
  const instrument = listings.instrumentAt(plan.instrument);
  const status = SUB_ORDER_STATUSES[plan.status];
  if (status === undefined || instrument === undefined) return [];
  return [
    {
      orderId: plan.executeOrderId === 0 ? "" : wireId(plan.executeOrderId),
      price: knownPriceText(instrument, plan.price),
      type: ORDER_TYPE_WORDS[plan.orderType],
      status,
    },
  ];
}
