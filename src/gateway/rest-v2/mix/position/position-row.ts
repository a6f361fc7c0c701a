/** Rows of open and closed positions (rest-v2.md, all-position, history-position). */
import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import type { PositionRead } from "../../../../core/reads.ts";
import type { ClosedPositionRow } from "../../../../projections/history/tables.ts";
import type { LiveOrder } from "../../../../projections/live/live-order.ts";
import { averagePriceText } from "../../../../wire/average-price.ts";
import { wireId } from "../../../../wire/ids.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import { breakEvenText } from "../../../../wire/position-figures.ts";
import {
  amountText,
  priceText,
  rateE6Text,
  riskRateText,
  sizeText,
} from "../../../../wire/texts.ts";
import { isOpening, positionModeWord } from "../../../../wire/words/order-words.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";

export const positionRow = Type.Object({
  marginCoin: Type.String(),
  symbol: Type.String(),
  holdSide: Type.String(),
  openDelegateSize: Type.String({ description: "Unfilled size of orders that would add to it" }),
  marginSize: Type.String(),
  available: Type.String({ description: "Size that no closing order has taken" }),
  locked: Type.String(),
  total: Type.String(),
  leverage: Type.String(),
  achievedProfits: Type.String(),
  openPriceAvg: Type.String(),
  marginMode: Type.String(),
  posMode: Type.String(),
  unrealizedPL: Type.String(),
  liquidationPrice: Type.String({ description: "Estimate by mark price; 0: none" }),
  keepMarginRate: Type.String(),
  markPrice: Type.String(),
  breakEvenPrice: Type.String(),
  totalFee: Type.String({ description: "Funding; empty before the first payment" }),
  deductedFee: Type.String(),
  marginRatio: Type.String(),
  assetMode: Type.String(),
  autoMargin: Type.String(),
  grant: Type.String(),
  takeProfit: Type.String(),
  stopLoss: Type.String(),
  takeProfitId: Type.String(),
  stopLossId: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
});

export const closedPositionRow = Type.Object({
  positionId: Type.String(),
  marginCoin: Type.String(),
  symbol: Type.String(),
  holdSide: Type.String(),
  openAvgPrice: Type.String(),
  closeAvgPrice: Type.String(),
  marginMode: Type.String(),
  openTotalPos: Type.String(),
  closeTotalPos: Type.String(),
  pnl: Type.String({ description: "Realised, before fees and funding" }),
  netProfit: Type.String({ description: "After fees and funding" }),
  totalFunding: Type.String(),
  openFee: Type.String({ description: "Negative for a fee paid" }),
  closeFee: Type.String(),
  posMode: Type.String(),
  ctime: Type.String(),
  utime: Type.String(),
  cTime: Type.String({ description: "As ctime" }),
  uTime: Type.String({ description: "As utime" }),
});

/** Whether filling an order would add to a position. */
function addsTo(order: LiveOrder, position: PositionRead): boolean {
  if (order.instrument !== position.instrument.index) return false;
  if (position.isHedge) return order.positionSide === position.positionSide && isOpening(order);
  return !order.reduceOnly && (order.side === "buy") === (position.positionSide === "long");
}

function openingSize(exchange: ExchangeAccess, user: number, position: PositionRead): number {
  let size = 0;
  for (const order of exchange.live.orders.openOf(user)) {
    if (addsTo(order, position)) size += order.remaining;
  }
  return size;
}

const NO_EXITS = { takeProfit: "", stopLoss: "", takeProfitId: "", stopLossId: "" };

/** An open position. */
export function positionOf(context: PrivateContext, position: PositionRead) {
  const { exchange, principal } = context;
  const { instrument, size } = position;
  const { liquidationPrice, risk } = exchange.accounts.outlook(principal.userIndex, position);
  const money = (amount: bigint): string =>
    amountText(exchange.accounts, instrument.settle, amount);
  return {
    marginCoin: currencyCode(exchange.accounts, instrument.settle),
    symbol: instrument.symbol,
    holdSide: position.positionSide,
    openDelegateSize: sizeText(instrument, openingSize(exchange, principal.userIndex, position)),
    marginSize: money(position.margin),
    available: sizeText(instrument, position.closable),
    locked: sizeText(instrument, size - position.closable),
    total: sizeText(instrument, size),
    leverage: String(position.leverage),
    achievedProfits: money(position.realisedPnl),
    openPriceAvg: averagePriceText(exchange.accounts, instrument, position.openValue, size),
    marginMode: position.marginMode,
    posMode: positionModeWord(position.isHedge),
    unrealizedPL: money(position.unrealisedPnl),
    liquidationPrice: liquidationPrice === 0 ? "0" : priceText(instrument, liquidationPrice),
    keepMarginRate: rateE6Text(position.maintenanceRate),
    markPrice: priceText(instrument, position.mark),
    breakEvenPrice: breakEvenText(exchange.accounts, position),
    totalFee: position.funding === 0n ? "" : money(position.funding),
    deductedFee: money(position.openFee + position.closeFee),
    marginRatio: riskRateText(risk),
    assetMode: "single",
    autoMargin: position.isAutoMargin ? "on" : "off",
    grant: "",
    ...NO_EXITS,
    cTime: String(position.openedAtMs),
    uTime: String(exchange.live.timeMs),
  };
}

export function closedPositionOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  row: ClosedPositionRow,
) {
  const money = (amount: bigint): string =>
    amountText(exchange.accounts, instrument.settle, amount);
  const openedAt = String(row.openedAtMs);
  const closedAt = String(row.closedAtMs);
  return {
    positionId: wireId(row.positionId),
    marginCoin: currencyCode(exchange.accounts, instrument.settle),
    symbol: instrument.symbol,
    holdSide: row.positionSide,
    openAvgPrice: averagePriceText(exchange.accounts, instrument, row.openedValue, row.openedSize),
    closeAvgPrice: averagePriceText(exchange.accounts, instrument, row.closedValue, row.closedSize),
    marginMode: row.marginMode,
    openTotalPos: sizeText(instrument, row.openedSize),
    closeTotalPos: sizeText(instrument, row.closedSize),
    pnl: money(row.realisedPnl),
    netProfit: money(row.realisedPnl - row.openFee - row.closeFee + row.funding),
    totalFunding: money(row.funding),
    openFee: money(-row.openFee),
    closeFee: money(-row.closeFee),
    posMode: positionModeWord(row.isHedge),
    ctime: openedAt,
    utime: closedAt,
    cTime: openedAt,
    uTime: closedAt,
  };
}
