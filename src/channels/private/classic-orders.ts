/** Records of the v2 channels orders and fill (websocket.md sections 8.2 and 8.3). */

import type { LiveFill, LiveOrder } from "../../projections/live/live-order.ts";
import { averagePriceText } from "../../wire/average-price.ts";
import { wireId } from "../../wire/ids.ts";
import {
  currencyCode,
  type ListedInstrument,
  type Listings,
  valueCurrency,
} from "../../wire/listings.ts";
import { amountText, feeTextV2, knownPriceText, priceText, sizeText } from "../../wire/texts.ts";
import {
  cancelReasonWord,
  isHedged,
  MIX_ORDER_STATUSES_V2,
  POINT_SOURCES_V2,
  positionModeWord,
  ROLE_LETTERS,
  requestSideV2,
  SPOT_ORDER_STATUSES_V2,
  tradeSideV2,
} from "../../wire/words/order-words.ts";
import { TRIGGER_TYPES_V2 } from "../../wire/words/plan-words.ts";

function feeDetail(listings: Listings, order: LiveOrder): readonly unknown[] {
  const feeCoin = currencyCode(listings, order.feeCurrency);
  if (feeCoin === "") return [];
  return [{ feeCoin, fee: feeTextV2(listings, order.feeCurrency, order.feeTotal) }];
}

/** The members that only a push caused by a fill has. */
function fillMembers(
  listings: Listings,
  instrument: ListedInstrument,
  fill: LiveFill | undefined,
): Readonly<Record<string, string>> {
  if (fill === undefined) return {};
  return {
    fillPrice: priceText(instrument, fill.price),
    tradeId: wireId(fill.fillId),
    baseVolume: sizeText(instrument, fill.size),
    fillTime: `${fill.timeMs}`,
    fillFee: feeTextV2(listings, fill.feeCurrency, fill.fee),
    fillFeeCoin: currencyCode(listings, fill.feeCurrency),
    tradeScope: ROLE_LETTERS[fill.role],
  };
}

/** Value of the whole order at its limit price; the quote amount of a market buy. */
function notionalText(listings: Listings, instrument: ListedInstrument, order: LiveOrder): string {
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
  instrument: ListedInstrument,
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
    price: knownPriceText(instrument, order.price),
    size: order.side === "buy" ? notional : baseSize,
    newSize: isQuoteSized ? notional : baseSize,
    notional,
    orderType: order.orderType,
    force: order.timeInForce,
    side: order.side,
    ...fillMembers(listings, instrument, fill),
    accBaseVolume: sizeText(instrument, order.filled),
    priceAvg: averagePriceText(listings, instrument, order.filledValue, order.filled),
    status: SPOT_ORDER_STATUSES_V2[order.status],
    cTime: `${order.createdAtMs}`,
    uTime: `${order.updatedAtMs}`,
    stpMode: order.stpMode,
    feeDetail: feeDetail(listings, order),
    enterPointSource: POINT_SOURCES_V2[order.source],
  };
}

/** Value of the order in quote currency: what v2 calls notionalUsd. */
function mixNotional(listings: Listings, instrument: ListedInstrument, order: LiveOrder): string {
  if (instrument.isInverse) return sizeText(instrument, order.size);
  return notionalText(listings, instrument, order);
}

/** Take-profit and stop-loss that the order brings; empty where it has none. */
function presetsOf(
  instrument: ListedInstrument,
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
  instrument: ListedInstrument,
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
    posMode: positionModeWord(hedged),
    enterPointSource: POINT_SOURCES_V2[order.source],
    tradeSide: tradeSideV2(order, order.source),
    notionalUsd: mixNotional(listings, instrument, order),
    orderType: order.orderType,
    force: order.timeInForce,
    side: requestSideV2(order),
    posSide: order.positionSide,
    marginMode: order.marginMode,
    marginCoin: currencyCode(listings, settle),
    ...filled,
    accBaseVolume: sizeText(instrument, order.filled),
    priceAvg: averagePriceText(listings, instrument, order.filledValue, order.filled),
    status: MIX_ORDER_STATUSES_V2[order.status],
    cancelReason: cancelReasonWord(order.closeReason),
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
      totalFee: feeTextV2(listings, fill.feeCurrency, fill.fee),
    },
  ];
}

export function classicSpotFill(
  listings: Listings,
  instrument: ListedInstrument,
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
  instrument: ListedInstrument,
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
    posMode: positionModeWord(hedged),
    price: priceText(instrument, fill.price),
    baseVolume: sizeText(instrument, fill.size),
    quoteVolume: amountText(listings, valueCurrency, fill.value),
    profit: amountText(listings, instrument.settle, fill.realisedPnl),
    tradeSide: tradeSideV2(fill, order.source),
    tradeScope: fill.role,
    feeDetail: fillFees(listings, fill),
    cTime: `${fill.timeMs}`,
    uTime: `${fill.timeMs}`,
  };
}
