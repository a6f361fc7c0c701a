import { afterEach, expect, it } from "vitest";
import { restV2 } from "./support/bitget-api-clients.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const key = exchange.firstUser("classic");
const alice = await plainClient(exchange, key, { uta: false, defaultType: "swap" });
const { market, marginCoin, productType, size, symbol } = USDT_PERPETUAL;
const ISOLATED = { marginMode: "isolated" };

afterEach(async () => {
  await bob.clearFutures(USDT_PERPETUAL);
});

it("tells where a position would be liquidated, and refuses to close it beyond bankruptcy", async () => {
  proves("RestClientV2.getFuturesLiquidationPrice", "GET /api/v2/mix/account/liq-price");
  await alice.setMarginMode("isolated", market);
  await alice.setLeverage(50, market);
  const { data: estimate } = await restV2(exchange, key).getFuturesLiquidationPrice({
    ...{ symbol, productType, marginCoin, posSide: "long", orderType: "limit" },
    ...{ openAmount: String(size), openPrice: "60000" },
  });
  // 6,000 at fifty times is 120: (120 − 6,000) ÷ (0.1 × (0.0046 − 1)) = 59,071.73.
  expect(estimate).toMatchObject({ liqPrice: "59071.7" });
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: String(size), price: "60000" });
  await alice.createOrder(market, "market", "buy", size, undefined, ISOLATED);
  expect((await alice.fetchPosition(market)).liquidationPrice).toBe(59_071.7);
  // (120 − 6,000) ÷ (0.1 × (0.0006 − 1)) = 58,835.3.
  const closing = { ...ISOLATED, reduceOnly: true };
  const sell = (price: number) => alice.createOrder(market, "limit", "sell", size, price, closing);
  await expect(sell(58_835.3)).rejects.toThrow(/40820/);
  await bob.futures(USDT_PERPETUAL, { side: "buy", size: String(size), price: "60000" });
  await sell(58_835.4);
  expect(await alice.fetchPositions([market])).toEqual([]);
});

it("lists the bounds of opening as the operator set them, and keeps to them", async () => {
  proves("RestClientV2.getFuturesContractConfig", "GET /api/v2/mix/market/contracts");
  const contract = { category: "usdt_futures", symbol: "ETHUSDT" };
  const limits = { symbolOrdersMax: 1, positionShare: "0.25", feeUpRatio: "0.005" };
  await exchange.admin("PUT", "/opening-limits", { ...contract, ...limits });
  const { data } = await restV2(exchange, key).getFuturesContractConfig({
    productType,
    symbol: "ETHUSDT",
  });
  expect(data).toMatchObject([
    {
      maxSymbolOrderNum: "1",
      maxProductOrderNum: "400",
      posLimit: "0.25",
      feeRateUpRatio: "0.005",
    },
  ]);
  const buy = () => alice.createOrder("ETH/USDT:USDT", "limit", "buy", 0.1, 2_900);
  await buy();
  await expect(buy()).rejects.toThrow(/40761/);
  await exchange.admin("PUT", "/opening-limits", { ...contract, symbolOrdersMax: 400 });
  await buy();
  await alice.cancelAllOrders("ETH/USDT:USDT");
});
