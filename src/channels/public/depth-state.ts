import type { ChannelDepth, LiveBook } from "../../projections/live/live-book.ts";
import { sidesJson } from "../../wire/book-levels.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import type { PublishedState } from "./conflated-publisher.ts";
import type { PublicRows } from "./public-rows.ts";

/** The state that books1, books5, books15 or books50 shows: the best levels of a book. */
export function depthState(
  rows: PublicRows,
  instrument: ListedInstrument,
  book: LiveBook,
  depth: ChannelDepth,
): PublishedState {
  return {
    version: () => book.seqWithin(depth),
    dataJson: () => `[${rows.depth(sidesJson(instrument, book.top(depth)), book)}]`,
  };
}
