import { Type } from "typebox";
import { indexIn, PLAN_KINDS } from "../../../../core/base/vocabulary.ts";
import { URGENT } from "../../../../sequencer/port.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { batchOf, coin, productType, symbol } from "../../../http/fields.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import {
  BATCH_ITEMS_MAX,
  batchAnswer,
  batchResponse,
  orderIds,
  runBatch,
} from "../../shared/batch.ts";
import { cancelPlans } from "../../shared/cancel-plans.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { PLAN_ID_FIELDS } from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { planIn } from "./modified-plan.ts";
import { cancelledTypeField, kindsOfCancelledType } from "./plan-types.ts";

const request = Type.Object({
  orderIdList: Type.Optional(
    batchOf(Type.Object(PLAN_ID_FIELDS), { itemsMax: BATCH_ITEMS_MAX, tooMany: "40912" }),
  ),
  symbol: Type.Optional(symbol()),
  productType: productType(),
  marginCoin: Type.Optional(coin()),
  planType: Type.Optional(cancelledTypeField()),
});
type Request = Type.Static<typeof request>;

type NamedPlan = { readonly orderId?: string; readonly clientOid?: string };

/** Returns the command that cancels one plan in the scope of the request. */
function cancelOf(context: PrivateContext, sent: Request, named: NamedPlan) {
  const { plan } = planIn(context, named, mixInstruments(context, sent));
  const { clientOrderId, planId, user } = plan;
  return { kind: "cancel_plan", user, planId, clientOrderId, withPaired: false } as const;
}

/** Returns the only plan that the request names; undefined if it names none or several. */
function onlyPlan({ orderIdList = [] }: Request): NamedPlan | undefined {
  const [item, ...more] = orderIdList;
  if (item === undefined || more.length > 0) return undefined;
  if (item.error !== undefined) throw item.error;
  return item.value;
}

export const cancelMixPlanOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/cancel-plan-order"],
  version: "v2",
  summary: "Cancel trigger orders by id, or all of a type, symbol or product line",
  description:
    "A request for one order fails as a whole, so that clients that cancel one order notice; of " +
    "several, failureList has those that failed.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  batch: true,
  urgent: true,
  request,
  response: batchResponse,
  async handle(context, sent) {
    const only = onlyPlan(sent);
    if (only !== undefined) {
      const command = cancelOf(context, sent, only);
      const outcome = await submitAccepted(context, command, "v2_mix", URGENT);
      return batchAnswer([orderIds(outcome, command.clientOrderId)]);
    }
    if (sent.orderIdList !== undefined) {
      const results = await runBatch(context, sent.orderIdList, {
        dialect: "v2_mix",
        options: URGENT,
        toCommand: (item) => cancelOf(context, sent, item),
        clientOid: (command) => command.clientOrderId,
      });
      return batchAnswer(results);
    }
    const { planType } = sent;
    const kinds = planType === undefined ? [] : kindsOfCancelledType(planType);
    const planKinds = kinds.map((kind) => indexIn(PLAN_KINDS, kind));
    const commands = mixInstruments(context, sent).map(({ category, index }) => {
      const { userIndex: user } = context.principal;
      const scope = { user, category, instrument: index + 1, planKinds };
      return { kind: "cancel_plans", ...scope } as const;
    });
    const successList = await cancelPlans(context, commands, "v2_mix");
    if (successList.length === 0) throw rejectionError("no_plans", "v2_mix");
    return { successList, failureList: [] };
  },
});
