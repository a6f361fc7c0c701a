/** Common parts of trigger order requests on spot and futures of v2. */
import { Type } from "typebox";
import type { OrderType } from "../../../core/base/vocabulary.ts";
import type { AmendPlan } from "../../../core/commands/commands.ts";
import { NO_PRICE, type Ticks, ZERO_ATOMS, ZERO_LOTS } from "../../../core/money/units.ts";
import { idOfWire } from "../../../wire/ids.ts";
import type { PrivateContext, TradeContext } from "../../http/endpoint.ts";
import { clientOidV2, id } from "../../http/fields.ts";
import { type RejectionDialect, rejectionError } from "../../rejection-codes.ts";

export const PLAN_ID_FIELDS = {
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
};

export interface PlanIds {
  readonly planId: number;
  readonly clientOrderId: string;
}

/** Returns the two ids for a command; `orderId` has precedence. Throws 40924 or "not found". */
export function planIds(
  context: Pick<TradeContext, "errors">,
  request: { readonly orderId?: string; readonly clientOid?: string },
  dialect: RejectionDialect,
): PlanIds {
  if (request.orderId !== undefined) {
    const planId = idOfWire(request.orderId);
    if (planId === undefined) throw rejectionError("plan_not_found", dialect);
    return { planId, clientOrderId: "" };
  }
  if (request.clientOid === undefined) {
    throw context.errors.needsOneOf(["orderId", "clientOid"]);
  }
  return { planId: 0, clientOrderId: request.clientOid };
}

/** Returns the caller's pending plan; throws "not found". */
export function pendingPlan(context: TradeContext, ids: PlanIds, dialect: RejectionDialect) {
  const { plans } = context.exchange.live;
  const user = context.principal.userIndex;
  const plan =
    ids.planId === 0
      ? plans.ownByClientOrderId(user, ids.clientOrderId)
      : plans.ownById(user, ids.planId);
  if (plan === undefined) throw rejectionError("plan_not_found", dialect);
  return plan;
}

/** Returns a change of a plan that keeps everything, to be completed. */
export function unchangedPlan(context: PrivateContext, planId: number): AmendPlan {
  return {
    kind: "amend_plan",
    user: context.principal.userIndex,
    planId,
    clientOrderId: "",
    triggerBy: "keep",
    triggerPrice: NO_PRICE,
    callbackE4: 0,
    orderType: "keep",
    price: NO_PRICE,
    size: ZERO_LOTS,
    quoteAmount: ZERO_ATOMS,
    exits: undefined,
  };
}

/** Returns the order type of an execution price: market if it is absent or 0. */
export function orderTypeOf(price: Ticks): OrderType {
  return price === NO_PRICE ? "market" : "limit";
}
