import { describe, expect, it } from "vitest";
import { atoms, ticks } from "../money/units.ts";
import { OrderTable } from "./order-table.ts";
import { QuoteBudget } from "./quote-budget.ts";

describe("the slot of an order", () => {
  it("keeps nothing of the order that had it before", () => {
    const orders = new OrderTable();
    const first = orders.take(1);
    orders.totals.setCreatedAtMs(first, 7 as never);
    orders.totals.addFilledNotional(first, atoms(5n));
    orders.totals.addFeeTotal(first, atoms(3n));
    orders.inverse.setSizingPriceE6(first, 9);
    orders.inverse.widenFillPrices(first, ticks(4));
    orders.give(first);
    const second = orders.take(2);
    expect(second).toBe(first);
    expect(orders.totals.createdAtMs(second)).toBe(0);
    expect(orders.totals.filledNotional(second)).toBe(0n);
    expect(orders.totals.feeTotal(second)).toBe(0n);
    expect(orders.inverse.sizingPriceE6(second)).toBe(0);
    expect(orders.inverse.fillPriceMin(second)).toBe(0);
    expect(orders.inverse.fillPriceMax(second)).toBe(0);
  });

  it("has no fields of inverse contracts until they are set, however high it is", () => {
    const orders = new OrderTable();
    let slot = 0;
    for (let id = 1; id <= 1_000; id++) slot = orders.take(id);
    orders.inverse.setSizingPriceE6(slot, 0);
    orders.inverse.setFillPrices(slot, ticks(0), ticks(0));
    expect(orders.inverse.sizingPriceE6(slot)).toBe(0);
    expect(orders.inverse.fillPriceMax(slot)).toBe(0);
    orders.inverse.widenFillPrices(slot, ticks(8));
    orders.inverse.widenFillPrices(slot, ticks(6));
    expect(orders.inverse.fillPriceMin(slot)).toBe(6);
    expect(orders.inverse.fillPriceMax(slot)).toBe(8);
    expect(orders.inverse.sizingPriceE6(slot)).toBe(0);
  });
});

describe("the budget of an order by quote amount", () => {
  it("is spent by fills, by no more than its amount", () => {
    const quote = new QuoteBudget();
    quote.begin(3, atoms(10n));
    quote.spend(3, atoms(4n));
    expect(quote.amount(3)).toBe(10n);
    expect(quote.left(3)).toBe(6n);
    expect(quote.left(4)).toBe(0n);
    expect(() => quote.spend(3, atoms(7n))).toThrow("spends at most");
    expect(() => quote.spend(4, atoms(1n))).toThrow("being executed");
  });

  it("belongs to one order at a time", () => {
    const quote = new QuoteBudget();
    quote.begin(3, atoms(10n));
    expect(() => quote.begin(4, atoms(1n))).toThrow("one after another");
    quote.end(4);
    expect(quote.amount(3)).toBe(10n);
    quote.end(3);
    expect(quote.amount(3)).toBe(0n);
    quote.begin(4, atoms(1n));
    expect(quote.left(4)).toBe(1n);
  });
});
