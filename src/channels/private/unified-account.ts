/** Records of the v3 channels account and position (websocket.md sections 6.2 and 6.3). */

import { formatRatio, formatTrimmed } from "../../core/money/decimals.ts";
import type { PositionSide, Realm } from "../../core/vocabulary.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { averagePriceText } from "../../wire/average-price.ts";
import { currencyCode, type ListedInstrument } from "../../wire/listings.ts";
import { amountText, priceText, riskRateText, sizeText } from "../../wire/texts.ts";
import { UsdValues, usdText } from "../../wire/usd-values.ts";
import { positionModeWord } from "../../wire/words/order-words.ts";
import { type UnifiedCoin, unifiedTotals } from "./unified-totals.ts";

const RATIO_DECIMALS = 6;
/** Decimals of rates in millionths. */
const RATE_DECIMALS = 6;
const MARGIN_RATIO_DECIMALS = 8;

/** An open position as the live view reads it. */
export type PositionRow = ReturnType<LiveAccounts["positions"]>[number];

/** The whole unified account; figures in US dollars unless they stand under a coin. */
export function unifiedAccount(
  accounts: LiveAccounts,
  user: number,
  realm: Realm,
): Readonly<Record<string, unknown>> {
  const totals = unifiedTotals(accounts, new UsdValues(accounts, realm), user);
  const { coins, effective, equity, maintenance, positionInitial } = totals;
  return {
    totalEquity: usdText(equity),
    effEquity: usdText(effective),
    unrealisedPnL: usdText(totals.unrealised),
    imr: usdText(totals.initial),
    mmr: usdText(maintenance),
    mgnRatio: riskRateText(totals.risk),
    positionMgnRatio: formatRatio(positionInitial, effective, MARGIN_RATIO_DECIMALS),
    bonus: "0",
    coin: coins.map(coinRecord),
  };
}

function coinRecord({ read, equity, usd }: UnifiedCoin): Readonly<Record<string, string>> {
  const text = (amount: bigint): string => formatTrimmed(amount, read.currency.decimals);
  return {
    coin: read.currency.code,
    balance: text(read.balance),
    available: text(read.available),
    locked: text(read.hold),
    equity: text(equity),
    borrow: text(read.balance < 0n ? -read.balance : 0n),
    debts: text(equity < 0n ? -equity : 0n),
    usdValue: usdText(usd),
  };
}

/** The price at which closing brings back the entry, both fees and funding. */
export function breakEvenText(accounts: LiveAccounts, row: PositionRow): string {
  return averagePriceText(accounts, row.instrument, row.breakEven, row.size);
}

/** Profit for the margin put in, as a fraction. */
export function profitRateText(row: PositionRow): string {
  return formatRatio(row.unrealisedPnl, row.margin, RATIO_DECIMALS);
}

/** The mark price that would liquidate the position; empty when none does (rest-v3.md). */
export function liquidationPriceText(
  accounts: LiveAccounts,
  user: number,
  row: PositionRow,
): string {
  const { liquidationPrice } = accounts.outlook(user, row);
  return liquidationPrice === 0 ? "" : priceText(row.instrument, liquidationPrice);
}

/**
 * Fees that were paid are positive here (websocket.md section 6.3), where REST has them negative
 * (rest-v3.md, Positions).
 */
export function unifiedPosition(
  accounts: LiveAccounts,
  user: number,
  row: PositionRow,
  nowMs: number,
): Readonly<Record<string, unknown>> {
  const { instrument } = row;
  const money = (amount: bigint): string => amountText(accounts, instrument.settle, amount);
  return {
    symbol: instrument.symbol,
    marginCoin: currencyCode(accounts, instrument.settle),
    marginMode: "crossed",
    holdMode: positionModeWord(row.isHedge),
    posSide: row.positionSide,
    positionStatus: "opening",
    size: sizeText(instrument, row.size),
    available: sizeText(instrument, row.closable),
    frozen: sizeText(instrument, row.size - row.closable),
    avgPrice: averagePriceText(accounts, instrument, row.openValue, row.size),
    leverage: `${row.leverage}`,
    marginSize: money(row.margin),
    markPrice: priceText(instrument, row.mark),
    liqPrice: liquidationPriceText(accounts, user, row),
    mmr: formatTrimmed(row.maintenanceRate, RATE_DECIMALS),
    breakEvenPrice: breakEvenText(accounts, row),
    unrealisedPnl: money(row.unrealisedPnl),
    profitRate: profitRateText(row),
    curRealisedPnl: money(row.realisedPnl - row.openFee - row.closeFee + row.funding),
    totalFundingFee: money(row.funding),
    openFeeTotal: money(row.openFee),
    closeFeeTotal: money(row.closeFee),
    createdTime: `${row.openedAtMs}`,
    updatedTime: `${nowMs}`,
  };
}

/** A position that has just been closed: most members are empty (websocket.md section 6.3). */
export function endedPosition(
  accounts: LiveAccounts,
  instrument: ListedInstrument,
  side: { readonly positionSide: PositionSide; readonly isHedge: boolean },
  nowMs: number,
): Readonly<Record<string, unknown>> {
  return {
    symbol: instrument.symbol,
    marginCoin: currencyCode(accounts, instrument.settle),
    marginMode: "crossed",
    holdMode: positionModeWord(side.isHedge),
    posSide: side.positionSide,
    positionStatus: "ended",
    size: "0",
    available: "0",
    frozen: "0",
    avgPrice: "",
    leverage: "",
    marginSize: "",
    markPrice: "",
    liqPrice: "",
    mmr: "",
    breakEvenPrice: "",
    unrealisedPnl: "",
    profitRate: "",
    curRealisedPnl: "",
    totalFundingFee: "",
    openFeeTotal: "",
    closeFeeTotal: "",
    createdTime: "",
    updatedTime: `${nowMs}`,
  };
}
