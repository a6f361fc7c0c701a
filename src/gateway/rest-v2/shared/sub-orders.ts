/** What trigger orders became (specification, Trigger sub-order), in the words of both dialects. */
import { type Static, Type } from "typebox";
import { priceText } from "../../../channels/channel-instrument.ts";
import { SUB_ORDER_STATUSES } from "../../../channels/plan-words.ts";
import { wireId } from "../../../channels/wire-id.ts";
import type { PlansQuery } from "../../../projections/history/queries.ts";
import type { LivePlan } from "../../../projections/live/live-plan.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { planOfRow } from "./plan-requests.ts";

export const subOrderRow = Type.Object({
  orderId: Type.String({ description: "Empty until there is an order, or when it was refused" }),
  price: Type.String({ description: "Empty for a market order" }),
  type: Type.String(),
  status: Type.String({
    description: "in_progress_tracking, in_progress, success, fail, cancelled",
  }),
});

/** The sub-order of a plan; none while it only waits for its price. */
export function subOrdersOf(
  exchange: ExchangeAccess,
  plan: LivePlan,
): Static<typeof subOrderRow>[] {
  const instrument = exchange.accounts.instrumentAt(plan.instrument);
  const status = SUB_ORDER_STATUSES[plan.status];
  if (status === undefined || instrument === undefined) return [];
  return [
    {
      orderId: plan.executeOrderId === 0 ? "" : wireId(plan.executeOrderId),
      price: plan.price === 0 ? "" : priceText(instrument, plan.price),
      type: plan.orderType,
      status,
    },
  ];
}

/** The caller's newest plan, pending or past, that a filter lets through. */
export async function findPlan(
  context: PrivateContext,
  filter: Omit<PlansQuery, "user" | "limit">,
): Promise<LivePlan | undefined> {
  const { history, live } = context.exchange;
  const user = context.principal.userIndex;
  const { rows } = await history.plans({ ...filter, user, limit: 1 });
  const [row] = rows;
  if (row === undefined) return undefined;
  return live.plans.ownById(user, row.id) ?? planOfRow(row);
}
