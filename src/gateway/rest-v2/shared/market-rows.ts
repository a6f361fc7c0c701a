/** Depth and public trades, alike on spot and futures. */

import { Type } from "typebox";
import type { Side } from "../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import type { Lots, Ticks } from "../../../core/money/units.ts";
import type { Level } from "../../../projections/live/book-side.ts";
import {
  MERGE_SCALES,
  type MergeScale,
  mergedLevels,
  ticksOfScale,
} from "../../../projections/live/merge-depth.ts";
import { wireId } from "../../../wire/ids.ts";
import { priceText, sizeText } from "../../../wire/texts.ts";
import { SIDE_WORDS } from "../../../wire/words/order-words.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";

const levels = Type.Array(Type.Array(Type.String()));

export const depthFields = { asks: levels, bids: levels, ts: Type.String() };

export const mergedDepth = Type.Object({
  ...depthFields,
  scale: Type.String({ description: "Price step in quote coin" }),
  precision: Type.String(),
  isMaxPrecision: Type.String({ description: "YES when levels are not merged" }),
});

/** Words of the parameter `limit` of merged depth; `max` is every level up to `LEVELS_MAX`. */
export const MERGE_LIMITS = ["1", "5", "15", "50", "100", "max"] as const;
/** Levels of one answer at most. */
export const LEVELS_MAX = 1_000;

export const tradeRow = Type.Object({
  symbol: Type.String(),
  tradeId: Type.String(),
  side: Type.String({ description: "Direction of the taker" }),
  price: Type.String(),
  size: Type.String(),
  ts: Type.String(),
});

/** The best `limit` groups of both sides, each `stepTicks` wide. */
export function depthOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  merge: { readonly stepTicks: number; readonly limit: number },
) {
  const { bids, asks } = exchange.live.books.of(instrument.index);
  const row = ({ price, size }: Level): string[] => [
    priceText(instrument, price),
    sizeText(instrument, size),
  ];
  return {
    asks: mergedLevels(asks, merge.stepTicks, merge.limit).map(row),
    bids: mergedLevels(bids, merge.stepTicks, merge.limit).map(row),
    ts: String(exchange.live.timeMs),
  };
}

export function mergedDepthOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  request: { readonly precision: MergeScale; readonly limit: (typeof MERGE_LIMITS)[number] },
) {
  const { precision } = request;
  const stepTicks = ticksOfScale(precision);
  const limit = request.limit === "max" ? LEVELS_MAX : Number(request.limit);
  return {
    ...depthOf(exchange, instrument, { stepTicks, limit }),
    scale: formatTrimmed(stepTicks * instrument.tickStep, instrument.priceDecimals),
    precision,
    isMaxPrecision: precision === MERGE_SCALES[0] ? "YES" : "NO",
  };
}

export interface PublicTrade {
  readonly id: number;
  readonly price: Ticks;
  readonly size: Lots;
  readonly takerSide: Side;
  readonly timeMs: number;
}

export function tradeOf(instrument: Instrument, trade: PublicTrade) {
  return {
    symbol: instrument.symbol,
    tradeId: wireId(trade.id),
    side: SIDE_WORDS[trade.takerSide],
    price: priceText(instrument, trade.price),
    size: sizeText(instrument, trade.size),
    ts: String(trade.timeMs),
  };
}

/** The newest trades in memory, newest first. */
export function recentTrades(exchange: ExchangeAccess, instrument: Instrument, limit: number) {
  return exchange.live.trades
    .page(instrument.index, { limit })
    .map((trade) => tradeOf(instrument, { ...trade, id: trade.tradeId }));
}

/** Trades of the history, newest first. */
export async function pastTrades(
  exchange: ExchangeAccess,
  instrument: Instrument,
  page: {
    readonly fromMs: number;
    readonly toMs: number | undefined;
    readonly idLessThan: number | undefined;
    readonly limit: number;
  },
) {
  const { rows } = await exchange.history.trades({ instrument: instrument.index, ...page });
  return rows.map((row) => tradeOf(instrument, { ...row, timeMs: row.createdAtMs }));
}
