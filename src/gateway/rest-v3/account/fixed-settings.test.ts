import { afterAll, beforeAll, expect, it } from "vitest";
import { rowOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { TRADERS } from "../../../../test/support/unified-traders.ts";
import { endpointsMarketV3 } from "../market/endpoints-market.ts";
import { endpointsAccountV3 } from "./endpoints-account.ts";

const ACCOUNT = "/api/v3/account";

let exchange: ExchangeFixture;
beforeAll(async () => {
  const endpoints = [...endpointsAccountV3, ...endpointsMarketV3];
  exchange = await ExchangeFixture.start({ endpoints, users: TRADERS });
});
afterAll(() => exchange[Symbol.asyncDispose]());

it("pays fees in the coins that are traded, and refuses to change that", async () => {
  const path = `${ACCOUNT}/switch-deduct`;
  expect((await exchange.post(path, { deduct: "off" }, "alice")).data).toBe(true);
  const on = await exchange.post(path, { deduct: "on" }, "alice");
  expect([on.code, on.msg]).toEqual([
    "40410",
    "This exchange does not offer a platform coin that pays fees",
  ]);
  expect((await exchange.post(path, { deduct: "maybe" }, "alice")).code).toBe("25200");
  expect((await exchange.post(path, { deduct: "off" }, "reader")).code).toBe("40014");
  expect((await exchange.get(`${ACCOUNT}/deduct-info`, {}, "alice")).data).toEqual({
    deduct: "off",
  });
});

it("counts every coin with a discount rate as collateral", async () => {
  const rates = rowsOf(await exchange.get("/api/v3/market/discount-rate"));
  expect((await exchange.get(`${ACCOUNT}/collateral-type`, {}, "alice")).data).toEqual({
    collateralType: "all",
    collateralCoins: rates.map(({ coin }) => coin).join(","),
  });
});

it("has the share of the open interest that market/oi-limit has", async () => {
  const query = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
  const [open] = rowsOf(await exchange.get("/api/v3/market/oi-limit", query));
  const own = rowOf(await exchange.get(`${ACCOUNT}/open-interest-limit`, query, "alice"));
  expect(own).toEqual({
    symbol: "BTCUSDT",
    singleUserLimit: open?.["notionalValue"],
    masterSubLimit: "",
    marketMakerLimit: "",
  });
  const path = `${ACCOUNT}/open-interest-limit`;
  expect((await exchange.get(path, { ...query, symbol: "NOPE" }, "alice")).code).toBe("25100");
  expect((await exchange.get(path, { symbol: "BTCUSDT" }, "alice")).code).toBe("40019");
  expect((await exchange.get(path, query)).code).toBe("40001");
});

it("lists the position tiers of a whole category without a symbol", async () => {
  const path = "/api/v3/market/position-tier";
  const query = { category: "USDT-FUTURES" };
  const all = rowsOf(await exchange.get(path, query));
  const symbols = new Set(all.map(({ symbol }) => symbol ?? ""));
  expect(symbols.size).toBeGreaterThan(0);
  for (const symbol of symbols) {
    const own = rowsOf(await exchange.get(path, { ...query, symbol }));
    expect(all.filter((row) => row["symbol"] === symbol)).toEqual(own);
  }
});
