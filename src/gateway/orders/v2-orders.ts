/**
 * Schemas of v2 order requests, spot and futures, shared by REST and WebSocket, and their
 * conversion to commands. Source: specification, Place Order; rest-v2.md; trading-rules.md sections
 * 2.3 to 2.7. All functions throw `WireError` and change nothing.
 *
 * In hedge mode `side` follows the position on v2: closing a long is side buy, tradeSide close. The
 * command has the direction of the trade, so the side is reversed for closing orders.
 */

import { type Static, Type } from "typebox";
import type { MarginMode, PositionSide, Side } from "../../core/base/vocabulary.ts";
import { hasPrice } from "../../core/base/word-traits.ts";
import type {
  CancelOrder,
  PlaceOrder,
  PlacePlan,
  ReplaceOrder,
} from "../../core/commands/commands.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import { idOfWire } from "../../wire/ids.ts";
import { categoryOfWire } from "../../wire/words/categories.ts";
import {
  clientOidV2,
  coin,
  decimal,
  enumeration,
  id,
  integer,
  productType,
  symbol,
  timestampMs,
  yesNo,
} from "../http/fields.ts";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { wireError } from "../http/wire-error.ts";
import {
  marginModeField,
  orderTypeField,
  sideField,
  stpModeField,
  timeInForceField,
  tradeSideField,
} from "../http/word-fields.ts";
import { type RejectionDialect, rejectionError } from "../rejection-codes.ts";
import {
  exitChange,
  exitsNamed,
  MIX_EXIT_FIELDS,
  optionalExits,
  SPOT_EXIT_FIELDS,
} from "./exits.ts";
import {
  isOnAnother,
  type OpenOrder,
  type OrderContext,
  type OrderIds,
  type OrderInstrument,
} from "./order-context.ts";
import { orderSize, type SizeUnits } from "./order-sizes.ts";
import { amountAtoms, priceTicks, sizeLots, type UnitErrors } from "./order-units.ts";
import { checkReceiveWindow } from "./receive-window.ts";
import { refusedFields } from "./refused-fields.ts";

const ERRORS = PARAMETER_ERRORS.v2;

export const SPOT_UNITS: UnitErrors = {
  priceOffIncrement: () => wireError("40808", "price"),
  priceOutOfRange: () => rejectionError("price_out_of_range", "v2_spot"),
  sizeOffIncrement: () => rejectionError("size_off_increment", "v2_spot"),
  sizeOutOfRange: () => rejectionError("size_above_maximum", "v2_spot"),
  markPriceMissing: () => rejectionError("mark_price_missing", "v2_spot"),
  triggerMissing: () => rejectionError("exits_missing", "v2_spot"),
};

export const MIX_UNITS: UnitErrors = {
  priceOffIncrement: () => wireError("45115"),
  priceOutOfRange: () => rejectionError("price_out_of_range", "v2_mix"),
  sizeOffIncrement: () => rejectionError("size_off_increment", "v2_mix"),
  sizeOutOfRange: () => rejectionError("size_above_maximum", "v2_mix"),
  markPriceMissing: () => rejectionError("mark_price_missing", "v2_mix"),
  triggerMissing: () => rejectionError("exits_missing", "v2_mix"),
};

/** Words for spot orders placed at once, and for those that wait for a trigger price. */
export const TPSL_TYPES = ["normal", "tpsl"] as const;

const WINDOW_FIELDS = {
  requestTime: Type.Optional(timestampMs()),
  receiveWindow: Type.Optional(integer({ min: 0, max: 9_999_999 })),
};

const TERM_FIELDS = {
  side: sideField(),
  orderType: orderTypeField(),
  force: timeInForceField(),
  price: Type.Optional(decimal({ description: "Needed for limit orders" })),
  size: decimal({ description: "Quote amount for a spot market buy, else the size" }),
  clientOid: Type.Optional(clientOidV2()),
  stpMode: stpModeField("none"),
};

/** Fields of a spot order: an item of batch-orders, or place-order without its symbol. */
export const spotTermsV2 = Type.Object({
  ...TERM_FIELDS,
  tpslType: Type.Optional(enumeration(TPSL_TYPES)),
  triggerPrice: Type.Optional(decimal()),
  presetTakeProfitPrice: Type.Optional(decimal()),
  executeTakeProfitPrice: Type.Optional(decimal()),
  presetStopLossPrice: Type.Optional(decimal()),
  executeStopLossPrice: Type.Optional(decimal()),
  ...refusedFields("v2_spot"),
});
export type SpotTermsV2 = Static<typeof spotTermsV2>;

/** POST /api/v2/spot/trade/place-order and WebSocket place-order with instType SPOT. */
export const placeSpotOrderRequestV2 = Type.Object({
  symbol: symbol(),
  ...spotTermsV2.properties,
  ...WINDOW_FIELDS,
});
export type PlaceSpotOrderRequestV2 = Static<typeof placeSpotOrderRequestV2>;

/**
 * Fields of a futures order: an item of batch-place-order, or place-order without its instrument.
 */
export const mixTermsV2 = Type.Object({
  ...TERM_FIELDS,
  tradeSide: Type.Optional(tradeSideField()),
  reduceOnly: yesNo({ default: false }),
  presetStopSurplusPrice: Type.Optional(decimal()),
  presetStopLossPrice: Type.Optional(decimal()),
  presetStopSurplusExecutePrice: Type.Optional(decimal()),
  presetStopLossExecutePrice: Type.Optional(decimal()),
  ...refusedFields("v2_mix"),
});
export type MixTermsV2 = Static<typeof mixTermsV2>;

/** Fields that name the instrument of a futures request; the head of batch-place-order. */
export const mixInstrumentFieldsV2 = {
  symbol: symbol(),
  productType: productType(),
  marginCoin: coin(),
  marginMode: marginModeField(),
};

/** POST /api/v2/mix/order/place-order and WebSocket place-order with a futures instType. */
export const placeMixOrderRequestV2 = Type.Object({
  ...mixInstrumentFieldsV2,
  ...mixTermsV2.properties,
});
export type PlaceMixOrderRequestV2 = Static<typeof placeMixOrderRequestV2>;

const ID_FIELDS = {
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
};

/** POST /api/v2/spot/trade/cancel-order. */
export const cancelSpotOrderRequestV2 = Type.Object({
  symbol: symbol(),
  ...ID_FIELDS,
  tpslType: Type.Optional(enumeration(TPSL_TYPES)),
});
export type CancelSpotOrderRequestV2 = Static<typeof cancelSpotOrderRequestV2>;

/** POST /api/v2/mix/order/cancel-order. */
export const cancelMixOrderRequestV2 = Type.Object({
  symbol: symbol(),
  productType: productType(),
  marginCoin: Type.Optional(coin()),
  ...ID_FIELDS,
});
export type CancelMixOrderRequestV2 = Static<typeof cancelMixOrderRequestV2>;

const PRESET = decimal({ description: "0 takes it away; absent leaves it as it is" });

/** POST /api/v2/spot/trade/cancel-replace-order, and an item of its batch form. */
export const replaceSpotOrderRequestV2 = Type.Object({
  symbol: symbol(),
  price: decimal(),
  size: decimal(),
  ...ID_FIELDS,
  newClientOid: Type.Optional(clientOidV2()),
  presetTakeProfitPrice: Type.Optional(PRESET),
  executeTakeProfitPrice: Type.Optional(decimal()),
  presetStopLossPrice: Type.Optional(PRESET),
  executeStopLossPrice: Type.Optional(decimal()),
});
export type ReplaceSpotOrderRequestV2 = Static<typeof replaceSpotOrderRequestV2>;

/** POST /api/v2/mix/order/modify-order. */
export const modifyMixOrderRequestV2 = Type.Object({
  symbol: symbol(),
  productType: productType(),
  marginCoin: Type.Optional(coin()),
  ...ID_FIELDS,
  newClientOid: Type.Optional(clientOidV2()),
  newSize: Type.Optional(decimal()),
  newPrice: Type.Optional(decimal()),
  newPresetStopSurplusPrice: Type.Optional(PRESET),
  newPresetStopLossPrice: Type.Optional(PRESET),
});
export type ModifyMixOrderRequestV2 = Static<typeof modifyMixOrderRequestV2>;

/**
 * Returns the spot instrument called `name` in the realm of the key of the caller; throws 40034.
 */
export function spotInstrumentV2(context: OrderContext, name: string): OrderInstrument {
  const { directory, principal } = context;
  const instrument = directory.instrument(principal.realm, "spot", name);
  if (instrument === undefined) throw rejectionError("instrument_not_found", "v2_spot");
  return instrument;
}

/** Returns the contract of a futures request; throws 40072, or 40778 for another margin coin. */
export function mixInstrumentV2(
  context: OrderContext,
  named: { readonly symbol: string; readonly productType: string; readonly marginCoin?: string },
): OrderInstrument {
  const { directory, principal } = context;
  const category = categoryOfWire(named.productType);
  const instrument =
    category === undefined || category === "spot"
      ? undefined
      : directory.instrument(principal.realm, category, named.symbol);
  if (instrument === undefined) throw rejectionError("instrument_not_found", "v2_mix");
  const settle = directory.currencyAt(instrument.settle)?.code;
  if (named.marginCoin !== undefined && named.marginCoin !== settle) throw wireError("40778");
  return instrument;
}

function limitPrice(price: string | undefined, instrument: OrderInstrument, errors: UnitErrors) {
  if (price === undefined) throw ERRORS.missing("price");
  return priceTicks(price, instrument, errors);
}

/**
 * Returns the command of a spot order with `terms` and its exits; for a tpsl order the plan that
 * places it at its trigger price.
 */
export function spotOrderV2(
  context: OrderContext,
  instrument: OrderInstrument,
  terms: SpotTermsV2,
): PlaceOrder | PlacePlan {
  const isMarket = !hasPrice(terms.orderType);
  const isQuoteSized = isMarket && terms.side === "buy";
  const quoteDecimals = context.directory.currencyAt(instrument.quote)?.decimals ?? 0;
  const order = {
    kind: "place_order",
    user: context.principal.userIndex,
    instrument: instrument.index,
    side: terms.side,
    orderType: terms.orderType,
    timeInForce: isMarket ? "ioc" : terms.force,
    positionSide: "net",
    reduceOnly: false,
    stpMode: terms.stpMode,
    price: isMarket ? NO_PRICE : limitPrice(terms.price, instrument, SPOT_UNITS),
    size: isQuoteSized ? ZERO_LOTS : sizeLots(terms.size, instrument, SPOT_UNITS),
    quoteAmount: isQuoteSized ? amountAtoms(terms.size, quoteDecimals, SPOT_UNITS) : ZERO_ATOMS,
    clientOrderId: terms.clientOid ?? "",
    source: "api",
    exits: optionalExits(instrument, SPOT_UNITS, exitsNamed(terms, SPOT_EXIT_FIELDS)),
    margin: undefined,
    opening: undefined,
  } as const;
  if (terms.tpslType !== "tpsl") {
    if (terms.triggerPrice === undefined) return order;
    throw ERRORS.wrong("triggerPrice (an order that waits for it has tpslType tpsl)");
  }
  if (terms.triggerPrice === undefined) throw ERRORS.missing("triggerPrice");
  return {
    ...order,
    kind: "place_plan",
    planKind: "normal",
    triggerBy: "last",
    triggerPrice: priceTicks(terms.triggerPrice, instrument, SPOT_UNITS),
    callbackE4: 0,
    timeInForce: terms.force,
  };
}

/** Returns the command of a v2 spot request. */
export function placeSpotOrderV2(
  context: OrderContext,
  request: PlaceSpotOrderRequestV2,
): PlaceOrder | PlacePlan {
  checkReceiveWindow(request, context.nowMs);
  return spotOrderV2(context, spotInstrumentV2(context, request.symbol), request);
}

/**
 * Returns the direction of the trade and the position side of a hedge-mode order (trading-rules.md
 * section 2.4).
 */
function hedgeSides(terms: Pick<MixTermsV2, "side" | "tradeSide">): {
  side: Side;
  positionSide: PositionSide;
} {
  if (terms.tradeSide === undefined) throw rejectionError("position_side_required", "v2_mix");
  const positionSide = terms.side === "buy" ? "long" : "short";
  if (terms.tradeSide === "open") return { side: terms.side, positionSide };
  return { side: terms.side === "buy" ? "sell" : "buy", positionSide };
}

/**
 * Returns side and position side of an order in the position mode of its user (trading-rules.md
 * section 2.4).
 */
export function mixSidesV2(
  context: OrderContext,
  instrument: OrderInstrument,
  terms: Pick<MixTermsV2, "side" | "tradeSide">,
): { readonly side: Side; readonly positionSide: PositionSide; readonly isHedge: boolean } {
  const isHedge = context.directory.isHedge(context.principal.userIndex, instrument.category);
  return isHedge
    ? { ...hedgeSides(terms), isHedge }
    : { side: terms.side, positionSide: "net", isHedge };
}

/** Returns the margin mode of an order that may open; a closing order states none. */
export function openingV2(
  isHedge: boolean,
  terms: Pick<MixTermsV2, "tradeSide" | "reduceOnly"> & { readonly marginMode: MarginMode },
): PlaceOrder["opening"] {
  const isClosing = isHedge ? terms.tradeSide === "close" : terms.reduceOnly;
  return isClosing ? undefined : { marginMode: terms.marginMode };
}

/** Returns the command of a futures order with `terms` and its exits. */
export function mixOrderV2(
  context: OrderContext,
  instrument: OrderInstrument,
  terms: MixTermsV2 & { readonly marginMode: MarginMode },
): PlaceOrder {
  const user = context.principal.userIndex;
  const { isHedge, ...sides } = mixSidesV2(context, instrument, terms);
  const { clientOid: clientOrderId = "", orderType } = terms;
  const isMarket = !hasPrice(orderType);
  const price = isMarket ? NO_PRICE : limitPrice(terms.price, instrument, MIX_UNITS);
  const order = { ...sides, orderType, price, clientOrderId };
  const reduceOnly = terms.reduceOnly && !isHedge;
  const units = { context, instrument, errors: MIX_UNITS };
  return {
    kind: "place_order",
    user,
    instrument: instrument.index,
    ...order,
    timeInForce: isMarket ? "ioc" : terms.force,
    reduceOnly,
    stpMode: terms.stpMode,
    ...orderSize(units, terms.size, { ...order, reduceOnly }),
    quoteAmount: ZERO_ATOMS,
    source: "api",
    exits: optionalExits(instrument, MIX_UNITS, exitsNamed(terms, MIX_EXIT_FIELDS)),
    margin: undefined,
    opening: openingV2(isHedge, terms),
  };
}

/** Returns the command of a v2 futures request. */
export function placeMixOrderV2(
  context: OrderContext,
  request: PlaceMixOrderRequestV2,
): PlaceOrder {
  return mixOrderV2(context, mixInstrumentV2(context, request), request);
}

/** Returns the two ids for a command; `orderId` has precedence. Throws 40924 or "not found". */
export function orderIdsV2(
  request: { readonly orderId?: string; readonly clientOid?: string },
  dialect: RejectionDialect,
): OrderIds {
  if (request.orderId !== undefined) {
    const orderId = idOfWire(request.orderId);
    if (orderId === undefined) throw rejectionError("order_not_found", dialect);
    return { orderId, clientOrderId: "" };
  }
  if (request.clientOid === undefined) throw ERRORS.needsOneOf(["orderId", "clientOid"]);
  return { orderId: 0, clientOrderId: request.clientOid };
}

/**
 * Returns the `cancel_order` command of a v2 spot request. An order that is not on spot, or not on
 * the pair that the request names, counts as unknown.
 */
export function cancelSpotOrderV2(
  context: OrderContext,
  request: Omit<CancelSpotOrderRequestV2, "symbol"> & { readonly symbol?: string },
): CancelOrder {
  const named =
    request.symbol === undefined ? undefined : spotInstrumentV2(context, request.symbol);
  const ids = orderIdsV2(request, "v2_spot");
  const instrument = named ?? spotInstrumentOfOrder(context, ids);
  if (isOnAnother(context, ids, instrument)) throw rejectionError("order_not_found", "v2_spot");
  return { kind: "cancel_order", user: context.principal.userIndex, ...ids };
}

/** Returns the pair of an open order of the caller; throws "not found" for one of futures. */
function spotInstrumentOfOrder(context: OrderContext, ids: OrderIds): OrderInstrument {
  const { directory, principal } = context;
  const { clientOrderId, orderId } = ids;
  const index = directory.instrumentOfOrder(principal.userIndex, orderId, clientOrderId);
  const instrument = index === undefined ? undefined : directory.instrumentAt(index);
  if (instrument?.category === "spot") return instrument;
  throw rejectionError("order_not_found", "v2_spot");
}

/** Returns the `cancel_order` command of a v2 futures request. */
export function cancelMixOrderV2(
  context: OrderContext,
  request: CancelMixOrderRequestV2,
): CancelOrder {
  const instrument = mixInstrumentV2(context, request);
  const ids = orderIdsV2(request, "v2_mix");
  if (isOnAnother(context, ids, instrument)) throw rejectionError("order_not_found", "v2_mix");
  return { kind: "cancel_order", user: context.principal.userIndex, ...ids };
}

/** Returns the open order of the caller that a request names. */
export function openOrderOf(
  { directory, principal }: OrderContext,
  ids: OrderIds,
): OpenOrder | undefined {
  return directory.openOrder(principal.userIndex, ids.orderId, ids.clientOrderId);
}

/** Returns price and size of the replacing order; throws for 0, which would lose the old order. */
export function replacingTerms(
  terms: { readonly price: string; readonly size: string },
  { context, errors, instrument }: SizeUnits,
  ids: OrderIds,
): Pick<ReplaceOrder, "price" | "size" | "sizing"> {
  const dialect = errors === SPOT_UNITS ? "v2_spot" : "v2_mix";
  const price = priceTicks(terms.price, instrument, errors);
  if (price === NO_PRICE) throw rejectionError("price_out_of_range", dialect);
  const { positionSide, reduceOnly, side } = openOrderOf(context, ids) ?? UNKNOWN_ORDER;
  const order = { side, positionSide, reduceOnly, orderType: "limit", price } as const;
  const converted = orderSize({ context, errors, instrument }, terms.size, order);
  if (converted.size === ZERO_LOTS) throw rejectionError("size_below_minimum", dialect);
  return { price, ...converted };
}

/** Stands for an order that is not open, which the core refuses to replace. */
const UNKNOWN_ORDER = { side: "buy", positionSide: "net", reduceOnly: false } as const;

/** Returns the command of a v2 spot cancel-replace. */
export function replaceSpotOrderV2(
  context: OrderContext,
  request: ReplaceSpotOrderRequestV2,
): ReplaceOrder {
  const instrument = spotInstrumentV2(context, request.symbol);
  const ids = orderIdsV2(request, "v2_spot");
  return {
    kind: "replace_order",
    user: context.principal.userIndex,
    instrument: instrument.index,
    orderId: ids.orderId,
    clientOrderId: ids.clientOrderId,
    ...replacingTerms(request, { context, instrument, errors: SPOT_UNITS }, ids),
    newClientOrderId: request.newClientOid ?? "",
    exits: exitChange(
      instrument,
      SPOT_UNITS,
      exitsNamed(request, SPOT_EXIT_FIELDS),
      openOrderOf(context, ids)?.exits,
    ),
  };
}
