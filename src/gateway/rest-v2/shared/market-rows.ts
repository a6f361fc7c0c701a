/** Present depth, recent and past public trades, alike on spot and futures. */
import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import {
  MERGE_SCALES,
  type MergeScale,
  mergedLevels,
  ticksOfScale,
} from "../../../projections/live/merge-depth.ts";
import {
  type DepthRow,
  depthRow,
  type MergedDepthRow,
  mergedDepthRow,
} from "../../../wire/v2/depth-rows.ts";
import { pastSpotTradeRow, type TradeRow, tradeRow } from "../../../wire/v2/trade-rows.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { enumeration, text } from "../../http/fields.ts";

/** Maximum number of levels of one side in a response. */
export const LEVELS_MAX = 1_000;

const MERGE_LEVELS_DEFAULT = 100;

/** Parameters of merged depth, besides the instrument. */
export const MERGE_FIELDS = {
  precision: enumeration(MERGE_SCALES, { default: "scale0" }),
  limit: Type.Optional(
    text({
      pattern: "^([Mm][Aa][Xx]|\\d{1,9})$",
      description: `Levels of a side, 100 when not sent; max for all up to ${LEVELS_MAX}`,
    }),
  ),
};

/** Returns the number of levels that the parameter `limit` of merged depth asks for. */
function mergedLevelsAsked(limit: string | undefined): number {
  if (limit?.toLowerCase() === "max") return LEVELS_MAX;
  const asked = Number(limit ?? 0);
  return asked === 0 ? MERGE_LEVELS_DEFAULT : Math.min(asked, LEVELS_MAX);
}

/** Returns the best `limit` groups of both sides, each `stepTicks` wide. */
export function depthOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  merge: { readonly stepTicks: number; readonly limit: number },
): DepthRow {
  const book = exchange.live.books.of(instrument.index);
  const asks = mergedLevels(book.asks, merge.stepTicks, merge.limit);
  const bids = mergedLevels(book.bids, merge.stepTicks, merge.limit);
  return depthRow(instrument, { asks, bids }, exchange.live.timeMs);
}

export function mergedDepthOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  request: { readonly precision: MergeScale; readonly limit?: string },
): MergedDepthRow {
  const { precision } = request;
  const stepTicks = ticksOfScale(precision);
  const limit = mergedLevelsAsked(request.limit);
  const depth = depthOf(exchange, instrument, { stepTicks, limit });
  return mergedDepthRow(instrument, depth, precision);
}

/** Returns the newest trades in memory, newest first. */
export function recentTrades(
  exchange: ExchangeAccess,
  instrument: Instrument,
  limit: number,
): TradeRow[] {
  const trades = exchange.live.trades.page(instrument.index, { limit });
  return trades.map((trade) => tradeRow(instrument, trade));
}

/** Returns trades of the history, newest first. */
export async function pastTrades(
  exchange: ExchangeAccess,
  instrument: Instrument,
  page: {
    readonly fromMs: number;
    readonly toMs: number | undefined;
    readonly idLessThan: number | undefined;
    readonly limit: number;
  },
): Promise<TradeRow[]> {
  const { rows } = await exchange.history.trades({ instrument: instrument.index, ...page });
  const rowOf = instrument.isFutures ? tradeRow : pastSpotTradeRow;
  return rows.map((row) => {
    return rowOf(instrument, { ...row, tradeId: row.id, timeMs: row.createdAtMs });
  });
}
