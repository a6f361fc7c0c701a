/** What requests of v3 strategy orders share (rest-v3.md, strategy orders). */
import { Type } from "typebox";
import { strategyOrder } from "../../../channels/private/unified-plans.ts";
import type { LivePlan } from "../../../projections/live/live-plan.ts";
import { idOfWire } from "../../../wire/ids.ts";
import { wireCategoryOfOrder } from "../../../wire/words/categories.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { clientOidV3, id } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const STRATEGY_ID_FIELDS = {
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV3()),
};

/** The caller's pending plan by either id, `orderId` first; throws 25597. */
export function pendingStrategy(
  context: PrivateContext,
  named: { readonly orderId?: string; readonly clientOid?: string },
): LivePlan {
  const { plans } = context.exchange.live;
  const user = context.principal.userIndex;
  const { clientOid, orderId } = named;
  if (orderId === undefined && clientOid === undefined) {
    throw context.errors.needsOneOf(["orderId", "clientOid"]);
  }
  const plan =
    orderId === undefined
      ? plans.ownByClientOrderId(user, clientOid ?? "")
      : plans.ownById(user, idOfWire(orderId) ?? 0);
  if (plan === undefined) throw rejectionError("plan_not_found", "v3");
  return plan;
}

export const strategyRow = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  qty: Type.String({ description: "Amount of a spot market buy; empty for the whole position" }),
  side: Type.String(),
  posSide: Type.String(),
  reduceOnly: Type.String(),
  type: Type.String({ description: "tpsl or trigger" }),
  status: Type.String({ description: "pending, submitting, success, failed, cancelled" }),
  triggerType: Type.String({ description: "takeProfit or stopLoss; empty for both and neither" }),
  tpTriggerBy: Type.String(),
  slTriggerBy: Type.String(),
  takeProfit: Type.String(),
  stopLoss: Type.String(),
  tpOrderType: Type.String(),
  slOrderType: Type.String(),
  tpLimitPrice: Type.String(),
  slLimitPrice: Type.String(),
  triggerBy: Type.String(),
  triggerPrice: Type.String(),
  triggerOrderType: Type.String(),
  triggerOrderPrice: Type.String(),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});

/** A row of strategy orders; `twin` is the other half of a take-profit and stop-loss in one. */
export function strategyRowOf(
  context: PrivateContext,
  plan: LivePlan,
  twin: LivePlan | undefined,
): Type.Static<typeof strategyRow>[] {
  const { accounts } = context.exchange;
  const instrument = accounts.instrumentAt(plan.instrument);
  if (instrument === undefined) return [];
  const category = wireCategoryOfOrder(instrument.category, plan.backing);
  return [{ category, ...strategyOrder(accounts, instrument, plan, twin) }];
}
