import { Type } from "typebox";
import { indexIn, PLAN_KINDS } from "../../../../core/base/vocabulary.ts";
import { URGENT } from "../../../../sequencer/port.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { batchOf, coin, productType, symbol } from "../../../http/fields.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../../shared/batch.ts";
import { cancelPlans } from "../../shared/cancel-plans.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { PLAN_ID_FIELDS, pendingPlan, planIds } from "../../shared/plan-requests.ts";
import { cancelledTypeField, kindsOfCancelledType } from "./plan-types.ts";

export const cancelMixPlanOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/cancel-plan-order"],
  version: "v2",
  summary: "Cancel trigger orders by id, or all of a type, symbol or product line",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  batch: true,
  urgent: true,
  request: Type.Object({
    orderIdList: Type.Optional(
      batchOf(Type.Object(PLAN_ID_FIELDS), { itemsMax: BATCH_ITEMS_MAX, tooMany: "40912" }),
    ),
    symbol: Type.Optional(symbol()),
    productType: productType(),
    marginCoin: Type.Optional(coin()),
    planType: Type.Optional(cancelledTypeField()),
  }),
  response: batchResponse,
  async handle(context, request) {
    const instruments = mixInstruments(context, request);
    const user = context.principal.userIndex;
    if (request.orderIdList !== undefined) {
      const results = await runBatch(context, request.orderIdList, {
        dialect: "v2_mix",
        options: URGENT,
        toCommand(item) {
          const ids = planIds(context, item, "v2_mix");
          const { clientOrderId, instrument, planId } = pendingPlan(context, ids, "v2_mix");
          const isInScope = instruments.some(({ index }) => index === instrument);
          if (!isInScope) throw rejectionError("plan_not_found", "v2_mix");
          const named = { user, planId, clientOrderId, withPaired: false };
          return { kind: "cancel_plan", ...named } as const;
        },
        clientOid: (command) => command.clientOrderId,
      });
      return batchAnswer(results);
    }
    const { planType } = request;
    const kinds = planType === undefined ? [] : kindsOfCancelledType(planType);
    const planKinds = kinds.map((kind) => indexIn(PLAN_KINDS, kind));
    const commands = instruments.map(({ category, index }) => {
      const scope = { user, category, instrument: index + 1, planKinds };
      return { kind: "cancel_plans", ...scope } as const;
    });
    const successList = await cancelPlans(context, commands, "v2_mix");
    if (successList.length === 0) throw rejectionError("no_plans", "v2_mix");
    return { successList, failureList: [] };
  },
});
