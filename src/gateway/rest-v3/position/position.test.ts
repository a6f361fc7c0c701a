import { afterEach, beforeEach, expect, it } from "vitest";
import { listOf, rowOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../test/support/test-key.ts";
import { TRADING_FUNDS } from "../../../../test/support/unified-traders.ts";
import { PLACE_ORDER } from "../../../../test/support/wire-orders.ts";
import { endpointsAccountV3 } from "../account/endpoints-account.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsPositionV3 } from "./endpoints-position.ts";

const CURRENT = "/api/v3/position/current-position";
const HISTORY = "/api/v3/position/history-position";
const LINEAR = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
/** Fields of each row of a crossed long position in `LINEAR`. */
const LINEAR_LONG = {
  ...LINEAR,
  marginCoin: "USDT",
  holdMode: "one_way_mode",
  posSide: "long",
  marginMode: "crossed",
};
const INVERSE = { category: "COIN-FUTURES", symbol: "BTCUSD" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsPositionV3, ...endpointsTradeV3, ...endpointsAccountV3],
    users: [
      { name: "alice", accountKind: "unified", funds: TRADING_FUNDS },
      { name: "bob", accountKind: "unified", funds: TRADING_FUNDS },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

async function place(name: string, terms: object): Promise<void> {
  const order = { orderType: "limit", price: "50000", ...terms };
  rowOf(await exchange.post(PLACE_ORDER, order, name));
}

async function positionsOf(name: string, query: Record<string, string>) {
  return listOf(await exchange.get(CURRENT, query, name)).list;
}

it("a linear position shows its figures at the mark price", async () => {
  await place("bob", { ...LINEAR, side: "sell", qty: "0.2" });
  await place("alice", { ...LINEAR, side: "buy", qty: "0.2" });
  await place("alice", { ...LINEAR, side: "sell", qty: "0.05", price: "52000", reduceOnly: "yes" });
  exchange.gateway.advance(1000);
  await exchange.setIndex(2, 510_000);
  const position = {
    ...LINEAR_LONG,
    positionBalance: "510",
    available: "0.15",
    frozen: "0.05",
    total: "0.2",
    leverage: "20",
    curRealisedPnl: "-6",
    avgPrice: "50000",
    positionStatus: "normal",
    unrealisedPnl: "200",
    liquidationPrice: "0",
    mmr: "0.004",
    profitRate: "0.392157",
    markPrice: "51000",
    breakEvenPrice: "50060.1",
    totalFunding: "0",
    openFeeTotal: "6",
    closeFeeTotal: "0",
    cashDividend: "0",
    createdTime: `${START_MS}`,
    updatedTime: `${START_MS + 1000}`,
  };
  expect(await positionsOf("alice", LINEAR)).toEqual([position]);
  expect(await positionsOf("bob", { ...LINEAR, posSide: "short" })).toMatchObject([
    {
      posSide: "short",
      unrealisedPnl: "-200",
      openFeeTotal: "2",
      breakEvenPrice: "49960",
    },
  ]);
});

it("an inverse position is sized and settled in coin", async () => {
  await place("bob", { ...INVERSE, side: "sell", qty: "0.02" });
  await place("alice", { ...INVERSE, side: "buy", qty: "0.02" });
  expect(await positionsOf("alice", INVERSE)).toMatchObject([
    {
      marginCoin: "BTC",
      total: "0.02",
      avgPrice: "50000",
      positionBalance: "0.001",
      openFeeTotal: "0.000012",
      mmr: "0.004",
    },
  ]);
});

it("hedge mode shows both sides of a symbol", async () => {
  const mode = { holdMode: "hedge_mode" };
  await exchange.post("/api/v3/account/set-hold-mode", mode, "alice");
  await place("bob", { ...LINEAR, side: "sell", qty: "0.2" });
  await place("alice", { ...LINEAR, side: "buy", posSide: "long", qty: "0.2" });
  await place("bob", { ...LINEAR, side: "buy", qty: "0.1" });
  await place("alice", { ...LINEAR, side: "sell", posSide: "short", qty: "0.1" });
  expect(await positionsOf("alice", LINEAR)).toMatchObject([
    { posSide: "long", total: "0.2", holdMode: "hedge_mode" },
    { posSide: "short", total: "0.1", holdMode: "hedge_mode" },
  ]);
  expect(await positionsOf("alice", { ...LINEAR, posSide: "short" })).toHaveLength(1);
  expect(await positionsOf("alice", { ...LINEAR, symbol: "ETHUSDT" })).toEqual([]);
  expect(await positionsOf("alice", { category: "USDC-FUTURES" })).toEqual([]);
});

it("closed positions are paged by cursor, the latest closed first", async () => {
  for (const price of ["50000", "50100", "50200"]) {
    await place("bob", { ...LINEAR, side: "sell", qty: "0.2", price });
    await place("alice", { ...LINEAR, side: "buy", qty: "0.2", price });
    await place("bob", { ...LINEAR, side: "buy", qty: "0.2", price: "51000" });
    await place("alice", { ...LINEAR, side: "sell", qty: "0.2", price: "51000" });
    exchange.gateway.advance(1000);
  }
  const first = listOf(await exchange.get(HISTORY, { ...LINEAR, limit: 2 }, "alice"));
  expect(first.list.map(({ openPriceAvg }) => openPriceAvg)).toEqual(["50200", "50100"]);
  expect(first.cursor).toBe(first.list[1]?.["positionId"]);
  const query = { productType: "USDT-FUTURES", cursor: first.cursor };
  const rest = listOf(await exchange.get(HISTORY, query, "alice"));
  expect(rest).toEqual({
    list: [
      {
        positionId: expect.stringMatching(/^1\d{18}$/),
        ...LINEAR_LONG,
        openPriceAvg: "50000",
        closePriceAvg: "51000",
        openTotalPos: "0.2",
        closeTotalPos: "0.2",
        cumRealisedPnl: "200",
        netProfit: "187.88",
        totalFunding: "0",
        openFeeTotal: "-6",
        closeFeeTotal: "-6.12",
        cashDividend: "0",
        createdTime: `${START_MS}`,
        updatedTime: `${START_MS}`,
      },
    ],
    cursor: "",
  });
});

it.each([
  [CURRENT, "no category", {}, "40019"],
  [CURRENT, "a category without positions", { category: "SPOT" }, "25200"],
  [CURRENT, "an unknown symbol", { ...LINEAR, symbol: "NOPE" }, "25100"],
  [CURRENT, "an unknown side", { ...LINEAR, posSide: "net" }, "25200"],
  [HISTORY, "no category", {}, "40019"],
  [HISTORY, "a limit of 0", { ...LINEAR, limit: 0 }, "40053"],
  [HISTORY, "a broken cursor", { ...LINEAR, cursor: "x" }, "40402"],
  [HISTORY, "times too far apart", { ...LINEAR, startTime: 1, endTime: START_MS }, "40704"],
])("%s refuses %s", async (path, _what, query, code) => {
  const answer = await exchange.get(path, query, "alice");
  expect([answer.status, answer.code]).toEqual([400, code]);
});
