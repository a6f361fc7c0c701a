import { Type } from "typebox";
import { clientIdOf } from "../../../../core/base/id-text.ts";
import { hasPrice, PLAN_KIND_TRAITS } from "../../../../core/base/word-traits.ts";
import type { PlacePlan } from "../../../../core/commands/commands.ts";
import { NO_PRICE, ZERO_ATOMS } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { ORDER_TYPE_WORDS } from "../../../../wire/words/order-words.ts";
import { PLAN_TYPES_V2 } from "../../../../wire/words/plan-words.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, decimal, word, yesNo } from "../../../http/fields.ts";
import {
  sideField,
  stpModeField,
  timeInForceField,
  tradeSideField,
  triggerFieldV2,
} from "../../../http/word-fields.ts";
import { type ExitRequests, optionalExits } from "../../../orders/exits.ts";
import { orderSize } from "../../../orders/order-sizes.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { refusedFields } from "../../../orders/refused-fields.ts";
import {
  MIX_UNITS,
  mixInstrumentFieldsV2,
  mixSidesV2,
  openingV2,
} from "../../../orders/v2-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";
import { callbackE4Of } from "./callback-ratio.ts";
import { entryKindField } from "./plan-types.ts";
import { requestedExits } from "./tpsl-requests.ts";

/** An exit under its name in place-order. */
const presetOf = (name: string) =>
  Type.Optional(decimal({ description: `Taken where ${name} is missing` }));

/** Fields of orders that would be lost: the position would have no exit, the order would trade. */
const REFUSED = [
  ...["takeProfit", "stopLoss", "takeProfitPrice", "stopLossPrice", "presetTakeProfitPrice"],
  ...["timeInForce", "postOnly"],
];

const request = Type.Object({
  planType: entryKindField(),
  ...mixInstrumentFieldsV2,
  size: decimal(),
  price: Type.Optional(decimal({ description: "Needed for limit orders" })),
  executePrice: Type.Optional(decimal({ description: "Taken where price is missing" })),
  callbackRatio: Type.Optional(
    decimal({ description: "track_plan: the retreat in percent, 1 to 10" }),
  ),
  triggerPrice: decimal(),
  triggerType: triggerFieldV2({ default: "last" }),
  side: sideField(),
  tradeSide: Type.Optional(tradeSideField()),
  orderType: word({ ...ORDER_TYPE_WORDS, trailing: PLAN_TYPES_V2.trailing }),
  clientOid: Type.Optional(clientOidV2()),
  reduceOnly: yesNo({ default: false }),
  force: timeInForceField(),
  stopSurplusTriggerPrice: Type.Optional(decimal()),
  stopSurplusExecutePrice: Type.Optional(decimal()),
  stopSurplusTriggerType: Type.Optional(triggerFieldV2()),
  stopLossTriggerPrice: Type.Optional(decimal()),
  stopLossExecutePrice: Type.Optional(decimal()),
  stopLossTriggerType: Type.Optional(triggerFieldV2()),
  presetStopSurplusPrice: presetOf("stopSurplusTriggerPrice"),
  presetStopSurplusExecutePrice: presetOf("stopSurplusExecutePrice"),
  presetStopLossPrice: presetOf("stopLossTriggerPrice"),
  presetStopLossExecutePrice: presetOf("stopLossExecutePrice"),
  stpMode: stpModeField("none"),
  ...refusedFields("v2_mix", REFUSED),
});
type Request = Type.Static<typeof request>;

function exitsOf(sent: Request): ExitRequests {
  return requestedExits({
    ...sent,
    stopSurplusTriggerPrice: sent.stopSurplusTriggerPrice ?? sent.presetStopSurplusPrice,
    stopSurplusExecutePrice: sent.stopSurplusExecutePrice ?? sent.presetStopSurplusExecutePrice,
    stopLossTriggerPrice: sent.stopLossTriggerPrice ?? sent.presetStopLossPrice,
    stopLossExecutePrice: sent.stopLossExecutePrice ?? sent.presetStopLossExecutePrice,
  });
}

function planOf(context: PrivateContext, sent: Request): PlacePlan {
  const instrument = mixInstrument(context, sent);
  const { isTrailing } = PLAN_KIND_TRAITS[sent.planType];
  const orderType = isTrailing || sent.orderType === "trailing" ? "market" : sent.orderType;
  if (isTrailing && sent.orderType === "limit") {
    throw context.errors.wrong("orderType (track_plan sends a market order)");
  }
  const isLimit = hasPrice(orderType);
  const limit = sent.price ?? sent.executePrice;
  if (isLimit && limit === undefined) throw context.errors.missing("price");
  if (isTrailing && sent.callbackRatio === undefined) {
    throw context.errors.missing("callbackRatio");
  }
  const { isHedge, ...sides } = mixSidesV2(orderContext(context), instrument, sent);
  const triggerPrice = priceTicks(sent.triggerPrice, instrument, MIX_UNITS);
  const price = isLimit ? priceTicks(limit ?? "", instrument, MIX_UNITS) : NO_PRICE;
  const reduceOnly = sent.reduceOnly && !isHedge;
  const units = { context: orderContext(context), instrument, errors: MIX_UNITS };
  const order = { ...sides, orderType, reduceOnly, price, triggerPrice };
  return {
    kind: "place_plan",
    planKind: sent.planType,
    triggerBy: sent.triggerType,
    callbackE4: isTrailing ? callbackE4Of(sent.callbackRatio ?? "") : 0,
    user: context.principal.userIndex,
    instrument: instrument.index,
    ...order,
    timeInForce: isLimit ? sent.force : "gtc",
    stpMode: sent.stpMode,
    ...orderSize(units, sent.size, order),
    quoteAmount: ZERO_ATOMS,
    clientOrderId: sent.clientOid ?? "",
    source: "api",
    exits: optionalExits(instrument, MIX_UNITS, exitsOf(sent)),
    margin: undefined,
    opening: openingV2(isHedge, sent),
  };
}

export const placeMixPlanOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/place-plan-order"],
  version: "v2",
  summary: "Place a trigger or trailing order",
  description:
    "normal_plan sends an order when the price reaches triggerPrice; track_plan follows the " +
    "price from there and sends a market order when it retreats by callbackRatio percent. No " +
    "margin is taken until then.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, sent) {
    const command = planOf(context, sent);
    const { id } = await submitAccepted(context, command, "v2_mix");
    return { orderId: wireId(id), clientOid: clientIdOf(id, command.clientOrderId) };
  },
});
