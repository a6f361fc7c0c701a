import { expect, it } from "vitest";
import type { NewOrder } from "../model.ts";
import {
  changedExits,
  newExits,
  placeBody,
  triggerBody,
  wireCategory,
} from "./unified-requests.ts";

const ORDER: NewOrder = {
  ...{ category: "usdt-futures", symbol: "BTCUSDT", side: "buy", type: "limit" },
  ...{ marginMode: "crossed", price: "60000", size: "0.1", timeInForce: "ioc", clientId: "c" },
};

it("spot with borrowed coins is a category of its own", () => {
  expect(wireCategory("spot")).toBe("SPOT");
  expect(wireCategory("spot", "crossed")).toBe("MARGIN");
  expect(wireCategory("coin-futures", "crossed")).toBe("COIN-FUTURES");
});

it("an order has what was written, and no empty members", () => {
  expect(placeBody({ ...ORDER, takeProfit: "", stpMode: "cancel_maker" })).toEqual({
    ...{ category: "USDT-FUTURES", symbol: "BTCUSDT", side: "buy", qty: "0.1", clientOid: "c" },
    ...{ orderType: "limit", price: "60000", timeInForce: "ioc", stpMode: "cancel_maker" },
    marginMode: "crossed",
  });
});

it("a market order has neither price nor time, and a market buy on spot an amount", () => {
  const spot = { ...ORDER, category: "spot", marginMode: "spot", type: "market" } as const;
  expect(placeBody({ ...spot, size: undefined, amount: "100" })).toEqual({
    ...{ category: "SPOT", symbol: "BTCUSDT", side: "buy", qty: "100", clientOid: "c" },
    orderType: "market",
  });
});

it("an order reduces only in one-way mode; in hedge mode it names its position", () => {
  expect(placeBody({ ...ORDER, reduceOnly: true })).toMatchObject({ reduceOnly: "yes" });
  const hedge = placeBody({ ...ORDER, reduceOnly: true, positionSide: "short" });
  expect(hedge).toMatchObject({ posSide: "short" });
  expect(hedge["reduceOnly"]).toBeUndefined();
});

it.each([
  ["last", "market"],
  ["mark", "mark"],
] as const)("a trigger by the %s price is by %s", (triggerBy, word) => {
  const { timeInForce: _, ...terms } = ORDER;
  const plan = { ...terms, kind: "trigger", triggerBy, triggerPrice: "59000" } as const;
  expect(triggerBody(plan)).toMatchObject({
    ...{ type: "trigger", triggerBy: word, triggerPrice: "59000" },
    ...{ triggerOrderType: "limit", triggerOrderPrice: "60000" },
  });
  const market = triggerBody({ ...plan, type: "market" });
  expect(market["triggerOrderPrice"]).toBeUndefined();
});

it("a changed exit is removed by 0, and one that stays is not sent", () => {
  expect(changedExits({ takeProfit: "", stopLoss: "50000" })).toEqual({
    ...{ takeProfit: "0", stopLoss: "50000" },
  });
  expect(changedExits({ takeProfit: "70000" })).toEqual({ takeProfit: "70000" });
  expect(newExits({ takeProfit: "", stopLoss: "50000" })).toEqual({ stopLoss: "50000" });
});
