import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandApplied, type EventDraft, eventWords } from "../../../test/support/event-drafts.ts";
import type { Side } from "../../core/base/vocabulary.ts";
import { lots, ticks } from "../../core/money/units.ts";
import type { Level } from "./book-side.ts";
import { DIRTY_PRICES_MAX } from "./depth-cursor.ts";
import { CHANNEL_DEPTHS, CURSORS_PER_BOOK_MAX, LiveBook } from "./live-book.ts";
import { LiveViews } from "./live-views.ts";
import { MERGE_SCALES, mergedLevels, ticksOfScale, ticksOfStep } from "./merge-depth.ts";

type Change = { readonly side: Side; readonly price: number; readonly size: number };

const changes = fc.array(
  fc.record<Change>({
    side: fc.constantFrom<Side>("buy", "sell"),
    price: fc.integer({ min: 1, max: 60 }),
    size: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 })),
  }),
  { maxLength: 300 },
);

/** The plainest book there is: one map per side. */
class NaiveBook {
  readonly bids = new Map<number, number>();
  readonly asks = new Map<number, number>();

  change({ side, price, size }: Change): void {
    const levels = side === "buy" ? this.bids : this.asks;
    if (size === 0) levels.delete(price);
    else levels.set(price, size);
  }

  levels(side: Side): { price: number; size: number }[] {
    const levels = side === "buy" ? this.bids : this.asks;
    const rows = [...levels].map(([price, size]) => ({ price, size }));
    return rows.sort((a, b) => (side === "buy" ? b.price - a.price : a.price - b.price));
  }
}

function levelChanged({ side, price, size }: Change): EventDraft {
  return { kind: "level_changed", instrument: 3, side, price: ticks(price), size: lots(size) };
}

function bookOf(list: readonly Change[]): LiveBook {
  const book = new LiveBook();
  let seq = 0;
  for (const { side, price, size } of list) {
    seq += 1;
    book.change(side, ticks(price), lots(size), seq, seq * 10);
  }
  return book;
}

const bid = (price: number, size: number): Change => ({ side: "buy", price, size });
const ask = (price: number, size: number): Change => ({ side: "sell", price, size });
const rows = (levels: readonly Level[]): number[][] => levels.map((row) => [row.price, row.size]);

describe("a live book", () => {
  test("random level changes give the same levels as a plain map", () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: 70 }), (list, depth) => {
        const views = new LiveViews([]);
        const naive = new NaiveBook();
        for (const [index, change] of list.entries()) {
          views.onBatch(eventWords([commandApplied(index + 1, index), levelChanged(change)]));
          naive.change(change);
        }
        const book = views.books.of(3);
        expect(book.bids.top(depth)).toEqual(naive.levels("buy").slice(0, depth));
        expect(book.asks.top(depth)).toEqual(naive.levels("sell").slice(0, depth));
        expect(book.bids.count).toBe(naive.bids.size);
        expect(book.bids.bestPrice).toBe(naive.levels("buy")[0]?.price ?? 0);
        expect(book.asks.bestSize).toBe(naive.levels("sell")[0]?.size ?? 0);
        expect(book.asks.sizeOf(ticks(7))).toBe(naive.asks.get(7) ?? 0);
        expect(book.seq).toBe(list.length);
      }),
      { numRuns: 60 },
    );
  });

  test("more levels than there was room for are all kept", () => {
    const list = Array.from({ length: 1_000 }, (_, index) => ask(1 + ((index * 7) % 1_000), 1));
    const book = bookOf(list);
    expect(book.asks.count).toBe(1_000);
    expect(book.asks.top(1_000).map((row) => row.price)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    );
  });

  test("whenever the best levels differ, their depth has the seq of the change", () => {
    fc.assert(
      fc.property(changes, (list) => {
        const book = new LiveBook();
        for (const [index, { side, price, size }] of list.entries()) {
          const before = CHANNEL_DEPTHS.map((depth) => book.top(depth));
          book.change(side, ticks(price), lots(size), index + 1, 0);
          for (const [place, depth] of CHANNEL_DEPTHS.entries()) {
            const isSame = JSON.stringify(before[place]) === JSON.stringify(book.top(depth));
            if (!isSame) expect(book.seqWithin(depth)).toBe(index + 1);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test("a change below the pushed depth leaves that depth's seq alone", () => {
    const book = bookOf([bid(10, 1), bid(9, 1), bid(8, 1), bid(7, 1), bid(6, 1), bid(5, 1)]);
    expect(book.seqWithin(1)).toBe(1);
    expect(book.seqWithin(5)).toBe(5);
    expect(book.seqWithin(15)).toBe(6);
    book.change("buy", ticks(5), lots(0), 7, 70);
    expect(book.seqWithin(5)).toBe(5);
    expect(book.seqWithin(15)).toBe(7);
    book.change("buy", ticks(10), lots(0), 8, 80);
    expect(book.seqWithin(1)).toBe(8);
    expect(book.timeMs).toBe(80);
  });
});

describe("a depth cursor", () => {
  test("a copy of the book that only takes drained changes stays equal to it", () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 20 }), (list, every) => {
        const book = new LiveBook();
        const copy = new NaiveBook();
        const cursor = book.openCursor();
        for (const [index, change] of list.entries()) {
          book.change(change.side, ticks(change.price), lots(change.size), index + 1, 0);
          if (index % every !== 0) continue;
          const drained = cursor?.drain();
          for (const level of drained?.bids ?? []) copy.change({ side: "buy", ...level });
          for (const level of drained?.asks ?? []) copy.change({ side: "sell", ...level });
          expect(copy.levels("buy")).toEqual(book.bids.top(1_000));
          expect(copy.levels("sell")).toEqual(book.asks.top(1_000));
          expect(cursor?.isDirty).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("changes come best first, each price once, with size 0 where a level is gone", () => {
    const book = bookOf([bid(10, 1), ask(12, 1)]);
    const cursor = book.openCursor();
    expect(cursor?.isDirty).toBe(false);
    book.change("buy", ticks(9), lots(4), 3, 0);
    book.change("buy", ticks(10), lots(0), 4, 0);
    book.change("buy", ticks(9), lots(5), 5, 0);
    const drained = cursor?.drain();
    expect(rows(drained?.bids ?? [])).toEqual([
      [10, 0],
      [9, 5],
    ]);
    expect(drained?.asks).toEqual([]);
  });

  test("a book opens a bounded number of cursors, and closed ones make room", () => {
    const book = new LiveBook();
    const cursors = Array.from({ length: CURSORS_PER_BOOK_MAX }, () => book.openCursor());
    expect(book.openCursor()).toBeUndefined();
    const [first] = cursors;
    if (first !== undefined) book.closeCursor(first);
    expect(book.openCursor()).toBeDefined();
    book.change("buy", ticks(1), lots(1), 1, 0);
    expect(first?.isDirty).toBe(false);
  });

  test("a cursor that is not drained overflows, until it is reset", () => {
    const book = new LiveBook();
    const cursor = book.openCursor();
    for (let price = DIRTY_PRICES_MAX + 1; price > 0; price--) cursor?.mark("sell", ticks(price));
    expect(cursor?.isOverflown).toBe(true);
    cursor?.reset();
    expect(cursor?.isDirty).toBe(false);
  });
});

describe("merged depth", () => {
  test("bids are gathered downwards and asks upwards", () => {
    const book = bookOf([
      bid(99, 1),
      bid(95, 2),
      bid(89, 3),
      ask(101, 1),
      ask(110, 2),
      ask(111, 4),
    ]);
    expect(rows(mergedLevels(book.bids, 10, 9))).toEqual([
      [90, 3],
      [80, 3],
    ]);
    expect(rows(mergedLevels(book.asks, 10, 9))).toEqual([
      [110, 3],
      [120, 4],
    ]);
    expect(rows(mergedLevels(book.asks, 10, 1))).toEqual([[110, 3]]);
    expect(mergedLevels(book.asks, 10, 0)).toEqual([]);
    expect(mergedLevels(new LiveBook().asks, 10, 5)).toEqual([]);
  });

  test("every scale keeps the whole size, and shows no price better than the real one", () => {
    fc.assert(
      fc.property(changes, fc.constantFrom(...MERGE_SCALES), (list, scale) => {
        const book = bookOf(list);
        const step = ticksOfScale(scale);
        for (const side of [book.bids, book.asks]) {
          const merged = mergedLevels(side, step, 1_000);
          const size = side.top(1_000).reduce((sum, level) => sum + level.size, 0);
          expect(merged.reduce((sum, level) => sum + level.size, 0)).toBe(size);
          expect(merged.every((level) => level.price % step === 0)).toBe(true);
          expect(new Set(merged.map((level) => level.price)).size).toBe(merged.length);
          const best = merged[0]?.price ?? side.bestPrice;
          expect(side === book.bids ? best <= side.bestPrice : best >= side.bestPrice).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("scales and steps are powers of ten ticks", () => {
    expect(MERGE_SCALES.map(ticksOfScale)).toEqual([1, 10, 100, 1_000]);
    expect(ticksOfStep("step0")).toBe(1);
    expect(ticksOfStep("step5")).toBe(100_000);
  });
});
