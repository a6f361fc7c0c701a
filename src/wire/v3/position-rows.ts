/** Positions as v3 lists them (rest-v3.md, Positions) and pushes them (websocket.md 6.3). */
import { type Static, Type } from "typebox";
import { assert } from "../../core/base/assert.ts";
import type { EventOf } from "../../core/events/events.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { PositionRead } from "../../core/reads/account-reads.ts";
import type { ClosedPositionRow } from "../../projections/history/tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { entryPriceText, lifeAverageTexts } from "../average-price.ts";
import { wireId } from "../ids.ts";
import { breakEvenText, profitRateText } from "../position-figures.ts";
import type { Without } from "../row-types.ts";
import { lifeSizeTexts, positionTexts } from "../sizes.ts";
import { coinText, knownPriceText, priceText, rateE6Text } from "../texts.ts";
import { wireCategoryOf } from "../words/categories.ts";
import {
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  positionModeWord,
} from "../words/order-words.ts";
import { wordField } from "../words/word-field.ts";

export const positionRowSchema = Type.Object({
  category: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  holdMode: wordField(POSITION_MODE_WORDS),
  posSide: wordField(POSITION_SIDE_WORDS, { description: "long or short, also in one-way mode" }),
  marginMode: Type.String(),
  positionBalance: Type.String({
    description: "Initial margin of the position: at mark if crossed, of its fills if isolated",
  }),
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
  liquidationPrice: Type.String({ description: "Estimate by mark price; 0: none" }),
  mmr: Type.String({ description: "Maintenance margin rate" }),
  profitRate: Type.String({ description: "unrealisedPnl ÷ positionBalance" }),
  markPrice: Type.String(),
  breakEvenPrice: Type.String({ description: "Where closing brings back fees and funding" }),
  totalFunding: Type.String(),
  openFeeTotal: Type.String({ description: "Positive when paid" }),
  closeFeeTotal: Type.String({ description: "Positive when paid" }),
  cashDividend: Type.String({ description: "Always 0: no contract pays dividends" }),
  createdTime: Type.String(),
  updatedTime: Type.String({ description: "When the figures were taken" }),
});
export type PositionRowV3 = Static<typeof positionRowSchema>;

/** Mark price at which the position is liquidated; empty without one, as on the live venue. */
function liquidationPricePush(
  accounts: LiveAccounts,
  user: number,
  position: PositionRead,
): string {
  const { liquidationPrice } = accounts.outlook(user, position);
  return knownPriceText(position.instrument, liquidationPrice);
}

/** The same in REST, where the live venue shows 0 without one. */
function liquidationPriceText(
  accounts: LiveAccounts,
  user: number,
  position: PositionRead,
): string {
  return liquidationPricePush(accounts, user, position) || "0";
}

/** Profit realised so far after fees and funding, in settle atoms. */
function netRealised(position: {
  readonly realisedPnl: bigint;
  readonly openFee: bigint;
  readonly closeFee: bigint;
  readonly funding: bigint;
}): bigint {
  const { closeFee, funding, openFee, realisedPnl } = position;
  return realisedPnl - openFee - closeFee + funding;
}

/** An open position in REST as of `timeMs`. */
export function positionRow(
  accounts: LiveAccounts,
  user: number,
  position: PositionRead,
  timeMs: number,
): PositionRowV3 {
  const { instrument } = position;
  const held = positionTexts(instrument, position);
  const settle = accounts.currencyAt(instrument.settle);
  return {
    category: wireCategoryOf(instrument.category),
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    holdMode: positionModeWord(position.isHedge),
    posSide: POSITION_SIDE_WORDS[position.positionSide],
    marginMode: "crossed",
    positionBalance: coinText(settle, position.margin),
    available: held.available,
    frozen: held.frozen,
    total: held.total,
    leverage: String(position.leverage),
    curRealisedPnl: coinText(settle, netRealised(position)),
    avgPrice: entryPriceText(accounts, instrument, position),
    positionStatus: "normal",
    unrealisedPnl: coinText(settle, position.unrealisedPnl),
    liquidationPrice: liquidationPriceText(accounts, user, position),
    mmr: rateE6Text(position.maintenanceRate),
    profitRate: profitRateText(position),
    markPrice: priceText(instrument, position.mark),
    breakEvenPrice: breakEvenText(position),
    totalFunding: coinText(settle, position.funding),
    openFeeTotal: coinText(settle, position.openFee),
    closeFeeTotal: coinText(settle, position.closeFee),
    cashDividend: "0",
    createdTime: String(position.openedAtMs),
    updatedTime: String(timeMs),
  };
}

/** Fields that the channel names differently; it has no category. */
type RestAlone =
  | ("category" | "total" | "positionBalance" | "liquidationPrice" | "totalFunding")
  | "positionStatus";

/** A position on the channel `position`. */
export type PositionPushV3 = Without<PositionRowV3, RestAlone> & {
  readonly positionStatus: "opening" | "ended";
  /** As `total` of REST. */
  readonly size: string;
  /** As `positionBalance` of REST. */
  readonly marginSize: string;
  /** As `liquidationPrice` of REST. */
  readonly liqPrice: string;
  /** As `totalFunding` of REST. */
  readonly totalFundingFee: string;
};

/** An open position on the channel; fees that were paid are positive (websocket.md section 6.3). */
export function positionPush(
  accounts: LiveAccounts,
  user: number,
  position: PositionRead,
  nowMs: number,
): PositionPushV3 {
  const { instrument } = position;
  const held = positionTexts(instrument, position);
  const settle = accounts.currencyAt(instrument.settle);
  return {
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    marginMode: "crossed",
    holdMode: positionModeWord(position.isHedge),
    posSide: POSITION_SIDE_WORDS[position.positionSide],
    positionStatus: "opening",
    size: held.total,
    available: held.available,
    frozen: held.frozen,
    avgPrice: entryPriceText(accounts, instrument, position),
    leverage: `${position.leverage}`,
    marginSize: coinText(settle, position.margin),
    markPrice: priceText(instrument, position.mark),
    liqPrice: liquidationPricePush(accounts, user, position),
    mmr: rateE6Text(position.maintenanceRate),
    breakEvenPrice: breakEvenText(position),
    unrealisedPnl: coinText(settle, position.unrealisedPnl),
    profitRate: profitRateText(position),
    curRealisedPnl: coinText(settle, netRealised(position)),
    totalFundingFee: coinText(settle, position.funding),
    openFeeTotal: coinText(settle, position.openFee),
    closeFeeTotal: coinText(settle, position.closeFee),
    cashDividend: "0",
    createdTime: `${position.openedAtMs}`,
    updatedTime: `${nowMs}`,
  };
}

/** Last figures of a position that has been closed, from the event that closed it. */
export type EndedPosition = Pick<
  EventOf<"position_changed">,
  | ("positionSide" | "isHedge" | "leverage" | "openedAtMs")
  | ("realisedPnl" | "openFee" | "closeFee" | "funding")
>;

/**
 * A position that has just been closed: its last figures, 0 for what ended with it, and empty for
 * what a position of size 0 does not have.
 */
export function endedPositionPush(
  accounts: LiveAccounts,
  instrument: Instrument,
  held: EndedPosition,
  nowMs: number,
): PositionPushV3 {
  const settle = accounts.currencyAt(instrument.settle);
  return {
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    marginMode: "crossed",
    holdMode: positionModeWord(held.isHedge),
    posSide: POSITION_SIDE_WORDS[held.positionSide],
    positionStatus: "ended",
    size: "0",
    available: "0",
    frozen: "0",
    avgPrice: "0",
    leverage: `${held.leverage}`,
    marginSize: "0",
    markPrice: knownPriceText(instrument, accounts.prices(instrument).mark),
    liqPrice: "",
    mmr: "",
    breakEvenPrice: "",
    unrealisedPnl: "0",
    profitRate: "0",
    curRealisedPnl: coinText(settle, netRealised(held)),
    totalFundingFee: coinText(settle, held.funding),
    openFeeTotal: coinText(settle, held.openFee),
    closeFeeTotal: coinText(settle, held.closeFee),
    cashDividend: "0",
    createdTime: `${held.openedAtMs}`,
    updatedTime: `${nowMs}`,
  };
}

export const closedPositionRowSchema = Type.Object({
  positionId: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  holdMode: wordField(POSITION_MODE_WORDS),
  posSide: wordField(POSITION_SIDE_WORDS),
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
  cashDividend: Type.String({ description: "Always 0: no contract pays dividends" }),
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
  const average = lifeAverageTexts(accounts, instrument, row);
  const size = lifeSizeTexts(instrument, row);
  return {
    // Ids in the order of closing, so that the smallest of a page is its cursor.
    positionId: wireId(row.id),
    category: wireCategoryOf(instrument.category),
    symbol: instrument.symbol,
    marginCoin: settle?.code ?? "",
    holdMode: positionModeWord(row.isHedge),
    posSide: POSITION_SIDE_WORDS[row.positionSide],
    marginMode: "crossed",
    openPriceAvg: average.open,
    closePriceAvg: average.close,
    openTotalPos: size.open,
    closeTotalPos: size.close,
    cumRealisedPnl: coinText(settle, row.realisedPnl),
    netProfit: coinText(settle, netRealised(row)),
    totalFunding: coinText(settle, row.funding),
    openFeeTotal: coinText(settle, -row.openFee),
    closeFeeTotal: coinText(settle, -row.closeFee),
    cashDividend: "0",
    createdTime: String(row.openedAtMs),
    updatedTime: String(row.closedAtMs),
  };
}
