/** Books of v2: depth in REST (rest-v2.md, depth) and on the book channels (websocket.md 8.1). */
import { type Static, Type } from "typebox";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { BookDepth } from "../../projections/live/live-book.ts";
import { MERGE_SCALES, type MergeScale, ticksOfScale } from "../../projections/live/merge-depth.ts";
import { type BookJson, type DepthJson, levelRows, levelRowsSchema } from "../book-levels.ts";
import type { ListedInstrument } from "../listings.ts";

export const depthRowSchema = Type.Object({
  asks: levelRowsSchema,
  bids: levelRowsSchema,
  ts: Type.String(),
});
export type DepthRow = Static<typeof depthRowSchema>;

export const mergedDepthRowSchema = Type.Object({
  ...depthRowSchema.properties,
  scale: Type.String({ description: "Price step in quote coin" }),
  precision: Type.String(),
  isMaxPrecision: Type.String({ description: "YES when levels are not merged" }),
});
export type MergedDepthRow = Static<typeof mergedDepthRowSchema>;

/** Levels of both sides at a time in Unix milliseconds. */
export function depthRow(instrument: ListedInstrument, depth: BookDepth, timeMs: number): DepthRow {
  return {
    asks: levelRows(instrument, depth.asks),
    bids: levelRows(instrument, depth.bids),
    ts: String(timeMs),
  };
}

/** Adds the precision that the levels of a depth row are merged to. */
export function mergedDepthRow(
  instrument: ListedInstrument,
  depth: DepthRow,
  precision: MergeScale,
): MergedDepthRow {
  const scale = ticksOfScale(precision) * instrument.tickStep;
  return {
    ...depth,
    scale: formatTrimmed(scale, instrument.priceDecimals),
    precision,
    isMaxPrecision: precision === MERGE_SCALES[0] ? "YES" : "NO",
  };
}

/** The best levels of a book, on `books1`, `books5` and `books15`. */
export type DepthPushV2 = DepthRow & { readonly seq: number };

/** The whole book or its changes, on `books`. */
export type BookPushV2 = DepthPushV2 & { readonly pseq: number; readonly checksum: number };

export const depthPushJsonV2: DepthJson<DepthPushV2> = ({ asks, bids }, { seq, timeMs }) =>
  `{"asks":${asks},"bids":${bids},"seq":${seq},"ts":"${timeMs}"}` as const;

export const bookPushJsonV2: BookJson<BookPushV2> = ({ asks, bids }, version) => {
  const { checksum, pseq, seq, timeMs } = version;
  const state = `"asks":${asks},"bids":${bids},"checksum":${checksum}` as const;
  return `{${state},"seq":${seq},"pseq":${pseq},"ts":"${timeMs}"}` as const;
};
