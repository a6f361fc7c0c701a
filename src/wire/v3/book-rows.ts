/** Books of v3: the order book in REST (rest-v3.md) and on the channels (websocket.md 5.4). */
import { type Static, Type } from "typebox";
import type { BookDepth } from "../../projections/live/live-book.ts";
import {
  type BookJson,
  type BookVersion,
  type DepthJson,
  levelRows,
  levelRowsSchema,
} from "../book-levels.ts";
import type { ListedInstrument } from "../listings.ts";

export const bookRowSchema = Type.Object({
  a: Type.Array(levelRowsSchema.items, { description: "Asks, ascending" }),
  b: Type.Array(levelRowsSchema.items, { description: "Bids, descending" }),
  ts: Type.String({ description: "When the book changed last" }),
  seq: Type.Integer({ description: "Of the last change" }),
});
export type BookRow = Static<typeof bookRowSchema>;

export function bookRow(
  instrument: ListedInstrument,
  depth: BookDepth,
  { seq, timeMs }: BookVersion,
): BookRow {
  return {
    a: levelRows(instrument, depth.asks),
    b: levelRows(instrument, depth.bids),
    ts: String(timeMs),
    seq,
  };
}

/** The best levels of a book, on `books1`, `books5` and `books50`. */
export type DepthPushV3 = BookRow & { readonly pseq: number };

/** The whole book or its changes, on `books`. */
export type BookPushV3 = DepthPushV3 & { readonly checksum: number };

/** Each push stands alone. */
export const depthPushJsonV3: DepthJson<DepthPushV3> = ({ asks, bids }, { seq, timeMs }) =>
  `{"a":${asks},"b":${bids},"seq":${seq},"pseq":0,"ts":"${timeMs}"}` as const;

export const bookPushJsonV3: BookJson<BookPushV3> = ({ asks, bids }, version) => {
  const { checksum, pseq, seq, timeMs } = version;
  const state = `"a":${asks},"b":${bids},"checksum":${checksum}` as const;
  return `{${state},"seq":${seq},"pseq":${pseq},"ts":"${timeMs}"}` as const;
};
