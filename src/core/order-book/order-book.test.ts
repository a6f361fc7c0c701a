import { describe, expect, test } from "vitest";
import { lots, ticks } from "../money/units.ts";
import { OrderBook } from "./order-book.ts";
import { ORDER_FLAGS, OrderTable } from "./order-table.ts";

type Resting = { readonly id: number; readonly price: number; readonly size: number };

function openedBook() {
  const orders = new OrderTable();
  const book = new OrderBook(orders);
  const order = ({ id, price, size }: Resting, flags = 0): number => {
    const slot = orders.take(id);
    orders.setFlags(slot, flags);
    orders.setPrice(slot, ticks(price));
    orders.setSize(slot, lots(size));
    orders.setRemaining(slot, lots(size));
    return slot;
  };
  return { book, order, orders };
}

describe("the order book", () => {
  test("keeps the best price and the total of each level", () => {
    const { book, order } = openedBook();
    const first = order({ id: 1, price: 100, size: 5 });
    expect(book.add(first)).toBe(5);
    expect(book.add(order({ id: 2, price: 100, size: 3 }))).toBe(8);
    expect(book.add(order({ id: 3, price: 99, size: 1 }))).toBe(1);
    book.add(order({ id: 4, price: 103, size: 2 }, ORDER_FLAGS.sellBit));
    expect(book.bestPrice(true)).toBe(100);
    expect(book.bestPrice(false)).toBe(103);
    expect(book.bestOrder(true)).toBe(first);
    expect(book.reduce(first, lots(2))).toBe(6);
    expect(book.remove(first)).toBe(3);
    expect(book.levelCount(true)).toBe(2);
  });

  test("does not add an order twice, nor an order without size", () => {
    const { book, order, orders } = openedBook();
    const slot = order({ id: 1, price: 100, size: 5 });
    book.add(slot);
    expect(() => book.add(slot)).toThrow("rests in one level at most");
    const filled = order({ id: 2, price: 100, size: 5 });
    orders.setRemaining(filled, lots(0));
    expect(() => book.add(filled)).toThrow("has a remaining size");
  });

  test("does not reduce an order by more than remains", () => {
    const { book, order } = openedBook();
    const slot = order({ id: 1, price: 100, size: 5 });
    book.add(slot);
    expect(() => book.reduce(slot, lots(6))).toThrow("never exceeds what remains");
    expect(() => book.reduce(slot, lots(0))).toThrow("a reduction is positive");
  });

  test("frees the slot of an order once, after the order has left the book", () => {
    const { book, order, orders } = openedBook();
    const slot = order({ id: 1, price: 100, size: 5 });
    book.add(slot);
    expect(() => orders.give(slot)).toThrow("leaves the book before");
    book.remove(slot);
    orders.give(slot);
    expect(() => orders.give(slot)).toThrow("a freed slot is in use");
  });
});
