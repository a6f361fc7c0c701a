import { afterEach, expect, it } from "vitest";
import { restV2 } from "./support/bitget-api-clients.ts";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice: PlainClient = await plainClient(exchange, exchange.firstUser("classic"), {
  uta: false,
  defaultType: "swap",
});
const { market, size } = USDT_PERPETUAL;
const ISOLATED = { marginMode: "isolated" };

afterEach(async () => {
  await bob.clearFutures(USDT_PERPETUAL);
});

it("holds an isolated position, with margin in and out and its own liquidation price", async () => {
  proves("ccxt.setMarginMode", "POST /api/v2/mix/account/set-margin-mode");
  proves("ccxt.addMargin", "POST /api/v2/mix/account/set-margin");
  proves("ccxt.fetchMarginMode", "GET /api/v2/mix/account/account");
  await alice.setMarginMode("isolated", market);
  await alice.setLeverage(10, market);
  expect(await alice.fetchMarginMode(market)).toMatchObject({ marginMode: "isolated" });
  expect(await alice.fetchLeverage(market)).toMatchObject({ longLeverage: 10, shortLeverage: 10 });
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: String(size), price: "60000" });
  await alice.createOrder(market, "market", "buy", size, undefined, ISOLATED);
  const opened = await alice.fetchPosition(market);
  expect(opened).toMatchObject({ side: "long", marginMode: "isolated", leverage: 10 });
  const margin = (size * 60_000) / 10;
  expect(opened.collateral).toBeCloseTo(margin, 6);
  // (margin − size × entry) ÷ (size × (rate + fee − 1)), to the next tick.
  const liquidation = (margin - size * 60_000) / (size * (0.004 + 0.0006 - 1));
  expect(opened.liquidationPrice).toBeCloseTo(liquidation, 0);
  await alice.addMargin(market, 5, { holdSide: "long" });
  expect((await alice.fetchPosition(market)).collateral).toBeCloseTo(margin + 5, 6);
  await alice.reduceMargin(market, -5, { holdSide: "long" });
  expect((await alice.fetchPosition(market)).collateral).toBeCloseTo(margin, 6);
  await expect(alice.setMarginMode("cross", market)).rejects.toThrow(/45117/);
  await bob.futures(USDT_PERPETUAL, { side: "buy", size: String(size), price: "60000" });
  await alice.createOrder(market, "market", "sell", size, undefined, {
    ...ISOLATED,
    reduceOnly: true,
  });
  await alice.setMarginMode("cross", market);
});

it("opens an isolated position by the first order, without a call before it", async () => {
  proves("ccxt.createOrder", "POST /api/v2/mix/order/place-order");
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: String(size), price: "60000" });
  await alice.createOrder(market, "market", "buy", size, undefined, ISOLATED);
  expect(await alice.fetchPosition(market)).toMatchObject({ marginMode: "isolated" });
  const crossed = alice.createOrder(market, "limit", "buy", size, 59_000, { marginMode: "cross" });
  await expect(crossed).rejects.toThrow(/45117/);
  await bob.futures(USDT_PERPETUAL, { side: "buy", size: String(size), price: "60000" });
  await alice.createOrder(market, "market", "sell", size, undefined, { reduceOnly: true });
  const rested = idOf(await alice.createOrder(market, "limit", "buy", size, 59_000));
  expect(await alice.fetchMarginMode(market)).toMatchObject({ marginMode: "cross" });
  await alice.cancelOrder(rested, market);
});

it("knows the tiers of a contract", async () => {
  proves("ccxt.fetchMarketLeverageTiers", "GET /api/v2/mix/market/query-position-lever");
  proves("RestClientV2.getFuturesPositionTier", "GET /api/v2/mix/market/query-position-lever");
  const [first] = await alice.fetchMarketLeverageTiers(market);
  expect(first).toMatchObject({ minNotional: 0, maxNotional: 150_000, maxLeverage: 125 });
  const { productType, symbol } = USDT_PERPETUAL;
  const { data: tiers } = await restV2(exchange).getFuturesPositionTier({ productType, symbol });
  expect(tiers[0]).toMatchObject({
    ...{ symbol, level: "1", startUnit: "0", endUnit: "150000", leverage: "125" },
    keepMarginRate: "0.004",
  });
  expect(tiers.slice(1).map(({ startUnit }) => startUnit)).toEqual(
    tiers.slice(0, -1).map(({ endUnit }) => endUnit),
  );
});

it("lets margin be added to one side, by hand and by itself, and tells so", async () => {
  proves("RestClientV2.setFuturesMarginMode", "POST /api/v2/mix/account/set-margin-mode");
  proves("RestClientV2.setFuturesPositionAutoMargin", "POST /api/v2/mix/account/set-auto-margin");
  proves("RestClientV2.setFuturesPositionMargin", "POST /api/v2/mix/account/set-margin");
  proves("RestClientV2.getFuturesPositions", "GET /api/v2/mix/position/all-position");
  proves("RestClientV2.getFuturesHistoricOrderFills", "GET /api/v2/mix/order/fill-history");
  const carol = restV2(exchange, await exchange.counterparty());
  const { marginCoin, productType, symbol } = USDT_PERPETUAL;
  const contract = { symbol, productType, marginCoin };
  await carol.setFuturesMarginMode({ ...contract, marginMode: "isolated" });
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: String(size), price: "60000" });
  const { data: placed } = await carol.futuresSubmitOrder({
    ...contract,
    marginMode: "isolated",
    side: "buy",
    orderType: "market",
    size: String(size),
  });
  await carol.setFuturesPositionAutoMargin({
    symbol,
    marginCoin,
    holdSide: "long",
    autoMargin: "on",
    amount: "1",
  });
  const { data: positions } = await carol.getFuturesPositions({ productType, marginCoin });
  expect(positions).toMatchObject([{ symbol, marginMode: "isolated", autoMargin: "on" }]);
  const marginSize = async () =>
    Number((await carol.getFuturesPositions({ productType, marginCoin })).data[0]?.marginSize);
  const before = await marginSize();
  const added = { ...contract, holdSide: "long", amount: "7" } as const;
  await carol.setFuturesPositionMargin(added);
  expect(await marginSize()).toBeCloseTo(before + 7, 6);
  await carol.setFuturesPositionMargin({ ...added, amount: "-7" });
  expect(await marginSize()).toBeCloseTo(before, 6);
  const { data: fills } = await carol.getFuturesHistoricOrderFills({ productType, symbol });
  expect(fills.fillList).toMatchObject([{ orderId: placed.orderId, enterPointSource: "API" }]);
});
