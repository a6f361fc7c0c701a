/** What one order book panel shows: rows of the stream, settings, pointed row and scroll. */
import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import { fixed } from "../../numbers/format.ts";
import { unitsText } from "../../numbers/units.ts";
import type { Instrument } from "../../state/instruments.ts";
import { prefer, preferences } from "../../state/preferences.ts";
import { choosePrice } from "../../state/ticket-price.ts";
import type { BookStream } from "../../streams/book.ts";
import { marketStreams } from "../../streams/market-streams.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { BookText } from "./book-text.ts";
import {
  type BookRows,
  type BookView,
  type Cursor,
  cursorIndex,
  moveCursor,
  scrollTo,
} from "./book-view.ts";
import type { BookPicture, SpreadTexts } from "./draw-book.ts";
import { type BookRow, GROUPS, groupLevels, ownSizes } from "./group-levels.ts";

const NO_ROWS: BookRows = { asks: [], bids: [] };

/** Stream of the book of an instrument; undefined until it is the market of the page. */
export function bookOf(instrument: Instrument): BookStream | undefined {
  const streams = marketStreams();
  return streams?.key === instrument.key ? streams.book : undefined;
}

function isSameLevel(one: Cursor | undefined, other: Cursor | undefined): boolean {
  return one?.side === other?.side && one?.price === other?.price;
}

/** State of an order book panel; belongs to the component that creates it. */
export function createBookState(instrument: () => Instrument) {
  const [scroll, setScroll] = createSignal(0);
  const [cursor, setCursor] = createSignal<Cursor>();
  const [hovered, setHovered] = createSignal<Cursor | undefined>(undefined, {
    equals: isSameLevel,
  });
  const [drawings, setDrawings] = createSignal(0);
  const [isFocused, setFocused] = createSignal(false);
  const book = createMemo(() => bookOf(instrument()));
  const text = createMemo(() => new BookText(instrument()));
  const group = (): number => {
    const chosen = preferences().bookGroups[instrument().key] ?? 1;
    return GROUPS.some((known) => known === chosen) ? chosen : 1;
  };
  const own = createMemo(() => ownSizes(account()?.state.orders() ?? [], instrument(), group()));
  let rows = NO_ROWS;
  let isChanged = true;
  /** Rows of the present book; grouped again only after a change. */
  const currentRows = (): BookRows => {
    const stream = book();
    if (!isChanged || stream === undefined) return stream === undefined ? NO_ROWS : rows;
    isChanged = false;
    rows = {
      asks: groupLevels(stream.asks, "ask", instrument(), group()),
      bids: groupLevels(stream.bids, "bid", instrument(), group()),
    };
    return rows;
  };
  const pointed = (): Cursor | undefined => hovered() ?? (isFocused() ? cursor() : undefined);
  createEffect(
    on([instrument, group], () => {
      isChanged = true;
      setCursor(undefined);
      setHovered(undefined);
      setScroll(0);
    }),
  );
  return {
    ...{ book, text, group, own, currentRows, pointed, scroll, setScroll, cursor, setCursor },
    ...{ setHovered, isFocused, setFocused, drawings },
    /** To be called when the rows were drawn: words about a row follow the book by that. */
    noticeDrawing: () => setDrawings((count) => count + 1),
    markChanged: () => {
      isChanged = true;
    },
    setGroup: (next: number) =>
      prefer({ bookGroups: { ...preferences().bookGroups, [instrument().key]: next } }),
    centre: () => {
      setScroll(0);
      setCursor(undefined);
    },
  };
}

export type BookState = ReturnType<typeof createBookState>;

/** Calls `draw` when anything changes that the picture shows. */
export function followBook(state: BookState, instrument: () => Instrument, draw: () => void): void {
  createEffect(() => {
    const stream = state.book();
    state.markChanged();
    draw();
    if (stream === undefined) return;
    onCleanup(
      stream.onChange(() => {
        state.markChanged();
        draw();
      }),
    );
  });
  createEffect(() => {
    state.own();
    state.pointed();
    state.scroll();
    state.isFocused();
    state.group();
    tickerOf(instrument().key);
    draw();
  });
}

/** Returns the picture of the present state. */
export function pictureOf(state: BookState, instrument: Instrument): BookPicture {
  const rows = state.currentRows();
  const { bookSides: sides, bookUnit: unit } = preferences();
  return {
    rows,
    request: {
      sides,
      scroll: state.scroll(),
      askCount: rows.asks.length,
      bidCount: rows.bids.length,
    },
    text: state.text(),
    unit,
    own: state.own(),
    pointed: state.pointed(),
    isFocused: state.isFocused(),
    isGood: state.book()?.health === "good",
    spread: spreadTexts(instrument, state.book()),
  };
}

let lastBefore = { key: "", price: 0, direction: "" as SpreadTexts["direction"] };

/** Texts between the sides; the direction is that of the latest change of the last price. */
function spreadTexts(instrument: Instrument, book: BookStream | undefined): SpreadTexts {
  const { key, priceDecimals } = instrument;
  const ticker = tickerOf(key);
  const price = Number(ticker?.lastPrice ?? "0");
  if (lastBefore.key !== key) lastBefore = { key, price, direction: "" };
  else if (price !== lastBefore.price) {
    lastBefore = { key, price, direction: price > lastBefore.price ? "up" : "down" };
  }
  const [ask, bid] = [book?.asks[0]?.price, book?.bids[0]?.price];
  const hasBoth = ask !== undefined && bid !== undefined;
  return {
    last: fixed(ticker?.lastPrice, priceDecimals),
    direction: lastBefore.direction,
    mark: ticker?.markPrice === undefined ? "" : `Mark ${fixed(ticker.markPrice, priceDecimals)}`,
    spread: hasBoth ? `Spread ${fixed(ask - bid, priceDecimals)}` : "No spread",
  };
}

/** Gives the price of a row to the ticket: an ask is bought, a bid sold. */
export function chooseRow(row: Pick<BookRow, "side" | "price">, instrument: Instrument): void {
  const price = unitsText(row.price, instrument.priceDecimals);
  choosePrice(price, row.side === "ask" ? "buy" : "sell");
}

/** Moves the keyboard's row and brings it into sight. */
export function stepCursor(state: BookState, view: BookView | undefined, by: number): void {
  const rows = state.currentRows();
  const { bookSides: sides } = preferences();
  const next = moveCursor(rows, sides, state.cursor(), by);
  state.setHovered(undefined);
  state.setCursor(next);
  if (next === undefined || view === undefined) return;
  const request = {
    sides,
    rowCount: view.above + view.below,
    scroll: state.scroll(),
    askCount: rows.asks.length,
    bidCount: rows.bids.length,
  };
  state.setScroll(scrollTo(request, { side: next.side, index: cursorIndex(rows, next) }));
}

/** Row of the present book at a cursor; undefined where the level has gone. */
export function rowAt(rows: BookRows, cursor: Cursor | undefined): BookRow | undefined {
  if (cursor === undefined) return undefined;
  const row = rows[cursor.side === "ask" ? "asks" : "bids"][cursorIndex(rows, cursor)];
  return row?.price === cursor.price ? row : undefined;
}
