import { Type } from "typebox";
import { idOfWire } from "../../../wire/ids.ts";
import { subOrderRowSchema, subOrderRows } from "../../../wire/sub-order-row.ts";
import { isTpsl } from "../../../wire/v3/strategy-rows.ts";
import { backingOfWire } from "../../../wire/words/categories.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { category } from "../../http/fields.ts";
import { findPlan } from "../../orders/find-plan.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { instrumentFilter } from "../instrument-scope.ts";
import { STRATEGY_ID_FIELDS } from "./strategy-requests.ts";

/** Returns the ids for a history query: `orderId` has precedence; throws if there is neither. */
function namedPlan(
  context: PrivateContext,
  named: { readonly orderId?: string; readonly clientOid?: string },
) {
  const { clientOid, orderId } = named;
  if (orderId !== undefined) return { planId: idOfWire(orderId) ?? 0 };
  if (clientOid === undefined) throw context.errors.needsOneOf(["orderId", "clientOid"]);
  return { clientOrderId: clientOid };
}

export const getStrategySubOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/strategy-sub-orders"],
  version: "v3",
  summary: "The orders that a strategy order became, or is becoming",
  description: "Of a take-profit and stop-loss in one order, both halves.",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ ...STRATEGY_ID_FIELDS, category: Type.Optional(category()) }),
  response: Type.Array(subOrderRowSchema),
  async handle(context, request) {
    const instruments = instrumentFilter(context, request);
    const backing = backingOfWire(request.category);
    const plan = await findPlan(context, { ...namedPlan(context, request), instruments, backing });
    if (plan === undefined) throw rejectionError("plan_not_found", "v3");
    const isPair = isTpsl(plan) && plan.pairedId !== 0;
    const otherLeg = isPair ? await findPlan(context, { planId: plan.pairedId }) : undefined;
    return [plan, ...(otherLeg === undefined ? [] : [otherLeg])]
      .sort((one, other) => one.planId - other.planId)
      .flatMap((one) => subOrderRows(context.exchange.accounts, one));
  },
});
