import fc from "fast-check";
import { expect, test } from "vitest";
import { lots, ticks } from "../money/units.ts";
import { impactOf } from "./impact-price.ts";
import { OrderBook } from "./order-book.ts";
import { ORDER_FLAGS, OrderTable } from "./order-table.ts";

const level = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
  size: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 2 ** 40 })),
});

test("an impact fill is the exact sum of price and size, below 2^53 and beyond", () => {
  const seen = { within: 0, beyond: 0, lacking: 0 };
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 2 ** 42 }),
      (levels, isBuySide, size) => {
        const orders = new OrderTable();
        const book = new OrderBook(orders);
        for (const [index, { price, size: total }] of levels.entries()) {
          const slot = orders.take(index + 1);
          orders.setFlags(slot, isBuySide ? 0 : ORDER_FLAGS.sellBit);
          orders.setPrice(slot, ticks(price));
          orders.setSize(slot, lots(total));
          orders.setRemaining(slot, lots(total));
          book.add(slot);
        }
        const best = [...levels].sort((a, b) =>
          isBuySide ? b.price - a.price : a.price - b.price,
        );
        let unfilled = BigInt(size);
        let expected = 0n;
        for (const { price, size: total } of best) {
          const taken = BigInt(total) < unfilled ? BigInt(total) : unfilled;
          expected += BigInt(price) * taken;
          unfilled -= taken;
        }
        const fill = impactOf(book, isBuySide, lots(size));
        expect(fill).toEqual(unfilled > 0n ? undefined : { tickLots: expected, size });
        if (fill === undefined) seen.lacking += 1;
        else if (expected > BigInt(Number.MAX_SAFE_INTEGER)) seen.beyond += 1;
        else seen.within += 1;
      },
    ),
    { seed: 15, numRuns: 500 },
  );
  expect(Math.min(seen.within, seen.beyond, seen.lacking)).toBeGreaterThan(20);
});
