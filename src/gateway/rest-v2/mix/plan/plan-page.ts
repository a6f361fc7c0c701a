import { Type } from "typebox";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import { wireId } from "../../../../wire/ids.ts";
import { mixPlanRow, mixPlanRowSchema } from "../../../../wire/v2/mix-plan-rows.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, id, limit } from "../../../http/fields.ts";
import { findOrder } from "../../shared/find-orders.ts";
import { PAGE_FIELDS } from "../../shared/paging.ts";
import { CONTRACTS_FIELDS } from "../market/contract-fields.ts";
import { listedTypeField } from "./plan-types.ts";

/** Three months (specification, Get Pending Trigger Order). */
export const SPAN_DAYS_MAX = 92;

export const PLAN_FILTERS = {
  ...CONTRACTS_FIELDS,
  planType: listedTypeField(),
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
  ...PAGE_FIELDS,
  limit: limit({ default: 100, max: 100 }),
};

export const planPage = Type.Object({
  entrustedList: Type.Array(mixPlanRowSchema),
  endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
});

/** Returns the rows of plans; plans that became orders have the fills of the order. */
export async function planPageOf(context: PrivateContext, plans: readonly LivePlan[]) {
  const { exchange } = context;
  const rows = plans.map(async (plan) => {
    const instrument = exchange.accounts.instrumentAt(plan.instrument);
    if (instrument === undefined) return undefined;
    const order =
      plan.executeOrderId === 0
        ? undefined
        : await findOrder(context, { orderId: wireId(plan.executeOrderId) });
    return mixPlanRow(exchange.accounts, instrument, plan, order);
  });
  const entrustedList = (await Promise.all(rows)).filter((row) => row !== undefined);
  const last = plans.at(-1);
  return { entrustedList, endId: last === undefined ? "" : wireId(last.planId) };
}
