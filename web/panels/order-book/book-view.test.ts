import { expect, it } from "vitest";
import { bookView, levelAt, moveCursor, scrollTo } from "./book-view.ts";
import type { BookRow, BookSide } from "./group-levels.ts";

const REQUEST = { sides: "both", rowCount: 10, scroll: 0, askCount: 20, bidCount: 8 } as const;

function rows(side: BookSide, ...prices: readonly bigint[]): BookRow[] {
  return prices.map((price) => {
    return { side, price, size: 1n, amount: 1n, total: 1n, totalAmount: 1n };
  });
}

const ROWS = { bids: rows("bid", 99n, 98n), asks: rows("ask", 101n, 103n) };

it("the spread stands in the middle, with the best prices at it", () => {
  const view = bookView(REQUEST);
  expect(view).toMatchObject({ above: 5, below: 5, askSkip: 0, bidSkip: 0 });
  expect(levelAt(view, 4)).toEqual({ side: "ask", index: 0 });
  expect(levelAt(view, 0)).toEqual({ side: "ask", index: 4 });
  expect(levelAt(view, 5)).toEqual({ side: "bid", index: 0 });
});

it("the spread stays at the edge when the rows scroll further", () => {
  expect(bookView({ ...REQUEST, scroll: 8 })).toMatchObject({ above: 10, below: 0, askSkip: 3 });
});

it("scrolling ends at the last level", () => {
  expect(bookView({ ...REQUEST, scroll: 99 })).toMatchObject({ scroll: 15, askSkip: 10 });
  expect(bookView({ ...REQUEST, scroll: -99 })).toMatchObject({ scroll: -3, above: 2, below: 8 });
});

it("one side alone takes all rows", () => {
  expect(bookView({ ...REQUEST, sides: "asks" })).toMatchObject({ above: 10, below: 0 });
  expect(bookView({ ...REQUEST, sides: "bids" })).toMatchObject({ above: 0, below: 10 });
});

it("a level out of sight is brought to the edge, one in sight stays", () => {
  expect(scrollTo(REQUEST, { side: "ask", index: 4 })).toBe(0);
  expect(scrollTo(REQUEST, { side: "ask", index: 6 })).toBe(2);
  expect(scrollTo(REQUEST, { side: "bid", index: 7 })).toBe(-3);
  expect(scrollTo({ ...REQUEST, scroll: 8 }, { side: "ask", index: 0 })).toBe(5);
});

it("the cursor begins at the best price and crosses the spread", () => {
  expect(moveCursor(ROWS, "both", undefined, -1)).toEqual({ side: "ask", price: 101n });
  expect(moveCursor(ROWS, "both", undefined, 1)).toEqual({ side: "bid", price: 99n });
  expect(moveCursor(ROWS, "both", { side: "ask", price: 101n }, 1)).toEqual({
    side: "bid",
    price: 99n,
  });
});

it("the cursor stops at the last level and at a side that is not shown", () => {
  expect(moveCursor(ROWS, "both", { side: "bid", price: 98n }, 5)?.price).toBe(98n);
  expect(moveCursor(ROWS, "asks", { side: "ask", price: 101n }, 1)?.price).toBe(101n);
  expect(moveCursor(ROWS, "bids", undefined, -1)?.price).toBe(99n);
  expect(moveCursor({ bids: [], asks: [] }, "both", undefined, 1)).toBeUndefined();
});

it("a cursor whose level has gone moves on from the next one outwards", () => {
  expect(moveCursor(ROWS, "both", { side: "ask", price: 102n }, 1)?.price).toBe(101n);
});
