/** Isolated margin accounts: which coins are listed, and loans of orders that do not fill. */
import { expect, it } from "vitest";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";

const ISOLATED = "/api/v2/margin/isolated";
const ASSETS = `${ISOLATED}/account/assets`;
const TRANSFER = "/api/v2/spot/wallet/transfer";
const PAIR = { symbol: "BTCUSDT" };

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);

async function fund(user: string, amount: string): Promise<void> {
  const transfer = { fromType: "spot", toType: "isolated_margin", coin: "USDT", amount };
  await calls.post(TRANSFER, { ...transfer, ...PAIR }, user);
}

it("assets without a symbol are the coins that are there or owed", async () => {
  const listed = async (query = {}) =>
    (await calls.rows(ASSETS, query)).map((row) => [
      row["coin"],
      row["totalAmount"],
      row["borrow"],
    ]);
  expect(await listed()).toEqual([]);
  expect((await listed(PAIR)).toSorted()).toEqual([
    ["BTC", "0", "0"],
    ["USDT", "0", "0"],
  ]);
  await fund("alice", "100000");
  expect(await listed()).toEqual([["USDT", "100000", "0"]]);
  await calls.post(`${ISOLATED}/account/borrow`, { ...PAIR, coin: "BTC", borrowAmount: "1" });
  const sell = { ...PAIR, side: "sell", orderType: "limit", force: "gtc", loanType: "normal" };
  await calls.post(`${ISOLATED}/place-order`, { ...sell, price: "50000", baseSize: "1" });
  expect((await listed()).toSorted()).toEqual([
    ["BTC", "1", "1"],
    ["USDT", "100000", "0"],
  ]);
  const buy = { ...PAIR, side: "buy", orderType: "limit", force: "gtc", price: "50000", size: "1" };
  await calls.post("/api/v2/spot/trade/place-order", buy, "bob");
  expect(await listed({ coin: "BTC" })).toEqual([["BTC", "0", "1"]]);
});

it("a post-only order that would match is cancelled and keeps its loan", async () => {
  await fund("carol", "1000");
  const sell = { ...PAIR, side: "sell", orderType: "limit", force: "gtc", size: "0.1" };
  await calls.post("/api/v2/spot/trade/place-order", { ...sell, price: "50000" }, "bob");
  const order = { ...PAIR, side: "buy", orderType: "limit", loanType: "autoLoan" };
  const crossing = { ...order, force: "post_only", price: "50000", baseSize: "0.1" };
  await calls.post(`${ISOLATED}/place-order`, crossing, "carol");
  const assets = await calls.rows(ASSETS, {}, "carol");
  expect(assets).toMatchObject([{ coin: "USDT", available: "5000", borrow: "4000" }]);
});
