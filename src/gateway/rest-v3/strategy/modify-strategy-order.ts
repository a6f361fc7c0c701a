import { Type } from "typebox";
import type { OrderType, TriggerSource } from "../../../core/base/vocabulary.ts";
import { hasPrice, PLAN_KIND_TRAITS } from "../../../core/base/word-traits.ts";
import type { AmendPlan } from "../../../core/commands/commands.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../../core/money/units.ts";
import type { LivePlan } from "../../../projections/live/live-plan.ts";
import { wireId } from "../../../wire/ids.ts";
import { isTpsl } from "../../../wire/v3/strategy-rows.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { decimal } from "../../http/fields.ts";
import { orderTypeField, triggerFieldV3 } from "../../http/word-fields.ts";
import { amendedSize } from "../../orders/order-sizes.ts";
import { amountAtoms, priceTicks } from "../../orders/order-units.ts";
import { submitted } from "../../orders/submitted.ts";
import { EXIT_FIELDS_V3, exitChangeV3, UNIT_ERRORS_V3 } from "../../orders/v3-orders.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { pendingStrategy, STRATEGY_ID_FIELDS } from "./strategy-requests.ts";

const request = Type.Object({
  ...STRATEGY_ID_FIELDS,
  qty: Type.Optional(decimal()),
  ...EXIT_FIELDS_V3,
  triggerBy: Type.Optional(triggerFieldV3()),
  triggerPrice: Type.Optional(decimal()),
  triggerOrderType: Type.Optional(orderTypeField()),
  triggerOrderPrice: Type.Optional(decimal()),
});
type Request = Type.Static<typeof request>;

/** Requested change of one plan, independent of the parameter names used. */
interface Change {
  readonly by: TriggerSource | undefined;
  readonly trigger: string | undefined;
  readonly orderType: OrderType | undefined;
  readonly limit: string | undefined;
}

/**
 * Returns the new size of a plan, or the amount of one that buys at market; 0 keeps the old one.
 */
function sizeOf(context: PrivateContext, instrument: Instrument, plan: LivePlan, qty?: string) {
  if (qty === undefined) return { size: ZERO_LOTS, quoteAmount: ZERO_ATOMS };
  if (plan.quoteAmount > 0n) {
    const decimals = context.exchange.accounts.currencyAt(instrument.quote)?.decimals ?? 0;
    return { size: ZERO_LOTS, quoteAmount: amountAtoms(qty, decimals, UNIT_ERRORS_V3) };
  }
  const size = amendedSize({ instrument, errors: UNIT_ERRORS_V3 }, qty, plan);
  if (size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v3");
  return { size: plan.size === 0 ? ZERO_LOTS : size, quoteAmount: ZERO_ATOMS };
}

function amendOf(
  context: PrivateContext,
  { instrument, plan }: { readonly instrument: Instrument; readonly plan: LivePlan },
  sent: Request,
  change: Change,
): AmendPlan {
  const price = (text: string | undefined) =>
    text === undefined ? NO_PRICE : priceTicks(text, instrument, UNIT_ERRORS_V3);
  const isTrigger = !isTpsl(plan);
  const orderType = change.orderType ?? (change.limit === undefined ? "keep" : "limit");
  return {
    kind: "amend_plan",
    user: plan.user,
    planId: plan.planId,
    clientOrderId: "",
    triggerBy: change.by ?? "keep",
    triggerPrice: price(change.trigger),
    callbackE4: 0,
    orderType,
    price: orderType === "keep" || hasPrice(orderType) ? price(change.limit) : NO_PRICE,
    ...sizeOf(context, instrument, plan, sent.qty),
    exits: isTrigger ? exitChangeV3(instrument, sent, plan) : undefined,
  };
}

/** Returns the changes of a take-profit and stop-loss in one order, one for each named leg. */
function legChanges(
  context: PrivateContext,
  instrument: Instrument,
  plan: LivePlan,
  sent: Request,
): AmendPlan[] {
  const otherLeg = context.exchange.live.plans.ownById(plan.user, plan.pairedId);
  const legs = otherLeg === undefined ? [plan] : [plan, otherLeg];
  const changes: AmendPlan[] = [];
  for (const leg of legs) {
    const isProfit = PLAN_KIND_TRAITS[leg.planKind].exit === "profit";
    const change: Change = isProfit
      ? {
          by: sent.tpTriggerBy,
          trigger: sent.takeProfit,
          orderType: sent.tpOrderType,
          limit: sent.tpLimitPrice,
        }
      : {
          by: sent.slTriggerBy,
          trigger: sent.stopLoss,
          orderType: sent.slOrderType,
          limit: sent.slLimitPrice,
        };
    const isNamed = Object.values(change).some((value) => value !== undefined);
    if (isNamed || sent.qty !== undefined) {
      changes.push(amendOf(context, { instrument, plan: leg }, sent, change));
    }
  }
  return changes;
}

export const modifyStrategyOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/modify-strategy-order"],
  version: "v3",
  summary: "Change a pending strategy order, which keeps its id",
  description:
    "What is not sent stays. Of a take-profit and stop-loss in one order each is changed by " +
    "itself: where one change is refused, the one before it stands.",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 10, per: "uid" },
  request,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, sent) {
    const plan = pendingStrategy(context, sent);
    const { clientOrderId, planId } = plan;
    const instrument = context.exchange.accounts.instrumentAt(plan.instrument);
    if (instrument === undefined) return rejectionError("plan_not_found", "v3");
    const changes = isTpsl(plan)
      ? legChanges(context, instrument, plan, sent)
      : [
          amendOf(context, { instrument, plan }, sent, {
            by: sent.triggerBy,
            trigger: sent.triggerPrice,
            orderType: sent.triggerOrderType,
            limit: sent.triggerOrderPrice,
          }),
        ];
    if (changes.length === 0) return rejectionError("plan_not_changed", "v3");
    let changed = 0;
    for (const change of changes) {
      const { rejection } = await submitted(context, change);
      // An unchanged leg does not fail the change of the other leg.
      if (rejection === "plan_not_changed") continue;
      if (rejection !== undefined) return rejectionError(rejection, "v3");
      changed += 1;
    }
    if (changed === 0) return rejectionError("plan_not_changed", "v3");
    return { orderId: wireId(planId), clientOid: clientOrderId };
  },
});
