import { expect, it } from "vitest";
import type { NewOrder } from "../model.ts";
import { placeRequest, sides } from "./classic-requests.ts";

const CONTRACT = { symbol: "BTCUSDT", productType: "USDT-FUTURES", marginCoin: "USDT" };
const ORDER: NewOrder = {
  ...{ category: "usdt-futures", symbol: "BTCUSDT", side: "buy", type: "limit" },
  ...{ marginMode: "crossed", price: "60000", size: "0.1", clientId: "c" },
};

it("a futures order names its contract and has no empty members", () => {
  expect(placeRequest({ ...ORDER, takeProfit: "", stopLoss: "50000" }, CONTRACT)).toEqual([
    "/api/v2/mix/order/place-order",
    {
      ...CONTRACT,
      ...{ orderType: "limit", price: "60000", force: "gtc", clientOid: "c" },
      ...{ side: "buy", marginMode: "crossed", size: "0.1", presetStopLossPrice: "50000" },
    },
  ]);
});

it("a market order has no price, and reduces only in one-way mode", () => {
  const market = { ...ORDER, type: "market", reduceOnly: true } as const;
  const [, oneWay] = placeRequest(market, CONTRACT);
  expect(oneWay).toMatchObject({ orderType: "market", force: "gtc", reduceOnly: "YES" });
  expect(oneWay["price"]).toBeUndefined();
  const [, hedge] = placeRequest({ ...market, positionSide: "short" }, CONTRACT);
  expect(hedge["reduceOnly"]).toBeUndefined();
});

it.each([
  ["buy", "long", { side: "buy", tradeSide: "open" }],
  ["sell", "long", { side: "buy", tradeSide: "close" }],
  ["sell", "short", { side: "sell", tradeSide: "open" }],
  ["buy", "short", { side: "sell", tradeSide: "close" }],
] as const)("in hedge mode a %s of the %s names the position", (side, position, words) => {
  expect(sides(side, position)).toEqual(words);
});

it("an order of spot has one size, of an amount where it has one", () => {
  const spot = { ...ORDER, category: "spot", marginMode: "spot" } as const;
  const [path, body] = placeRequest({ ...spot, takeProfit: "70000" }, {});
  expect(path).toBe("/api/v2/spot/trade/place-order");
  expect(body).toMatchObject({ size: "0.1", presetTakeProfitPrice: "70000" });
  const amount = { ...spot, type: "market", size: undefined, amount: "100" } as const;
  expect(placeRequest(amount, {})[1]).toMatchObject({ size: "100", orderType: "market" });
});

it.each([
  [false, false, "normal"],
  [true, false, "autoLoan"],
  [false, true, "autoRepay"],
  [true, true, "autoLoanAndRepay"],
] as const)("an order of margin, borrowing %s and repaying %s, is %s", (borrow, repay, word) => {
  const margin = { ...ORDER, category: "spot", marginMode: "isolated" } as const;
  const [path, body] = placeRequest({ ...margin, autoBorrow: borrow, autoRepay: repay }, {});
  expect(path).toBe("/api/v2/margin/isolated/place-order");
  expect(body).toMatchObject({ loanType: word, baseSize: "0.1" });
  expect(body["quoteSize"]).toBeUndefined();
});
