import { expect, it } from "vitest";
import type { Fill, Order } from "../../accounts/model.ts";
import { announcementOf, closedOrders, newFills } from "./announcements.ts";

const fill = (id: string): Fill =>
  ({ id, orderId: "1", side: "buy", size: "3", symbol: "BTCUSDT", price: "10" }) as Fill;
const order = (id: string): Order =>
  ({ id, side: "sell", size: "3", symbol: "BTCUSDT", price: "11" }) as Order;

it("only fills that were not there are new, oldest first", () => {
  expect(newFills([fill("1")], [fill("3"), fill("2"), fill("1")])).toEqual([fill("2"), fill("3")]);
});

it("an order that is no longer open is closed", () => {
  expect(closedOrders([order("1"), order("2")], [order("2"), order("3")])).toEqual([order("1")]);
});

it("few fills and closings are said one by one", () => {
  expect(announcementOf([fill("1")], [order("1")])).toBe(
    "Bought 3 BTCUSDT at 10. Order to sell 3 BTCUSDT at 11 is no longer open.",
  );
});

it("many fills and closings are counted", () => {
  const fills = ["1", "2", "3", "4"].map(fill);
  const orders = ["1", "2", "3", "4"].map(order);
  expect(announcementOf(fills, orders)).toBe(
    "4 fills. Last: Bought 3 BTCUSDT at 10. 4 orders are no longer open.",
  );
});

it("nothing new says nothing", () => {
  expect(announcementOf([], [])).toBe("");
});
