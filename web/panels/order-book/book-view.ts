/** Which rows of the book are on the screen, and where. */
import type { BookRow, BookSide } from "./group-levels.ts";

/** Which sides of the book are shown. */
export type ShownSides = "both" | "bids" | "asks";

export type ViewRequest = {
  readonly sides: ShownSides;
  /** Rows that fit beside the row of the spread. */
  readonly rowCount: number;
  /** Rows that the user scrolled up; negative down. */
  readonly scroll: number;
  readonly askCount: number;
  readonly bidCount: number;
};

export type BookView = {
  /** The wanted scroll, within what there is to see. */
  readonly scroll: number;
  /** Rows above the spread, which belong to asks; those below belong to bids. */
  readonly above: number;
  readonly below: number;
  /** Rows nearest to the spread that are out of sight. */
  readonly askSkip: number;
  readonly bidSkip: number;
};

/** Returns the view: the row of the spread moves with the rows, and stays at edges. */
export function bookView(request: ViewRequest): BookView {
  const { askCount, bidCount, rowCount, sides } = request;
  const centre = { both: Math.floor(rowCount / 2), asks: rowCount, bids: 0 }[sides];
  const up = sides === "bids" ? 0 : Math.max(0, askCount - centre);
  const down = sides === "asks" ? 0 : Math.max(0, bidCount - (rowCount - centre));
  const scroll = Math.min(up, Math.max(-down, request.scroll));
  const wanted = centre + scroll;
  const above = Math.min(rowCount, Math.max(0, wanted));
  return {
    scroll,
    above,
    below: rowCount - above,
    askSkip: Math.max(0, wanted - rowCount),
    bidSkip: Math.max(0, -wanted),
  };
}

/** Index of the level at a row of the screen, counted from the top without the spread. */
export function levelAt(view: BookView, line: number): { side: BookSide; index: number } {
  return line < view.above
    ? { side: "ask", index: view.askSkip + view.above - 1 - line }
    : { side: "bid", index: view.bidSkip + line - view.above };
}

/** Scroll that brings a level into sight, as near to the present one as possible. */
export function scrollTo(
  request: ViewRequest,
  { index, side }: { readonly side: BookSide; readonly index: number },
): number {
  const view = bookView(request);
  if (side === "ask") {
    if (index < view.askSkip) return view.scroll - (view.askSkip - index);
    const first = view.askSkip + view.above - 1;
    return index <= first ? view.scroll : view.scroll + (index - first);
  }
  if (index < view.bidSkip) return view.scroll + (view.bidSkip - index);
  const last = view.bidSkip + view.below - 1;
  return index <= last ? view.scroll : view.scroll - (index - last);
}

/** A row that the keyboard is at: it stays with its price while the book moves. */
export type Cursor = { readonly side: BookSide; readonly price: bigint };

export type BookRows = { readonly bids: readonly BookRow[]; readonly asks: readonly BookRow[] };

/** Index of the row of a cursor, or of the next one outwards; the last one where there is none. */
export function cursorIndex({ asks, bids }: BookRows, { price, side }: Cursor): number {
  const rows = side === "ask" ? asks : bids;
  const found = rows.findIndex((row) => (side === "ask" ? row.price >= price : row.price <= price));
  return found >= 0 ? found : rows.length - 1;
}

/**
 * Moves a cursor down the screen by a number of rows, negative up, over the spread; without a
 * cursor it begins at the best price. Undefined where the shown sides are empty.
 */
export function moveCursor(
  rows: BookRows,
  sides: ShownSides,
  cursor: Cursor | undefined,
  by: number,
): Cursor | undefined {
  // Places from the top: asks are negative, bids are not.
  const first = sides === "bids" ? 0 : -rows.asks.length;
  const last = sides === "asks" ? -1 : rows.bids.length - 1;
  if (first > last) return undefined;
  let place: number;
  if (cursor === undefined) place = by < 0 ? -1 : 0;
  else {
    const index = cursorIndex(rows, cursor);
    place = (cursor.side === "ask" ? -1 - index : index) + by;
  }
  place = Math.min(last, Math.max(first, place));
  const row = place < 0 ? rows.asks[-1 - place] : rows.bids[place];
  return row === undefined ? undefined : { side: row.side, price: row.price };
}
