/** Records of the v3 channels order, fill and fast-fill (websocket.md sections 6.1 and 6.4). */
import type { LiveFill, LiveOrder } from "../../projections/live/live-order.ts";
import { averagePriceText } from "../average-price.ts";
import { cancelReasonV3 } from "../cancel-reason.ts";
import {
  type ChannelInstrument,
  priceText,
  sizeText,
  valueCurrency,
} from "../channel-instrument.ts";
import {
  amountText,
  currencyCode,
  isHedged,
  isOpening,
  type Listings,
  limitPriceText,
  lowerCategory,
} from "../order-words.ts";
import { wireId } from "../wire-id.ts";

const STATUSES = {
  new: "new",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "canceled",
} as const;

/** Spot orders, and plans of them, that may borrow are of category margin. */
export function unifiedCategory(
  { category }: ChannelInstrument,
  { backing }: Pick<LiveOrder, "backing">,
): string {
  return backing === "unified_margin" ? "margin" : lowerCategory(category);
}

/** What futures orders carry beside the members of every order. */
function futuresOrder(
  listings: Listings,
  instrument: ChannelInstrument,
  order: LiveOrder,
): Readonly<Record<string, string>> {
  const hedged = isHedged(order);
  const holdMode = hedged ? "hedge_mode" : "one_way_mode";
  return {
    holdMode,
    // Clients tell futures from spot by this member.
    posMode: holdMode,
    holdSide: order.positionSide,
    tradeSide: hedged ? (isOpening(order) ? "open" : "close") : "",
    marginMode: "crossed",
    marginCoin: currencyCode(listings, instrument.settle),
    leverage: `${order.leverage}`,
  };
}

const SPOT_ORDER = {
  holdMode: "",
  holdSide: "",
  tradeSide: "",
  marginMode: "",
  marginCoin: "",
  leverage: "",
} as const;

function spotOrder({ backing }: LiveOrder): Readonly<Record<string, string>> {
  return backing === "unified_margin" ? { ...SPOT_ORDER, marginMode: "crossed" } : SPOT_ORDER;
}

/** An order after a change; `fill` is the fill that caused it. */
export function unifiedOrder(
  listings: Listings,
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill | undefined,
): Readonly<Record<string, unknown>> {
  const isSpot = instrument.category === "spot";
  const cancelReason = cancelReasonV3(order.closeReason);
  const isQuoteSized = order.size === 0;
  return {
    category: unifiedCategory(instrument, order),
    symbol: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    price: limitPriceText(instrument, order),
    qty: isQuoteSized ? "" : sizeText(instrument, order.size),
    amount: isQuoteSized ? amountText(listings, instrument.quote, order.quoteAmount) : "",
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    ...(isSpot ? spotOrder(order) : futuresOrder(listings, instrument, order)),
    reduceOnly: order.reduceOnly ? "yes" : "no",
    orderStatus: STATUSES[order.status],
    cancelReason,
    cancelSource: cancelReason,
    cumExecQty: sizeText(instrument, order.filled),
    cumExecValue: amountText(listings, valueCurrency(instrument), order.filledValue),
    avgPrice: averagePriceText(listings, instrument, order.filledValue, order.filled),
    totalProfit: isSpot ? "0" : amountText(listings, instrument.settle, order.realisedPnl),
    feeDetail: feeDetail(listings, order.feeCurrency, order.feeTotal),
    stpMode: order.stpMode,
    delegateType: "normal",
    ...(fill === undefined ? {} : { tradeId: wireId(fill.fillId) }),
    createdTime: `${order.createdAtMs}`,
    updatedTime: `${order.updatedAtMs}`,
  };
}

/** A paid fee is positive on v3; before the first fill there is none. */
function feeDetail(
  listings: Listings,
  currency: number,
  fee: bigint,
): readonly { readonly feeCoin: string; readonly fee: string }[] {
  const feeCoin = currencyCode(listings, currency);
  return feeCoin === "" ? [] : [{ feeCoin, fee: amountText(listings, currency, fee) }];
}

/** What fill and fast-fill share. */
function fillHead(
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, string>> {
  return {
    category: unifiedCategory(instrument, order),
    symbol: instrument.symbol,
    orderId: wireId(fill.orderId),
    clientOid: order.clientOrderId,
    execId: wireId(fill.fillId),
    side: fill.side,
    holdSide: instrument.category === "spot" ? "" : fill.positionSide,
    tradeScope: fill.role,
    execPrice: priceText(instrument, fill.price),
    execQty: sizeText(instrument, fill.size),
    execTime: `${fill.timeMs}`,
    updatedTime: `${fill.timeMs}`,
  };
}

export function unifiedFastFill(
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, unknown>> {
  return fillHead(instrument, order, fill);
}

export function unifiedFill(
  listings: Listings,
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, unknown>> {
  const isSpot = instrument.category === "spot";
  return {
    ...fillHead(instrument, order, fill),
    execLinkId: wireId(fill.tradeId),
    orderType: order.orderType,
    tradeSide: isSpot ? "" : fill.closesPosition ? "close" : "open",
    execValue: amountText(listings, valueCurrency(instrument), fill.value),
    execPnl: isSpot ? "0" : amountText(listings, instrument.settle, fill.realisedPnl),
    feeDetail: feeDetail(listings, fill.feeCurrency, fill.fee),
  };
}
