/** Cancels of spot orders, and of plans that the order lists show as orders (tpslType tpsl). */
import type { CommandOutcome } from "../../../../core/base/outcome.ts";
import type { CancelOrder, DraftOf } from "../../../../core/commands/commands.ts";
import type { TradeContext } from "../../../http/endpoint.ts";
import { type CancelSpotOrderRequestV2, cancelSpotOrderV2 } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { clientOidOf } from "../../shared/find-orders.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { pendingPlan, planIds } from "../../shared/plan-requests.ts";
import { orderContext } from "../../shared/submit.ts";

type CancelRequest = Omit<CancelSpotOrderRequestV2, "symbol"> & { readonly symbol?: string };
type CancelCommand = CancelOrder | DraftOf<"cancel_plan">;

/**
 * Returns the command of a cancel. An order or plan that is not on spot, or not on the pair that
 * the request names, counts as unknown.
 */
export function cancelCommand(context: TradeContext, request: CancelRequest): CancelCommand {
  if (request.tpslType !== "tpsl") return cancelSpotOrderV2(orderContext(context), request);
  const { symbol } = request;
  const named = symbol === undefined ? undefined : spotInstrument(context, symbol);
  const plan = pendingPlan(context, planIds(context, request, "v2_spot"), "v2_spot");
  const instrument = context.exchange.accounts.instrumentAt(plan.instrument);
  const isNamed = named === undefined || named === instrument;
  if (instrument?.category !== "spot" || !isNamed) {
    throw rejectionError("plan_not_found", "v2_spot");
  }
  const { clientOrderId, planId, user } = plan;
  return { kind: "cancel_plan", user, planId, clientOrderId, withPaired: false };
}

/** Returns the client id of what a command has cancelled. */
export function cancelledClientOid(
  context: TradeContext,
  command: CancelCommand,
  { id }: CommandOutcome,
): string {
  return command.kind === "cancel_plan" ? command.clientOrderId : clientOidOf(context, id);
}
