/**
 * Schemas of v3 order requests, shared by REST and WebSocket, and their conversion to commands.
 * Source: specification, unified account; rest-v3.md Trade; trading-rules.md sections 2.3 to 2.7.
 *
 * All functions throw `WireError` and change nothing. `side` on v3 is the direction of the trade
 * also in hedge mode, so the position mode is not looked up: core refuses a `posSide` that does not
 * fit.
 */

import { type Static, Type } from "typebox";
import type { OrderType, PositionSide } from "../../core/base/vocabulary.ts";
import { hasPrice, IS_ISOLATED } from "../../core/base/word-traits.ts";
import type {
  AmendOrder,
  CancelOrder,
  ExitChange,
  ExitTerms,
  PlaceOrder,
} from "../../core/commands/commands.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import { idOfWire } from "../../wire/ids.ts";
import {
  categoryOfWire,
  type WireCategory,
  wireCategoryOfOrder,
} from "../../wire/words/categories.ts";
import {
  CATEGORIES,
  clientOidV3,
  decimal,
  enumeration,
  id,
  integer,
  symbol,
  text,
  timestampMs,
  yesNo,
} from "../http/fields.ts";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { wireError } from "../http/wire-error.ts";
import {
  type HeldSide,
  heldSideField,
  marginModeField,
  orderTypeField,
  sideField,
  stpModeField,
  timeInForceField,
  triggerFieldV3,
} from "../http/word-fields.ts";
import { rejectionError } from "../rejection-codes.ts";
import { exitChange, exitTerms, optionalExits } from "./exits.ts";
import type { OrderContext, OrderIds, OrderInstrument } from "./order-context.ts";
import { amendedSize, orderSize } from "./order-sizes.ts";
import { amountAtoms, priceTicks, type UnitErrors } from "./order-units.ts";
import { checkReceiveWindow } from "./receive-window.ts";
import { refusedFields } from "./refused-fields.ts";

const ERRORS = PARAMETER_ERRORS.v3;

/** Errors of v3 for invalid prices and sizes. */
export const UNIT_ERRORS_V3: UnitErrors = {
  priceOffIncrement: () => wireError("25244"),
  priceOutOfRange: () => rejectionError("price_out_of_range", "v3"),
  sizeOffIncrement: () => rejectionError("size_off_increment", "v3"),
  sizeOutOfRange: () => rejectionError("size_above_maximum", "v3"),
  markPriceMissing: () => rejectionError("mark_price_missing", "v3"),
  triggerMissing: () => rejectionError("exits_missing", "v3"),
};

/**
 * Fields of a receive window: the request is refused if it arrives later; REST and WebSocket
 * (2026).
 */
const WINDOW_FIELDS = {
  receiveWindow: Type.Optional(integer({ min: 0, max: 9_999_999 })),
  requestTime: Type.Optional(timestampMs()),
};

export const EXIT_FIELDS_V3 = {
  tpTriggerBy: Type.Optional(triggerFieldV3()),
  slTriggerBy: Type.Optional(triggerFieldV3()),
  takeProfit: Type.Optional(decimal()),
  stopLoss: Type.Optional(decimal()),
  tpOrderType: Type.Optional(orderTypeField()),
  slOrderType: Type.Optional(orderTypeField()),
  tpLimitPrice: Type.Optional(decimal()),
  slLimitPrice: Type.Optional(decimal()),
};

const EXIT_NAMES_V3 = Object.keys(EXIT_FIELDS_V3) as readonly (keyof typeof EXIT_FIELDS_V3)[];

const exitFieldsRequestV3 = Type.Object(EXIT_FIELDS_V3);

/** POST /api/v3/trade/place-order, an item of place-batch, and WebSocket place-order. */
export const placeOrderRequestV3 = Type.Object({
  category: enumeration(CATEGORIES),
  symbol: symbol(),
  side: sideField(),
  orderType: orderTypeField(),
  qty: decimal({ description: "Quote amount for a spot market buy, else the size" }),
  price: Type.Optional(decimal({ description: "Needed for limit orders" })),
  timeInForce: timeInForceField(),
  posSide: Type.Optional(
    heldSideField({ description: "Hedge mode: the position to open or close" }),
  ),
  reduceOnly: yesNo({ default: false }),
  clientOid: Type.Optional(clientOidV3()),
  stpMode: stpModeField("cancel_maker"),
  marginMode: Type.Optional(marginModeField()),
  ...EXIT_FIELDS_V3,
  ...refusedFields("v3"),
  ...WINDOW_FIELDS,
});
export type PlaceOrderRequestV3 = Static<typeof placeOrderRequestV3>;

/** POST /api/v3/trade/modify-order, an item of batch-modify-order, and WebSocket modify-order. */
export const modifyOrderRequestV3 = Type.Object({
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV3()),
  category: Type.Optional(enumeration(CATEGORIES)),
  symbol: Type.Optional(symbol()),
  qty: Type.Optional(decimal()),
  price: Type.Optional(decimal()),
  autoCancel: yesNo({ default: false }),
  requestId: Type.Optional(text({ lengthMax: 64 })),
  ...EXIT_FIELDS_V3,
  ...WINDOW_FIELDS,
});
export type ModifyOrderRequestV3 = Static<typeof modifyOrderRequestV3>;

/** POST /api/v3/trade/cancel-order, an item of cancel-batch, and WebSocket cancel-order. */
export const cancelOrderRequestV3 = Type.Object({
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV3()),
  category: Type.Optional(enumeration(CATEGORIES)),
  symbol: Type.Optional(symbol()),
  ...WINDOW_FIELDS,
});
export type CancelOrderRequestV3 = Static<typeof cancelOrderRequestV3>;

/** Returns the instrument of a v3 request in the realm of the key of the caller; throws 25100. */
export function instrumentV3(
  context: OrderContext,
  category: WireCategory | "MARGIN",
  name: string,
): OrderInstrument {
  const known = category === "MARGIN" ? "spot" : categoryOfWire(category);
  if (known === undefined) throw wireError("40805");
  const { directory, principal } = context;
  const instrument = directory.instrument(principal.realm, known, name);
  if (instrument === undefined) throw rejectionError("instrument_not_found", "v3");
  return instrument;
}

/** Returns the limit price of an exit: 0, as of a market order, if the order type has no price. */
function limitOf(orderType: OrderType | undefined, limit: string | undefined): string | undefined {
  return orderType === undefined || hasPrice(orderType) ? limit : "0";
}

/** Returns the exits of a v3 request. */
function exitsOf(request: Static<typeof exitFieldsRequestV3>) {
  const { slLimitPrice, slOrderType, tpLimitPrice, tpOrderType } = request;
  return {
    profit: {
      trigger: request.takeProfit,
      limit: limitOf(tpOrderType, tpLimitPrice),
      by: request.tpTriggerBy,
    },
    loss: {
      trigger: request.stopLoss,
      limit: limitOf(slOrderType, slLimitPrice),
      by: request.slTriggerBy,
    },
  };
}

/** Returns the exits of a request; undefined if it names no price. */
export function optionalExitsV3(
  instrument: OrderInstrument,
  request: Static<typeof exitFieldsRequestV3>,
): ExitTerms | undefined {
  return optionalExits(instrument, UNIT_ERRORS_V3, exitsOf(request));
}

/** Returns the exits of a request that consists of exits. */
export function exitTermsV3(
  instrument: OrderInstrument,
  request: Static<typeof exitFieldsRequestV3>,
): ExitTerms {
  return exitTerms(instrument, UNIT_ERRORS_V3, exitsOf(request));
}

/** Returns the change of exits that a request asks for; undefined if it names neither. */
export function exitChangeV3(
  instrument: OrderInstrument,
  request: Static<typeof exitFieldsRequestV3>,
  current: ExitTerms,
): ExitChange | undefined {
  return exitChange(instrument, UNIT_ERRORS_V3, exitsOf(request), current);
}

/**
 * Backing of orders of category MARGIN; the missing amount is borrowed without a loan of its own.
 */
export const MARGIN_V3 = { backing: "unified_margin", loanType: "normal" } as const;

/** Throws for fields of positions, which category MARGIN does not have. */
export function checkUnpositioned(request: {
  readonly posSide?: HeldSide | undefined;
  readonly reduceOnly: boolean;
}): void {
  if (request.posSide !== undefined) throw rejectionError("position_side_not_allowed", "v3");
  if (request.reduceOnly) throw rejectionError("reduce_only_not_allowed", "v3");
}

/** Returns the command of a v3 request, with the exits of the order. */
export function placeOrderV3(context: OrderContext, request: PlaceOrderRequestV3): PlaceOrder {
  checkReceiveWindow(request, context.nowMs);
  const instrument = instrumentV3(context, request.category, request.symbol);
  const isMarket = !hasPrice(request.orderType);
  if (!isMarket && request.price === undefined) throw ERRORS.missing("price");
  const { marginMode = "crossed" } = request;
  if (IS_ISOLATED[marginMode]) throw wireError("25240");
  const isMargin = request.category === "MARGIN";
  if (isMargin) checkUnpositioned(request);
  const isQuoteSized = isMarket && request.side === "buy" && instrument.category === "spot";
  const quoteDecimals = context.directory.currencyAt(instrument.quote)?.decimals ?? 0;
  const { orderType, reduceOnly, side } = request;
  const positionSide: PositionSide = request.posSide ?? "net";
  const price =
    isMarket || request.price === undefined
      ? NO_PRICE
      : priceTicks(request.price, instrument, UNIT_ERRORS_V3);
  const { clientOid: clientOrderId = "" } = request;
  const order = { side, orderType, positionSide, reduceOnly, price, clientOrderId };
  const units = { context, instrument, errors: UNIT_ERRORS_V3 };
  return {
    kind: "place_order",
    user: context.principal.userIndex,
    instrument: instrument.index,
    ...order,
    timeInForce: isMarket ? "ioc" : request.timeInForce,
    stpMode: request.stpMode,
    ...(isQuoteSized ? { size: ZERO_LOTS } : orderSize(units, request.qty, order)),
    quoteAmount: isQuoteSized
      ? amountAtoms(request.qty, quoteDecimals, UNIT_ERRORS_V3)
      : ZERO_ATOMS,
    source: "api",
    exits: optionalExitsV3(instrument, request),
    margin: isMargin ? MARGIN_V3 : undefined,
    opening: undefined,
  };
}

/** Returns the two ids for a command; `orderId` has precedence. Throws 40924 or 25204. */
function orderIdsV3(request: { readonly orderId?: string; readonly clientOid?: string }): OrderIds {
  if (request.orderId !== undefined) {
    const orderId = idOfWire(request.orderId);
    if (orderId === undefined) throw rejectionError("order_not_found", "v3");
    return { orderId, clientOrderId: "" };
  }
  if (request.clientOid === undefined) throw ERRORS.needsOneOf(["orderId", "clientOid"]);
  return { orderId: 0, clientOrderId: request.clientOid };
}

/**
 * Returns the instrument of an open order; undefined if no such order is open. Throws 25100 for an
 * unknown symbol, and 25204 if the category or the symbol of the request is not that of the order.
 */
function instrumentOfOrder(
  context: OrderContext,
  request: { readonly category?: WireCategory | "MARGIN"; readonly symbol?: string },
  ids: OrderIds,
): OrderInstrument | undefined {
  const { category, symbol: name } = request;
  if (category !== undefined && name !== undefined) instrumentV3(context, category, name);
  const { directory, principal } = context;
  const { orderId, clientOrderId } = ids;
  const index = directory.instrumentOfOrder(principal.userIndex, orderId, clientOrderId);
  const instrument = index === undefined ? undefined : directory.instrumentAt(index);
  if (instrument === undefined) return undefined;
  const backing = directory.backingOfOrder(principal.userIndex, orderId, clientOrderId);
  const own = wireCategoryOfOrder(instrument.category, backing ?? "default");
  const isOther =
    (name !== undefined && instrument.symbol !== name) ||
    (category !== undefined && category !== own);
  if (isOther) throw rejectionError("order_not_found", "v3");
  return instrument;
}

/**
 * Returns the command of a v3 change: a price or quantity of 0 is refused, an absent value is kept;
 * an exit of 0 is removed.
 */
export function modifyOrderV3(context: OrderContext, request: ModifyOrderRequestV3): AmendOrder {
  checkReceiveWindow(request, context.nowMs);
  const { price, qty } = request;
  const ids = orderIdsV3(request);
  const changes = ["qty", "price", ...EXIT_NAMES_V3] as const;
  if (changes.every((name) => request[name] === undefined)) {
    throw ERRORS.needsOneOf(["qty", "price"]);
  }
  const instrument = instrumentOfOrder(context, request, ids);
  if (instrument === undefined) throw rejectionError("order_not_found", "v3");
  const newPrice = price === undefined ? NO_PRICE : priceTicks(price, instrument, UNIT_ERRORS_V3);
  const { directory, principal } = context;
  const open = directory.openOrder(principal.userIndex, ids.orderId, ids.clientOrderId);
  if (open === undefined) throw rejectionError("order_not_found", "v3");
  const units = { instrument, errors: UNIT_ERRORS_V3 };
  const newSize = qty === undefined ? ZERO_LOTS : amendedSize(units, qty, open);
  if (price !== undefined && newPrice === 0) throw rejectionError("price_out_of_range", "v3");
  if (qty !== undefined && newSize === 0) throw rejectionError("size_below_minimum", "v3");
  return {
    kind: "amend_order",
    user: context.principal.userIndex,
    orderId: ids.orderId,
    clientOrderId: ids.clientOrderId,
    price: newPrice,
    size: newSize,
    autoCancel: request.autoCancel,
    exits: exitChangeV3(instrument, request, open.exits),
  };
}

/** Returns the `cancel_order` command of a v3 request. */
export function cancelOrderV3(context: OrderContext, request: CancelOrderRequestV3): CancelOrder {
  checkReceiveWindow(request, context.nowMs);
  const ids = orderIdsV3(request);
  instrumentOfOrder(context, request, ids);
  return { kind: "cancel_order", user: context.principal.userIndex, ...ids };
}
