/** A dated contract is delivered while clients watch. */
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";
import { codeOf } from "./support/refusals.ts";

const MINUTE_MS = 60_000;
const DELIVERED_AT_MS = Date.now() - 1_000;

/** Stands half an hour before the delivery, then in the last ten minutes, until it is let go. */
const clock: { minutesBefore: number | undefined } = { minutesBefore: 30 };
const exchange = await openExchange({
  clockMs: () => {
    const { minutesBefore } = clock;
    return minutesBefore === undefined ? Date.now() : DELIVERED_AT_MS - minutesBefore * MINUTE_MS;
  },
});
const bob = await openCounterparty(exchange);
const alice = restV2(exchange, exchange.firstUser("classic"));
const unified = restV3(exchange, exchange.firstUser("unified"));
const anonymous = restV2(exchange);

// 0.1 BTC bought at 60,000 and delivered at 61,000 earns 100 USDT; 6,000 dollars are 0.1 BTC at
// 60,000 and 0.09836066 BTC at 61,000.
const PRODUCTS = [
  {
    ...USDT_PERPETUAL,
    category: "usdt_futures",
    wire: "USDT-FUTURES",
    earned: "100",
  },
  {
    ...COIN_PERPETUAL,
    category: "coin_futures",
    wire: "COIN-FUTURES",
    earned: "0.00163934",
  },
] as const;

/** Codes by which an order to open is refused on v2 and on v3. */
function openingCodes({ marginCoin, productType, size, symbol, wire }: (typeof PRODUCTS)[number]) {
  const order = { symbol, side: "buy", orderType: "limit", price: "60000" } as const;
  const terms = { productType, marginCoin, marginMode: "crossed", force: "gtc" } as const;
  const classic = alice.futuresSubmitOrder({ ...order, ...terms, size: String(size) });
  const qty = String(size);
  const later = unified.submitNewOrder({ ...order, category: wire, timeInForce: "gtc", qty });
  return Promise.all([codeOf(classic), codeOf(later)]);
}

const nearCodes = new Map<string, readonly unknown[]>();

beforeAll(async () => {
  for (const { category, marginCoin, productType, size, symbol, wire } of PRODUCTS) {
    const deliveryTime = new Date(DELIVERED_AT_MS).toISOString();
    await exchange.setIndexPrice({ realm: "live", category, symbol }, "61000");
    await exchange.admin("PUT", "/deliveries", { category, symbol, deliveryTime });
    const offer = { side: "sell", size: String(size), price: "60000" } as const;
    const contract = { productType, symbol, marginCoin };
    await bob.futures(contract, offer);
    const order = { side: "buy", orderType: "limit", size: String(size), price: "60000" } as const;
    await alice.futuresSubmitOrder({ ...contract, ...order, marginMode: "crossed", force: "gtc" });
    await bob.futures(contract, offer);
    await unified.submitNewOrder({
      ...{ category: wire, symbol, side: "buy", orderType: "limit", timeInForce: "gtc" },
      ...{ price: "60000", qty: String(size) },
    });
    await bob.futures(contract, { ...offer, price: "62000" });
  }
  clock.minutesBefore = 5;
  for (const product of PRODUCTS) nearCodes.set(product.symbol, await openingCodes(product));
  clock.minutesBefore = undefined;
  await eventually("the delivery", async () => {
    const states = await Promise.all(
      PRODUCTS.map(({ productType, symbol }) =>
        anonymous.getFuturesContractConfig({ productType, symbol }),
      ),
    );
    return states.every(({ data }) => data[0]?.symbolStatus === "off");
  });
});

describe.each(PRODUCTS)("the delivery of $symbol", (product) => {
  const { earned, productType, symbol, wire } = product;

  it("is told of the contract", async () => {
    proves("RestClientV2.getFuturesContractConfig", "GET /api/v2/mix/market/contracts");
    proves("RestClientV2.getFuturesTicker", "GET /api/v2/mix/market/ticker");
    const { data } = await anonymous.getFuturesContractConfig({ productType, symbol });
    const deliveryTime = String(DELIVERED_AT_MS);
    expect(data).toMatchObject([{ symbolType: "delivery", deliveryTime, offTime: deliveryTime }]);
    const ticker = await anonymous.getFuturesTicker({ productType, symbol });
    expect(ticker.data).toMatchObject([{ deliveryTime, deliveryStatus: "delivery_period" }]);
  });

  it("leaves no time of funding, which clients would show as 1970", async () => {
    const { data } = await anonymous.getFuturesCurrentFundingRate({ productType, symbol });
    expect(data).toMatchObject([{ symbol, nextUpdate: "" }]);
    const time = await anonymous.getFuturesNextFundingTime({ productType, symbol });
    expect(time.data).toMatchObject([{ symbol, nextFundingTime: "" }]);
    const rate = await unified.getCurrentFundingRate({ symbol, category: wire } as never);
    expect(rate.data).toMatchObject([{ symbol, nextUpdate: "" }]);
    const all = await anonymous.getFuturesCurrentFundingRate({ productType } as never);
    expect(all.data.map((row) => row.symbol)).not.toContain(symbol);
  });

  it("is near: clients are told that only closing is allowed", () => {
    expect(nearCodes.get(symbol)).toEqual(["22039", "25105"]);
  });

  it("is over: clients are told that the contract is gone, not that it is maintained", async () => {
    expect(await openingCodes(product)).toEqual(["40309", "25104"]);
  });

  it("stands in the history of a classic account", async () => {
    proves("RestClientV2.getFuturesHistoricOrders", "GET /api/v2/mix/order/orders-history");
    proves("RestClientV2.getFuturesHistoricPositions", "GET /api/v2/mix/position/history-position");
    const orders = await alice.getFuturesHistoricOrders({ productType, symbol });
    expect(orders.data.entrustedList[0]).toMatchObject({
      side: "sell",
      tradeSide: "delivery_sell_single",
      orderSource: "delivery_close_long",
      enterPointSource: "SYS",
      status: "filled",
      priceAvg: "61000",
      totalProfits: earned,
    });
    const positions = await alice.getFuturesHistoricPositions({ productType, symbol });
    expect(positions.data.list).toMatchObject([{ symbol, closeAvgPrice: "61000", pnl: earned }]);
  });

  it("stands in the history of a unified account", async () => {
    proves("RestClientV3.getHistoryOrders", "GET /api/v3/trade/history-orders");
    const { data } = await unified.getHistoryOrders({ category: wire, symbol });
    expect(data.list[0]).toMatchObject({
      execType: "delivery",
      side: "sell",
      avgPrice: "61000",
    });
  });
});
