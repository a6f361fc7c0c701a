/** Common parts of v3 strategy order requests (rest-v3.md, strategy orders). */
import { Type } from "typebox";
import type { LivePlan } from "../../../projections/live/live-plan.ts";
import { idOfWire } from "../../../wire/ids.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { clientOidV3, id } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const STRATEGY_ID_FIELDS = {
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV3()),
};

/** Returns the caller's pending plan by either id, `orderId` first; throws 25597. */
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
