import { expect, it } from "vitest";
import { lots, ticks } from "../../core/money/units.ts";
import { LiveBook } from "../../projections/live/live-book.ts";
import { MissedChanges } from "./missed-changes.ts";

/** A book, its missed changes, and a function that changes levels and records them as one push. */
function watched() {
  const book = new LiveBook();
  const cursor = book.openCursor();
  if (cursor === undefined) throw new Error("a new book has room for a cursor");
  const missed = new MissedChanges();
  let seq = 0;
  const push = (levels: readonly (readonly ["buy" | "sell", number, number])[]): void => {
    seq += 1;
    for (const [side, price, size] of levels) {
      book.change(side, ticks(price), lots(size), seq, 0);
    }
    missed.add(cursor.drain(), seq);
  };
  return { book, missed, push };
}

it("has the present levels at the prices that changed after a seq, best first", () => {
  const { book, missed, push } = watched();
  push([
    ["buy", 90, 5],
    ["sell", 110, 5],
  ]);
  push([
    ["buy", 91, 1],
    ["sell", 109, 2],
  ]);
  push([
    ["buy", 91, 0],
    ["buy", 89, 7],
    ["sell", 110, 6],
  ]);
  expect(missed.since(1, book)).toEqual({
    bids: [
      { price: 91, size: 0 },
      { price: 89, size: 7 },
    ],
    asks: [
      { price: 109, size: 2 },
      { price: 110, size: 6 },
    ],
  });
  expect(missed.since(2, book)?.asks).toEqual([{ price: 110, size: 6 }]);
  expect(missed.since(3, book)).toEqual({ bids: [], asks: [] });
});

it("keeps 200,000 prices, and then knows nothing of older states", () => {
  const { book, missed, push } = watched();
  const asks = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => ["sell", from + index, 1] as const);
  push(asks(200_000, 1));
  expect(missed.since(0, book)?.asks).toHaveLength(200_000);
  push([["sell", 200_001, 1]]);
  expect(missed.since(1, book)).toBeUndefined();
  push([["sell", 7, 2]]);
  expect(missed.since(1, book)).toBeUndefined();
  expect(missed.since(2, book)?.asks).toEqual([{ price: 7, size: 2 }]);
});

it("is empty once nobody is behind", () => {
  const { book, missed, push } = watched();
  push([["buy", 90, 5]]);
  missed.clear();
  expect(missed.since(0, book)).toEqual({ bids: [], asks: [] });
});
