import { Type } from "typebox";
import { subOrderRowSchema, subOrderRows } from "../../../../wire/sub-order-row.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { id, productType } from "../../../http/fields.ts";
import { findPlan } from "../../../orders/find-plan.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { indexesOf, mixInstruments } from "../../shared/instruments.ts";
import { idFilter } from "../../shared/paging.ts";
import { kindsOfListedType, listedTypeField } from "./plan-types.ts";

export function planSubOrderEndpoint(method: "GET" | "POST"): Endpoint {
  return defineEndpoint({
    method,
    paths: ["/api/v2/mix/order/plan-sub-order"],
    version: "v2",
    readsQuery: method === "POST",
    summary: "The order that a trigger order became, or is becoming",
    description: "A POST has its parameters in the query string, in the body, or in both.",
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid", bucket: "mix plan-sub-order" },
    request: Type.Object({
      planType: listedTypeField(),
      planOrderId: id(),
      productType: productType(),
    }),
    response: Type.Array(subOrderRowSchema),
    async handle(context, request) {
      const planId = idFilter(request.planOrderId) ?? 0;
      const instruments = indexesOf(mixInstruments(context, request));
      const filter = { instruments, kinds: kindsOfListedType(request.planType), planId };
      const plan = await findPlan(context, filter);
      if (plan === undefined) throw rejectionError("plan_not_found", "v2_mix");
      return subOrderRows(context.exchange.accounts, plan);
    },
  });
}
