import { Type } from "typebox";
import { URGENT } from "../../../../sequencer/port.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { PLAN_ID_FIELDS, pendingPlan, planIds } from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";

export const cancelSpotPlanOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/cancel-plan-order"],
  version: "v2",
  summary: "Cancel a spot trigger order by its id or client id",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 20, per: "uid" },
  urgent: true,
  request: Type.Object(PLAN_ID_FIELDS),
  response: Type.Object({ result: Type.String() }),
  async handle(context, request) {
    const plan = pendingPlan(context, planIds(context, request, "v2_spot"), "v2_spot");
    const instrument = context.exchange.accounts.instrumentAt(plan.instrument);
    if (instrument?.isFutures !== false) throw rejectionError("plan_not_found", "v2_spot");
    const { planId } = plan;
    const named = { user: plan.user, planId, clientOrderId: "", withPaired: false };
    const command = { kind: "cancel_plan", ...named } as const;
    await submitAccepted(context, command, "v2_spot", URGENT);
    return { result: "success" };
  },
});
