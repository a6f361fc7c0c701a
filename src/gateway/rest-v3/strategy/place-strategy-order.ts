import { Type } from "typebox";
import { clientIdOf } from "../../../core/base/id-text.ts";
import type { PositionSide } from "../../../core/base/vocabulary.ts";
import { hasPrice } from "../../../core/base/word-traits.ts";
import type { ExitTerms, PlaceExits, PlacePlan } from "../../../core/commands/commands.ts";
import { NO_PRICE, type Ticks, ZERO_ATOMS, ZERO_LOTS } from "../../../core/money/units.ts";
import { wireId } from "../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { CATEGORIES, clientOidV3, decimal, enumeration, symbol, yesNo } from "../../http/fields.ts";
import {
  heldSideField,
  orderTypeField,
  sideField,
  triggerFieldV3,
} from "../../http/word-fields.ts";
import type { OrderInstrument } from "../../orders/order-context.ts";
import { type ConvertedSize, exitSizeOf, orderSize } from "../../orders/order-sizes.ts";
import { amountAtoms, priceTicks, sizeLots } from "../../orders/order-units.ts";
import { submitted } from "../../orders/submitted.ts";
import {
  checkUnpositioned,
  EXIT_FIELDS_V3,
  exitTermsV3,
  instrumentV3,
  MARGIN_V3,
  optionalExitsV3,
  UNIT_ERRORS_V3,
} from "../../orders/v3-orders.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { orderContextOf } from "../trade/order-replies.ts";

const request = Type.Object({
  category: enumeration(CATEGORIES),
  symbol: symbol(),
  clientOid: Type.Optional(clientOidV3()),
  type: enumeration(["tpsl", "trigger"], { default: "tpsl" }),
  tpslMode: Type.Optional(
    enumeration(["full", "partial"], { description: "Absent: partial with a qty, else full" }),
  ),
  qty: Type.Optional(
    decimal({
      description: "Needed for partial, on SPOT and MARGIN and for type trigger; not for full",
    }),
  ),
  posSide: Type.Optional(heldSideField()),
  side: Type.Optional(sideField({ description: "Needed without posSide" })),
  reduceOnly: yesNo({ default: false }),
  ...EXIT_FIELDS_V3,
  triggerBy: triggerFieldV3({ default: "last" }),
  triggerPrice: Type.Optional(decimal({ description: "Needed for type trigger" })),
  triggerOrderType: orderTypeField({ default: "market" }),
  triggerOrderPrice: Type.Optional(decimal({ description: "Needed for limit orders" })),
});
type Request = Type.Static<typeof request>;

/**
 * Returns the terms of one strategy order: its client id goes to the take-profit if there is one.
 */
function exitOrders(exits: ExitTerms, { size, ...sizing }: ConvertedSize, clientOid = "") {
  const hasProfit = exits.profitTrigger !== NO_PRICE;
  return {
    ...exits,
    profitSize: size,
    profitClientOrderId: hasProfit ? clientOid : "",
    lossSize: size,
    lossClientOrderId: hasProfit ? "" : clientOid,
    ...sizing,
  };
}

function neededQty(context: PrivateContext, { qty }: Request): string {
  if (qty === undefined) throw context.errors.missing("qty");
  return qty;
}

/**
 * Returns the size of exits of a position, 0 for the whole of it. A request that names a qty and no
 * mode never closes more than that.
 */
function exitSize(
  context: PrivateContext,
  instrument: OrderInstrument,
  sent: Request,
  exit: { readonly side: "long" | "short"; readonly trigger: Ticks },
): ReturnType<typeof exitSizeOf> {
  const { qty, tpslMode = qty === undefined ? "full" : "partial" } = sent;
  if (tpslMode === "full") return { size: ZERO_LOTS };
  const units = { context: orderContextOf(context), instrument, errors: UNIT_ERRORS_V3 };
  const converted = exitSizeOf(units, neededQty(context, sent), exit);
  if (converted.size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v3");
  return converted;
}

/**
 * Returns the exits of a position; without posSide a sell closes the long and a buy the short
 * position.
 */
function tpslOf(context: PrivateContext, instrument: OrderInstrument, sent: Request): PlaceExits {
  if (sent.posSide === undefined && sent.side === undefined)
    throw context.errors.missing("posSide");
  const exits = exitTermsV3(instrument, sent);
  const positionSide = sent.posSide ?? (sent.side === "sell" ? "long" : "short");
  const trigger = exits.profitTrigger === NO_PRICE ? exits.lossTrigger : exits.profitTrigger;
  const converted = exitSize(context, instrument, sent, { side: positionSide, trigger });
  return {
    kind: "place_exits",
    user: context.principal.userIndex,
    instrument: instrument.index,
    positionSide,
    stpMode: "cancel_maker",
    source: "api",
    ...exitOrders(exits, converted, sent.clientOid),
    margin: undefined,
  };
}

function triggerOf(context: PrivateContext, instrument: OrderInstrument, sent: Request): PlacePlan {
  const { side, triggerPrice } = sent;
  const qty = neededQty(context, sent);
  if (side === undefined) throw context.errors.missing("side");
  if (triggerPrice === undefined) throw context.errors.missing("triggerPrice");
  const isLimit = hasPrice(sent.triggerOrderType);
  if (isLimit && sent.triggerOrderPrice === undefined) {
    throw context.errors.missing("triggerOrderPrice");
  }
  const isByQuote = !isLimit && side === "buy" && instrument.category === "spot";
  const decimals = context.exchange.accounts.currencyAt(instrument.quote)?.decimals ?? 0;
  const price = (text: string | undefined) =>
    text === undefined ? NO_PRICE : priceTicks(text, instrument, UNIT_ERRORS_V3);
  const isMargin = sent.category === "MARGIN";
  if (isMargin) checkUnpositioned(sent);
  const { reduceOnly, triggerOrderType: orderType } = sent;
  const positionSide: PositionSide = sent.posSide ?? "net";
  const order = {
    ...{ side, orderType, positionSide, reduceOnly },
    triggerPrice: price(triggerPrice),
    price: isLimit ? price(sent.triggerOrderPrice) : NO_PRICE,
  };
  const units = { context: orderContextOf(context), instrument, errors: UNIT_ERRORS_V3 };
  return {
    kind: "place_plan",
    planKind: "normal",
    triggerBy: sent.triggerBy,
    callbackE4: 0,
    user: context.principal.userIndex,
    instrument: instrument.index,
    ...order,
    timeInForce: "gtc",
    stpMode: "cancel_maker",
    ...(isByQuote ? { size: ZERO_LOTS } : orderSize(units, qty, order)),
    quoteAmount: isByQuote ? amountAtoms(qty, decimals, UNIT_ERRORS_V3) : ZERO_ATOMS,
    clientOrderId: sent.clientOid ?? "",
    source: "api",
    exits: optionalExitsV3(instrument, sent),
    margin: isMargin ? MARGIN_V3 : undefined,
    opening: undefined,
  };
}

/**
 * Returns the exits of a quantity of a spot pair, which is no position: `side` sells or buys back
 * `qty`, in any position mode; in category MARGIN with what the account may borrow.
 */
function spotTpslOf(
  context: PrivateContext,
  instrument: OrderInstrument,
  sent: Request,
): PlaceExits {
  const { side } = sent;
  if (side === undefined) throw context.errors.missing("side");
  checkUnpositioned(sent);
  const size = sizeLots(neededQty(context, sent), instrument, UNIT_ERRORS_V3);
  const exits = exitTermsV3(instrument, sent);
  return {
    kind: "place_exits",
    user: context.principal.userIndex,
    instrument: instrument.index,
    positionSide: "net",
    stpMode: "cancel_maker",
    source: "api",
    ...exitOrders(exits, { size }, sent.clientOid),
    margin: { side, backing: sent.category === "MARGIN" ? MARGIN_V3.backing : "default" },
  };
}

/** Returns the command of a request, by its type and category. */
function commandOf(context: PrivateContext, instrument: OrderInstrument, sent: Request) {
  if (sent.type === "trigger") return triggerOf(context, instrument, sent);
  const exitsOf = instrument.category === "spot" ? spotTpslOf : tpslOf;
  return exitsOf(context, instrument, sent);
}

export const placeStrategyOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/place-strategy-order"],
  version: "v3",
  summary: "Place a take-profit, a stop-loss, both in one, or a trigger order",
  description:
    "tpsl closes a position: the whole of it (full), or qty (partial); of two prices the one " +
    "that executes ends the other. trigger sends any order when the price reaches triggerPrice. " +
    "No margin is taken until then. In categories SPOT and MARGIN tpsl sells or buys back qty by " +
    "side, of the base coin; on MARGIN its orders and those of triggers borrow what they miss.",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 10, per: "uid" },
  request,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, sent) {
    const instrument = instrumentV3(orderContextOf(context), sent.category, sent.symbol);
    const command = commandOf(context, instrument, sent);
    const { id, rejection } = await submitted(context, command);
    if (rejection !== undefined) return rejectionError(rejection, "v3");
    return { orderId: wireId(id), clientOid: clientIdOf(id, sent.clientOid ?? "") };
  },
});
