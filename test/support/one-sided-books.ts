import type { Instrument } from "../../src/core/instruments/instrument.ts";
import type { LiveBooks } from "../../src/projections/live/live-books.ts";

/** Symbols of the instruments whose books lack bids or asks. */
export function oneSidedBooks(
  books: LiveBooks,
  instruments: readonly Pick<Instrument, "index" | "symbol">[],
): string[] {
  const oneSided = instruments.filter(({ index }) => {
    const { asks, bids } = books.of(index);
    return asks.bestPrice === 0 || bids.bestPrice === 0;
  });
  return oneSided.map(({ symbol }) => symbol);
}
