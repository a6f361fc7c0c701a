import { Type } from "typebox";
import type { PlaceExits, PlacePlan } from "../../../../core/commands/commands.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { type Lots, NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import {
  clientOidV2,
  coin,
  decimal,
  enumeration,
  productType,
  symbol,
} from "../../../http/fields.ts";
import { exitTerms } from "../../../orders/exits.ts";
import { priceTicks, sizeLots } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { sourceOf, triggerType } from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { callbackE4Of } from "./callback-ratio.ts";

const STP_MODES = ["none", "cancel_taker", "cancel_maker", "cancel_both"] as const;
/** Hedge mode names the position, one-way mode the side that opened it. */
const HOLD_SIDES = ["long", "short", "buy", "sell"] as const;

const CONTRACT_FIELDS = { marginCoin: coin(), productType: productType(), symbol: symbol() };

const request = Type.Object({
  ...CONTRACT_FIELDS,
  planType: enumeration(["profit_plan", "loss_plan", "moving_plan", "pos_profit", "pos_loss"]),
  triggerPrice: decimal(),
  triggerType: triggerType({ default: "fill_price" }),
  executePrice: Type.Optional(decimal({ description: "Absent or 0: at market" })),
  holdSide: enumeration(HOLD_SIDES),
  size: Type.Optional(decimal({ description: "Needed unless for the whole position" })),
  rangeRate: Type.Optional(decimal({ description: "moving_plan: the retreat in percent" })),
  clientOid: Type.Optional(clientOidV2()),
  stpMode: enumeration(STP_MODES, { default: "none" }),
});
type Request = Type.Static<typeof request>;

function positionOf(holdSide: (typeof HOLD_SIDES)[number]): "long" | "short" {
  return holdSide === "long" || holdSide === "buy" ? "long" : "short";
}

/** A trailing exit closes like an order: reduce-only in one-way mode. */
function movingPlan(context: PrivateContext, instrument: Instrument, sent: Request): PlacePlan {
  if (sent.rangeRate === undefined) throw context.errors.missing("rangeRate");
  if (sent.size === undefined) throw context.errors.missing("size");
  const user = context.principal.userIndex;
  const isHedge = context.exchange.accounts.isHedge(user, instrument.category);
  const positionSide = positionOf(sent.holdSide);
  return {
    kind: "place_plan",
    planKind: "moving",
    triggerBy: sourceOf(sent.triggerType),
    triggerPrice: priceTicks(sent.triggerPrice, instrument, MIX_UNITS),
    callbackE4: callbackE4Of(sent.rangeRate),
    user,
    instrument: instrument.index,
    side: positionSide === "long" ? "sell" : "buy",
    orderType: "market",
    timeInForce: "gtc",
    positionSide: isHedge ? positionSide : "net",
    reduceOnly: !isHedge,
    stpMode: sent.stpMode,
    price: NO_PRICE,
    size: sizeLots(sent.size, instrument, MIX_UNITS),
    quoteAmount: ZERO_ATOMS,
    clientOrderId: sent.clientOid ?? "",
    source: "api",
    exits: undefined,
    margin: undefined,
  };
}

/** The size of a part; absent it is the whole position, which 0 is not. */
function partOf(instrument: Instrument, text: string | undefined): Lots {
  if (text === undefined) return ZERO_LOTS;
  const size = sizeLots(text, instrument, MIX_UNITS);
  if (size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v2_mix");
  return size;
}

function exitOf(context: PrivateContext, instrument: Instrument, sent: Request): PlaceExits {
  const { clientOid = "", planType } = sent;
  const isProfit = planType === "profit_plan" || planType === "pos_profit";
  const isWhole = planType === "pos_profit" || planType === "pos_loss";
  if (!isWhole && sent.size === undefined) throw context.errors.missing("size");
  const size = isWhole ? ZERO_LOTS : partOf(instrument, sent.size);
  const exit = {
    trigger: sent.triggerPrice,
    limit: sent.executePrice,
    by: sourceOf(sent.triggerType),
  };
  const none = { trigger: undefined };
  const legs = { profit: isProfit ? exit : none, loss: isProfit ? none : exit };
  return {
    kind: "place_exits",
    user: context.principal.userIndex,
    instrument: instrument.index,
    positionSide: positionOf(sent.holdSide),
    stpMode: sent.stpMode,
    source: "api",
    ...exitTerms(instrument, MIX_UNITS, legs),
    profitSize: isProfit ? size : ZERO_LOTS,
    profitClientOrderId: isProfit ? clientOid : "",
    lossSize: isProfit ? ZERO_LOTS : size,
    lossClientOrderId: isProfit ? "" : clientOid,
    margin: undefined,
  };
}

export const placeMixTpslOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/place-tpsl-order"],
  version: "v2",
  summary: "Place a take-profit or stop-loss for a position",
  description:
    "profit_plan and loss_plan close a part, pos_profit and pos_loss whatever is held by then, " +
    "moving_plan trails. They go when the position is closed.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, sent) {
    const instrument = mixInstrument(context, sent);
    const command =
      sent.planType === "moving_plan"
        ? movingPlan(context, instrument, sent)
        : exitOf(context, instrument, sent);
    const { id } = await submitAccepted(context, command, "v2_mix");
    return { orderId: wireId(id), clientOid: sent.clientOid ?? "" };
  },
});

const pairRequest = Type.Object({
  ...CONTRACT_FIELDS,
  stopSurplusTriggerPrice: Type.Optional(decimal()),
  stopSurplusSize: Type.Optional(decimal({ description: "Absent: the whole position" })),
  stopSurplusTriggerType: Type.Optional(triggerType()),
  stopSurplusExecutePrice: Type.Optional(decimal()),
  stopLossTriggerPrice: Type.Optional(decimal()),
  stopLossSize: Type.Optional(decimal({ description: "Absent: the whole position" })),
  stopLossTriggerType: Type.Optional(triggerType()),
  stopLossExecutePrice: Type.Optional(decimal()),
  holdSide: enumeration(HOLD_SIDES),
  stpMode: enumeration(STP_MODES, { default: "none" }),
  stopSurplusClientOid: Type.Optional(clientOidV2()),
  stopLossClientOid: Type.Optional(clientOidV2()),
});
type PairRequest = Type.Static<typeof pairRequest>;

function pairOf(context: PrivateContext, instrument: Instrument, sent: PairRequest): PlaceExits {
  return {
    kind: "place_exits",
    user: context.principal.userIndex,
    instrument: instrument.index,
    positionSide: positionOf(sent.holdSide),
    stpMode: sent.stpMode,
    source: "api",
    ...exitTerms(instrument, MIX_UNITS, {
      profit: {
        trigger: sent.stopSurplusTriggerPrice,
        limit: sent.stopSurplusExecutePrice,
        by: sourceOf(sent.stopSurplusTriggerType),
      },
      loss: {
        trigger: sent.stopLossTriggerPrice,
        limit: sent.stopLossExecutePrice,
        by: sourceOf(sent.stopLossTriggerType),
      },
    }),
    profitSize: partOf(instrument, sent.stopSurplusSize),
    profitClientOrderId: sent.stopSurplusClientOid ?? "",
    lossSize: partOf(instrument, sent.stopLossSize),
    lossClientOrderId: sent.stopLossClientOid ?? "",
    margin: undefined,
  };
}

export const placeMixPositionTpsl = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/place-pos-tpsl"],
  version: "v2",
  summary: "Place take-profit and stop-loss of a position at once",
  description: "Of the two, the one that executes cancels the other.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: pairRequest,
  response: Type.Array(
    Type.Object({
      orderId: Type.String(),
      stopSurplusClientOid: Type.String(),
      stopLossClientOid: Type.String(),
    }),
  ),
  async handle(context, sent) {
    const command = pairOf(context, mixInstrument(context, sent), sent);
    const { items = [] } = await submitAccepted(context, command, "v2_mix");
    return items.map(({ clientOrderId, orderId }, at) => {
      const isProfit = at === 0 && command.profitTrigger !== NO_PRICE;
      return {
        orderId: wireId(orderId),
        stopSurplusClientOid: isProfit ? clientOrderId : "",
        stopLossClientOid: isProfit ? "" : clientOrderId,
      };
    });
  },
});
