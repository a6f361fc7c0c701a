/** Positions as v3 lists them (rest-v3.md, Positions). */
import { type Static, Type } from "typebox";
import { priceText, sizeText } from "../../../channels/channel-instrument.ts";
import { wireId } from "../../../channels/wire-id.ts";
import { assert } from "../../../core/assert.ts";
import { formatRatio, formatTrimmed } from "../../../core/money/decimals.ts";
import type { PositionRead } from "../../../core/reads.ts";
import type { ClosedPositionRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireCategoryOf } from "../../orders/wire-categories.ts";
import { breakEvenRatio, maintenanceRateE6 } from "./maintenance.ts";
import { holdModeOf } from "./order-row.ts";
import { amountText, averagePriceText, valueCurrencyOf } from "./value-texts.ts";

const RATE_DECIMALS = 6;
const RATIO_DECIMALS = 8;

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
  curRealisedPnl: Type.String({ description: "Of the part that is closed, with all fees" }),
  avgPrice: Type.String(),
  positionStatus: Type.String(),
  unrealisedPnl: Type.String(),
  liquidationPrice: Type.String({ description: "Empty: there is none" }),
  mmr: Type.String({ description: "Maintenance margin rate" }),
  profitRate: Type.String({ description: "unrealisedPnl ÷ positionBalance" }),
  markPrice: Type.String(),
  breakEvenPrice: Type.String({ description: "Where closing brings back both fees" }),
  totalFunding: Type.String(),
  openFeeTotal: Type.String({ description: "Negative when paid" }),
  closeFeeTotal: Type.String({ description: "Negative when paid" }),
  createdTime: Type.String(),
  updatedTime: Type.String({ description: "When the figures were reckoned" }),
});
export type PositionRowV3 = Static<typeof positionRowSchema>;

/** The price of value ÷ size times a fraction of fees. */
function breakEvenText(position: PositionRead, valueDecimals: number): string {
  const { instrument, openValue, size } = position;
  const [top, bottom] = breakEvenRatio(instrument, position.positionSide === "long");
  const quantity = BigInt(size) * BigInt(instrument.lotStep) * 10n ** BigInt(valueDecimals);
  const worth = openValue * 10n ** BigInt(instrument.sizeDecimals);
  if (worth === 0n) return "0";
  const decimals = instrument.priceDecimals + 2;
  return instrument.isInverse
    ? formatRatio(quantity * top, worth * bottom, decimals)
    : formatRatio(worth * top, quantity * bottom, decimals);
}

/** An open position as of `timeMs`. */
export function positionRow(
  position: PositionRead,
  accounts: LiveAccounts,
  timeMs: number,
): PositionRowV3 {
  const { instrument, size, closable, openValue, margin, unrealisedPnl } = position;
  const { openFee, closeFee, realisedPnl } = position;
  const settle = accounts.currencyAt(instrument.settle);
  const valueDecimals = valueCurrencyOf(accounts, instrument)?.decimals ?? 0;
  return {
    category: wireCategoryOf(instrument.category),
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    holdMode: holdModeOf(position.isHedge),
    posSide: position.positionSide,
    marginMode: "crossed",
    positionBalance: amountText(margin, settle),
    available: sizeText(instrument, closable),
    frozen: sizeText(instrument, size - closable),
    total: sizeText(instrument, size),
    leverage: String(position.leverage),
    curRealisedPnl: amountText(realisedPnl - openFee - closeFee, settle),
    avgPrice: averagePriceText(instrument, openValue, size, valueDecimals),
    positionStatus: "normal",
    unrealisedPnl: amountText(unrealisedPnl, settle),
    liquidationPrice: "",
    mmr: formatTrimmed(maintenanceRateE6(position, accounts), RATE_DECIMALS),
    profitRate: formatRatio(unrealisedPnl, margin, RATIO_DECIMALS),
    markPrice: priceText(instrument, position.mark),
    breakEvenPrice: breakEvenText(position, valueDecimals),
    totalFunding: "0",
    openFeeTotal: amountText(-openFee, settle),
    closeFeeTotal: amountText(-closeFee, settle),
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
  const decimals = valueCurrencyOf(accounts, instrument)?.decimals ?? 0;
  const { realisedPnl, openFee, closeFee } = row;
  return {
    // Ids in the order of closing, so that the smallest of a page is its cursor.
    positionId: wireId(row.id),
    category: wireCategoryOf(instrument.category),
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    holdMode: holdModeOf(row.isHedge),
    posSide: row.positionSide,
    marginMode: "crossed",
    openPriceAvg: averagePriceText(instrument, row.openedValue, row.openedSize, decimals),
    closePriceAvg: averagePriceText(instrument, row.closedValue, row.closedSize, decimals),
    openTotalPos: sizeText(instrument, row.openedSize),
    closeTotalPos: sizeText(instrument, row.closedSize),
    cumRealisedPnl: amountText(realisedPnl, settle),
    netProfit: amountText(realisedPnl - openFee - closeFee, settle),
    totalFunding: "0",
    openFeeTotal: amountText(-openFee, settle),
    closeFeeTotal: amountText(-closeFee, settle),
    createdTime: String(row.openedAtMs),
    updatedTime: String(row.closedAtMs),
  };
}
