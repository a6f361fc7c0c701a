/** Positions as v3 lists them (rest-v3.md, Positions). */
import { type Static, Type } from "typebox";
import {
  breakEvenText,
  liquidationPriceText,
  profitRateText,
} from "../../../channels/private/unified-account.ts";
import { assert } from "../../../core/assert.ts";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import type { PositionRead } from "../../../core/reads.ts";
import type { ClosedPositionRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { averagePriceText } from "../../../wire/average-price.ts";
import { wireId } from "../../../wire/ids.ts";
import { coinText, priceText, sizeText } from "../../../wire/texts.ts";
import { wireCategoryOf } from "../../../wire/words/categories.ts";
import { positionModeWord } from "../../../wire/words/order-words.ts";

const RATE_DECIMALS = 6;

export const positionRowSchema = Type.Object({
  category: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  holdMode: Type.String(),
  posSide: Type.String({ description: "long or short, also in one-way mode" }),
  marginMode: Type.String(),
  positionBalance: Type.String({ description: "Initial margin of the position" }),
  available: Type.String({ description: "What closing orders have not taken" }),
  frozen: Type.String(),
  total: Type.String(),
  leverage: Type.String(),
  curRealisedPnl: Type.String({
    description: "Of the part that is closed, with all fees and funding",
  }),
  avgPrice: Type.String(),
  positionStatus: Type.String(),
  unrealisedPnl: Type.String(),
  liquidationPrice: Type.String({ description: "Estimate by mark price; empty: none" }),
  mmr: Type.String({ description: "Maintenance margin rate" }),
  profitRate: Type.String({ description: "unrealisedPnl ÷ positionBalance" }),
  markPrice: Type.String(),
  breakEvenPrice: Type.String({ description: "Where closing brings back fees and funding" }),
  totalFunding: Type.String(),
  openFeeTotal: Type.String({ description: "Negative when paid" }),
  closeFeeTotal: Type.String({ description: "Negative when paid" }),
  createdTime: Type.String(),
  updatedTime: Type.String({ description: "When the figures were reckoned" }),
});
export type PositionRowV3 = Static<typeof positionRowSchema>;

/** An open position as of `timeMs`. */
export function positionRow(
  accounts: LiveAccounts,
  user: number,
  position: PositionRead,
  timeMs: number,
): PositionRowV3 {
  const { instrument, size, closable, openValue, margin, unrealisedPnl } = position;
  const { openFee, closeFee, funding, realisedPnl } = position;
  const settle = accounts.currencyAt(instrument.settle);
  return {
    category: wireCategoryOf(instrument.category),
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    holdMode: positionModeWord(position.isHedge),
    posSide: position.positionSide,
    marginMode: "crossed",
    positionBalance: coinText(settle, margin),
    available: sizeText(instrument, closable),
    frozen: sizeText(instrument, size - closable),
    total: sizeText(instrument, size),
    leverage: String(position.leverage),
    curRealisedPnl: coinText(settle, realisedPnl - openFee - closeFee + funding),
    avgPrice: averagePriceText(accounts, instrument, openValue, size),
    positionStatus: "normal",
    unrealisedPnl: coinText(settle, unrealisedPnl),
    liquidationPrice: liquidationPriceText(accounts, user, position),
    mmr: formatTrimmed(position.maintenanceRate, RATE_DECIMALS),
    profitRate: profitRateText(position),
    markPrice: priceText(instrument, position.mark),
    breakEvenPrice: breakEvenText(accounts, position),
    totalFunding: coinText(settle, funding),
    openFeeTotal: coinText(settle, -openFee),
    closeFeeTotal: coinText(settle, -closeFee),
    createdTime: String(position.openedAtMs),
    updatedTime: String(timeMs),
  };
}

export const closedPositionRowSchema = Type.Object({
  positionId: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  holdMode: Type.String(),
  posSide: Type.String(),
  marginMode: Type.String(),
  openPriceAvg: Type.String(),
  closePriceAvg: Type.String(),
  openTotalPos: Type.String(),
  closeTotalPos: Type.String(),
  cumRealisedPnl: Type.String({ description: "Without fees and funding" }),
  netProfit: Type.String({ description: "With fees and funding" }),
  totalFunding: Type.String(),
  openFeeTotal: Type.String({ description: "Negative when paid" }),
  closeFeeTotal: Type.String({ description: "Negative when paid" }),
  createdTime: Type.String(),
  updatedTime: Type.String({ description: "When it was closed" }),
});
export type ClosedPositionRowV3 = Static<typeof closedPositionRowSchema>;

/** A closed position; its instrument is listed. */
export function closedPositionRow(
  row: ClosedPositionRow,
  accounts: LiveAccounts,
): ClosedPositionRowV3 {
  const instrument = accounts.instrumentAt(row.instrument);
  assert(instrument !== undefined, "a position is in a listed instrument");
  const settle = accounts.currencyAt(instrument.settle);
  const { realisedPnl, openFee, closeFee, funding } = row;
  return {
    // Ids in the order of closing, so that the smallest of a page is its cursor.
    positionId: wireId(row.id),
    category: wireCategoryOf(instrument.category),
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    holdMode: positionModeWord(row.isHedge),
    posSide: row.positionSide,
    marginMode: "crossed",
    openPriceAvg: averagePriceText(accounts, instrument, row.openedValue, row.openedSize),
    closePriceAvg: averagePriceText(accounts, instrument, row.closedValue, row.closedSize),
    openTotalPos: sizeText(instrument, row.openedSize),
    closeTotalPos: sizeText(instrument, row.closedSize),
    cumRealisedPnl: coinText(settle, realisedPnl),
    netProfit: coinText(settle, realisedPnl - openFee - closeFee + funding),
    totalFunding: coinText(settle, funding),
    openFeeTotal: coinText(settle, -openFee),
    closeFeeTotal: coinText(settle, -closeFee),
    createdTime: String(row.openedAtMs),
    updatedTime: String(row.closedAtMs),
  };
}
