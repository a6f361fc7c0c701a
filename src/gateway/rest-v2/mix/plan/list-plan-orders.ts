import { Type } from "typebox";
import type { PlanKind } from "../../../../core/base/vocabulary.ts";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import type { PlanStatus } from "../../../../projections/live/plan-status.ts";
import { wireId } from "../../../../wire/ids.ts";
import { planViewOfRow } from "../../../../wire/plan-view.ts";
import { subOrderRowSchema, subOrderRows } from "../../../../wire/sub-order-row.ts";
import { mixPlanRow, mixPlanRowSchema } from "../../../../wire/v2/mix-plan-rows.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, enumeration, id, limit, productType } from "../../../http/fields.ts";
import { findPlan } from "../../../orders/find-plan.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { findOrder } from "../../shared/find-orders.ts";
import { indexesOf, mixInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";
import { CONTRACTS_FIELDS } from "../market/contract-fields.ts";

/** Three months (specification, Get Pending Trigger Order). */
const SPAN_DAYS_MAX = 92;

const PLAN_TYPES = ["normal_plan", "track_plan", "profit_loss"] as const;

const KINDS: Readonly<Record<(typeof PLAN_TYPES)[number], readonly PlanKind[]>> = {
  normal_plan: ["normal"],
  track_plan: ["trailing"],
  profit_loss: ["profit", "loss", "moving", "position_profit", "position_loss"],
};

const FILTERS = {
  ...CONTRACTS_FIELDS,
  planType: enumeration(PLAN_TYPES),
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
  ...PAGE_FIELDS,
  limit: limit({ default: 100, max: 100 }),
};

const page = Type.Object({
  entrustedList: Type.Array(mixPlanRowSchema),
  endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
});

/** The rows of plans, those that became orders with what these filled. */
async function pageOf(context: PrivateContext, plans: readonly LivePlan[]) {
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

export const listPendingMixPlans = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-plan-pending"],
  version: "v2",
  summary: "Pending trigger, trailing, take-profit and stop-loss orders, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object(FILTERS),
  response: page,
  handle(context, request) {
    const { clientOid, startTime, endTime } = request;
    if (startTime !== undefined && endTime !== undefined) {
      windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
    }
    const instruments = new Set(indexesOf(mixInstruments(context, request)));
    const kinds = KINDS[request.planType];
    const planId = idFilter(request.orderId);
    const below = idBound(request.idLessThan) ?? Number.POSITIVE_INFINITY;
    const plans = context.exchange.live.plans
      .of(context.principal.userIndex)
      .filter(
        (plan) =>
          instruments.has(plan.instrument) &&
          kinds.includes(plan.planKind) &&
          plan.planId < below &&
          (planId === undefined || plan.planId === planId) &&
          (planId !== undefined || clientOid === undefined || plan.clientOrderId === clientOid) &&
          plan.createdAtMs >= (startTime ?? 0) &&
          plan.createdAtMs <= (endTime ?? Number.POSITIVE_INFINITY),
      );
    return pageOf(context, plans.slice(0, request.limit));
  },
});

const CLOSED: readonly PlanStatus[] = ["executed", "failed", "cancelled"];
const STATUSES = {
  executed: ["executed"],
  fail_trigger: ["failed"],
  fail_execute: ["failed"],
  cancelled: ["cancelled"],
} as const satisfies Readonly<Record<string, readonly PlanStatus[]>>;

export const listClosedMixPlans = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-plan-history"],
  version: "v2",
  summary: "Executed, failed and cancelled trigger orders of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...FILTERS,
    planStatus: Type.Optional(
      enumeration(["executed", "fail_trigger", "fail_execute", "cancelled"]),
    ),
  }),
  response: page,
  async handle(context, request) {
    const { planStatus } = request;
    const rules = { spanDaysMax: 90, ageDaysMax: 90 };
    const { rows } = await context.exchange.history.plans({
      ...windowOf(context, request, rules),
      user: context.principal.userIndex,
      instruments: indexesOf(mixInstruments(context, request)),
      kinds: KINDS[request.planType],
      statuses: planStatus === undefined ? CLOSED : STATUSES[planStatus],
      planId: idFilter(request.orderId),
      clientOrderId: request.orderId === undefined ? request.clientOid : undefined,
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    return pageOf(context, rows.map(planViewOfRow));
  },
});

const subOrders = {
  paths: ["/api/v2/mix/order/plan-sub-order"],
  version: "v2",
  summary: "The order that a trigger order became, or is becoming",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid", bucket: "mix plan-sub-order" },
  request: Type.Object({
    planType: enumeration(["normal_plan", "track_plan", "profit_loss"]),
    planOrderId: id(),
    productType: productType(),
  }),
  response: Type.Array(subOrderRowSchema),
} as const;

interface SubOrderRequest {
  readonly planType: (typeof PLAN_TYPES)[number];
  readonly planOrderId: string;
  readonly productType: Parameters<typeof mixInstruments>[1]["productType"];
}

async function subOrdersOfPlan(context: PrivateContext, request: SubOrderRequest) {
  const planId = idFilter(request.planOrderId) ?? 0;
  const instruments = indexesOf(mixInstruments(context, request));
  const filter = { instruments, kinds: KINDS[request.planType], planId };
  const plan = await findPlan(context, filter);
  if (plan === undefined) throw rejectionError("plan_not_found", "v2_mix");
  return subOrderRows(context.exchange.accounts, plan);
}

export const getMixPlanSubOrder = defineEndpoint({
  ...subOrders,
  method: "GET",
  handle: subOrdersOfPlan,
});

export const postMixPlanSubOrder = defineEndpoint({
  ...subOrders,
  method: "POST",
  handle: subOrdersOfPlan,
});
