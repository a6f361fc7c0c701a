/** Records of the v2 channels orders and fill (websocket.md sections 8.2 and 8.3). */
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
  type Listings,
  limitPriceText,
  tradeSideOf,
} from "../order-words.ts";
import { pointSourceWord, TRIGGER_TYPES_V2 } from "../plan-words.ts";
import { wireId } from "../wire-id.ts";

const SPOT_STATUSES = {
  new: "live",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "cancelled",
} as const;
const MIX_STATUSES = { ...SPOT_STATUSES, cancelled: "canceled" } as const;

/** Fees are negative on v2. */
function negativeFee(listings: Listings, currency: number, fee: bigint): string {
  return amountText(listings, currency, -fee);
}

function feeDetail(listings: Listings, order: LiveOrder): readonly unknown[] {
  const feeCoin = currencyCode(listings, order.feeCurrency);
  if (feeCoin === "") return [];
  return [{ feeCoin, fee: negativeFee(listings, order.feeCurrency, order.feeTotal) }];
}

/** The members that only a push caused by a fill has. */
function fillMembers(
  listings: Listings,
  instrument: ChannelInstrument,
  fill: LiveFill | undefined,
): Readonly<Record<string, string>> {
  if (fill === undefined) return {};
  return {
    fillPrice: priceText(instrument, fill.price),
    tradeId: wireId(fill.fillId),
    baseVolume: sizeText(instrument, fill.size),
    fillTime: `${fill.timeMs}`,
    fillFee: negativeFee(listings, fill.feeCurrency, fill.fee),
    fillFeeCoin: currencyCode(listings, fill.feeCurrency),
    tradeScope: fill.role === "taker" ? "T" : "M",
  };
}

/** Value of the whole order at its limit price; the quote amount of a market buy. */
function notionalText(listings: Listings, instrument: ChannelInstrument, order: LiveOrder): string {
  if (order.size === 0) return amountText(listings, instrument.quote, order.quoteAmount);
  if (order.price === 0) return amountText(listings, instrument.quote, order.filledValue);
  const decimals = listings.currencyAt(instrument.quote)?.decimals ?? 0;
  const steps = BigInt(order.price) * BigInt(order.size);
  const top = steps * BigInt(instrument.tickStep) * BigInt(instrument.lotStep);
  const shift = decimals - instrument.priceDecimals - instrument.sizeDecimals;
  const atoms = shift >= 0 ? top * 10n ** BigInt(shift) : top / 10n ** BigInt(-shift);
  return amountText(listings, instrument.quote, atoms);
}

export function classicSpotOrder(
  listings: Listings,
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill | undefined,
): Readonly<Record<string, unknown>> {
  const notional = notionalText(listings, instrument, order);
  const isQuoteSized = order.size === 0;
  const baseSize = sizeText(instrument, order.size);
  return {
    instId: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    price: limitPriceText(instrument, order),
    size: order.side === "buy" ? notional : baseSize,
    newSize: isQuoteSized ? notional : baseSize,
    notional,
    orderType: order.orderType,
    force: order.timeInForce,
    side: order.side,
    ...fillMembers(listings, instrument, fill),
    accBaseVolume: sizeText(instrument, order.filled),
    priceAvg: averagePriceText(listings, instrument, order.filledValue, order.filled),
    status: SPOT_STATUSES[order.status],
    cTime: `${order.createdAtMs}`,
    uTime: `${order.updatedAtMs}`,
    stpMode: order.stpMode,
    feeDetail: feeDetail(listings, order),
    enterPointSource: pointSourceWord(order.source),
  };
}

/**
 * In hedge mode `side` follows the position on v2, as in requests: closing a long is a buy. The
 * fill channel alone tells the real direction.
 */
function positionSideOf(order: LiveOrder): LiveOrder["side"] {
  if (!isHedged(order)) return order.side;
  return order.positionSide === "long" ? "buy" : "sell";
}

/** Value of the order in quote currency: what v2 calls notionalUsd. */
function mixNotional(listings: Listings, instrument: ChannelInstrument, order: LiveOrder): string {
  if (instrument.isInverse) return sizeText(instrument, order.size);
  return notionalText(listings, instrument, order);
}

function knownPriceText(instrument: ChannelInstrument, price: number): string {
  return price === 0 ? "" : priceText(instrument, price);
}

/** Take-profit and stop-loss that the order brings; empty where it has none. */
function presetsOf(
  instrument: ChannelInstrument,
  { exits }: LiveOrder,
): Readonly<Record<string, string>> {
  return {
    presetStopSurplusPrice: knownPriceText(instrument, exits.profitTrigger),
    presetStopLossPrice: knownPriceText(instrument, exits.lossTrigger),
    presetStopSurplusExecutePrice: knownPriceText(instrument, exits.profitPrice),
    presetStopLossExecutePrice: knownPriceText(instrument, exits.lossPrice),
    presetStopSurplusType: exits.profitTrigger === 0 ? "" : TRIGGER_TYPES_V2[exits.profitBy],
    presetStopLossType: exits.lossTrigger === 0 ? "" : TRIGGER_TYPES_V2[exits.lossBy],
  };
}

export function classicMixOrder(
  listings: Listings,
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill | undefined,
): Readonly<Record<string, unknown>> {
  const hedged = isHedged(order);
  const { settle } = instrument;
  const filled =
    fill === undefined
      ? {}
      : {
          ...fillMembers(listings, instrument, fill),
          fillNotionalUsd: instrument.isInverse
            ? sizeText(instrument, fill.size)
            : amountText(listings, valueCurrency(instrument), fill.value),
        };
  return {
    instId: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    price: order.price === 0 ? "0" : priceText(instrument, order.price),
    size: sizeText(instrument, order.size),
    posMode: hedged ? "hedge_mode" : "one_way_mode",
    enterPointSource: pointSourceWord(order.source),
    tradeSide: tradeSideOf(order, order.source),
    notionalUsd: mixNotional(listings, instrument, order),
    orderType: order.orderType,
    force: order.timeInForce,
    side: positionSideOf(order),
    posSide: order.positionSide,
    marginMode: order.marginMode,
    marginCoin: currencyCode(listings, settle),
    ...filled,
    accBaseVolume: sizeText(instrument, order.filled),
    priceAvg: averagePriceText(listings, instrument, order.filledValue, order.filled),
    status: MIX_STATUSES[order.status],
    cancelReason: cancelReasonV3(order.closeReason),
    leverage: `${order.leverage}`,
    feeDetail: feeDetail(listings, order),
    totalProfits: amountText(listings, settle, order.realisedPnl),
    pnl: amountText(listings, settle, fill?.realisedPnl ?? 0n),
    reduceOnly: order.reduceOnly ? "yes" : "no",
    ...presetsOf(instrument, order),
    stpMode: order.stpMode,
    cTime: `${order.createdAtMs}`,
    uTime: `${order.updatedAtMs}`,
  };
}

function fillFees(listings: Listings, fill: LiveFill): readonly unknown[] {
  return [
    {
      feeCoin: currencyCode(listings, fill.feeCurrency),
      deduction: "no",
      totalDeductionFee: "0",
      totalFee: negativeFee(listings, fill.feeCurrency, fill.fee),
    },
  ];
}

export function classicSpotFill(
  listings: Listings,
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, unknown>> {
  return {
    orderId: wireId(fill.orderId),
    tradeId: wireId(fill.fillId),
    symbol: instrument.symbol,
    orderType: order.orderType,
    side: fill.side,
    priceAvg: priceText(instrument, fill.price),
    size: sizeText(instrument, fill.size),
    amount: amountText(listings, instrument.quote, fill.value),
    tradeScope: fill.role,
    feeDetail: fillFees(listings, fill),
    cTime: `${fill.timeMs}`,
    uTime: `${fill.timeMs}`,
  };
}

export function classicMixFill(
  listings: Listings,
  instrument: ChannelInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, unknown>> {
  const hedged = isHedged(fill);
  const valueCurrency = instrument.isInverse ? instrument.settle : instrument.quote;
  return {
    orderId: wireId(fill.orderId),
    clientOid: order.clientOrderId,
    tradeId: wireId(fill.fillId),
    symbol: instrument.symbol,
    side: fill.side,
    orderType: order.orderType,
    posMode: hedged ? "hedge_mode" : "one_way_mode",
    price: priceText(instrument, fill.price),
    baseVolume: sizeText(instrument, fill.size),
    quoteVolume: amountText(listings, valueCurrency, fill.value),
    profit: amountText(listings, instrument.settle, fill.realisedPnl),
    tradeSide: tradeSideOf(fill, order.source),
    tradeScope: fill.role,
    feeDetail: fillFees(listings, fill),
    cTime: `${fill.timeMs}`,
    uTime: `${fill.timeMs}`,
  };
}
