import type { ChannelDepth, LiveBook } from "../../projections/live/live-book.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import { type Dialect, sidesJson } from "./book-levels.ts";
import type { FeedState } from "./conflated-feed.ts";

/** The best levels of a book as books1, books5, books15 and books50 show them. */
export function depthState(
  dialect: Dialect,
  instrument: ListedInstrument,
  book: LiveBook,
  depth: ChannelDepth,
): FeedState {
  return {
    version: () => book.seqWithin(depth),
    dataJson() {
      const sides = sidesJson(dialect, instrument, book.top(depth));
      return `[{${sides},"seq":${book.seq},"ts":"${book.timeMs}"}]`;
    },
  };
}
