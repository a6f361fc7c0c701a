import { Type } from "typebox";
import { clientIdOf } from "../../../../core/base/id-text.ts";
import { PLAN_KIND_TRAITS } from "../../../../core/base/word-traits.ts";
import type { PlaceExits, PlacePlan } from "../../../../core/commands/commands.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, decimal } from "../../../http/fields.ts";
import { stpModeField, triggerFieldV2 } from "../../../http/word-fields.ts";
import { exitSizeOf } from "../../../orders/order-sizes.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";
import { HELD_SIDE_OF, holdSideField } from "../hold-side.ts";
import { callbackE4Of } from "./callback-ratio.ts";
import { exitKindField } from "./plan-types.ts";
import { exitSize, positionExits, TPSL_FIELDS } from "./tpsl-requests.ts";

const request = Type.Object({
  ...TPSL_FIELDS,
  planType: exitKindField(),
  triggerPrice: decimal(),
  triggerType: triggerFieldV2({ default: "last" }),
  executePrice: Type.Optional(decimal({ description: "Absent or 0: at market" })),
  holdSide: holdSideField(),
  size: Type.Optional(decimal({ description: "Needed unless for the whole position" })),
  rangeRate: Type.Optional(decimal({ description: "moving_plan: the retreat in percent" })),
  clientOid: Type.Optional(clientOidV2()),
  stpMode: stpModeField("none"),
});

type Request = Type.Static<typeof request>;

/** Returns the plan of a trailing exit, which closes like an order: reduce-only in one-way mode. */
function movingPlan(context: PrivateContext, instrument: Instrument, sent: Request): PlacePlan {
  if (sent.rangeRate === undefined) throw context.errors.missing("rangeRate");
  if (sent.size === undefined) throw context.errors.missing("size");
  const user = context.principal.userIndex;
  const isHedge = context.exchange.accounts.isHedge(user, instrument.category);
  const positionSide = HELD_SIDE_OF[sent.holdSide];
  const triggerPrice = priceTicks(sent.triggerPrice, instrument, MIX_UNITS);
  const units = { context: orderContext(context), instrument, errors: MIX_UNITS };
  const exit = { side: positionSide, trigger: triggerPrice };
  return {
    kind: "place_plan",
    planKind: "moving",
    triggerBy: sent.triggerType,
    triggerPrice,
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
    ...exitSizeOf(units, sent.size, exit),
    quoteAmount: ZERO_ATOMS,
    clientOrderId: sent.clientOid ?? "",
    source: "api",
    exits: undefined,
    margin: undefined,
    opening: undefined,
  };
}

function exitOf(context: PrivateContext, instrument: Instrument, sent: Request): PlaceExits {
  const { clientOid = "", planType } = sent;
  const { exit: exitOfKind, isWholePosition: isWhole } = PLAN_KIND_TRAITS[planType];
  const isProfit = exitOfKind === "profit";
  if (!isWhole && sent.size === undefined) throw context.errors.missing("size");
  const sized = exitSize(context, instrument, {
    text: isWhole ? undefined : sent.size,
    side: HELD_SIDE_OF[sent.holdSide],
    trigger: sent.triggerPrice,
  });
  const { size, ...conversion } = sized;
  const exit = {
    trigger: sent.triggerPrice,
    limit: sent.executePrice,
    by: sent.triggerType,
  };
  const none = { trigger: undefined };
  const legs = { profit: isProfit ? exit : none, loss: isProfit ? none : exit };
  return {
    ...positionExits(context, instrument, sent, legs),
    profitSize: isProfit ? size : ZERO_LOTS,
    profitClientOrderId: isProfit ? clientOid : "",
    lossSize: isProfit ? ZERO_LOTS : size,
    lossClientOrderId: isProfit ? "" : clientOid,
    ...conversion,
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
    const command = PLAN_KIND_TRAITS[sent.planType].isTrailing
      ? movingPlan(context, instrument, sent)
      : exitOf(context, instrument, sent);
    const { id } = await submitAccepted(context, command, "v2_mix");
    return { orderId: wireId(id), clientOid: clientIdOf(id, sent.clientOid ?? "") };
  },
});
