/** A crossed position is liquidated at a loss its fund may not bear: its counterparty is deleveraged. */
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2, websocketV3 } from "./support/bitget-api-sockets.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { USDC_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const { market, marginCoin, productType, symbol } = USDC_PERPETUAL;
const category = "USDC-FUTURES";
const CONTRACT = { productType, symbol, marginCoin };
const BTC = { realm: "live", category: "usdc_futures", symbol } as const;
const OPENING = { price: "60000", size: "0.1" } as const;

/** A new user with 400 USDC behind its futures. */
function person(name: string, kind: "classic" | "unified"): Promise<Key> {
  const wallet = kind === "classic" ? "usdc_futures" : "unified";
  return exchange.newUser({ kind, name }, { wallet, coin: marginCoin, amount: "400" });
}

const aliceKey = await person("alice", "classic");
const bobKey = await person("bob", "unified");
const alice = restV2(exchange, aliceKey);
const bob = restV3(exchange, bobKey);
const anonymous = restV3(exchange);
const watch = websocketV3(exchange, bobKey);
const crowd = websocketV3(exchange, undefined, "/v3/ws/public");
const LIQUIDATIONS = { instType: "usdc-futures", topic: "liquidation" };
const NOTICES = { instType: "UTA", topic: "adl-notification" };

beforeAll(async () => {
  // The fund may lose one coin an hour with the contract, and takes no fees that would move its balance.
  await exchange.admin("PUT", "/loss-limits", { ...BTC, fundDrawMax: "1" });
  await exchange.admin("PUT", "/insurance-funds", { coin: marginCoin, feeShare: "0" });
  await bob.submitNewOrder({
    ...{ category, symbol, side: "sell", orderType: "limit" },
    ...{ timeInForce: "gtc", price: OPENING.price, qty: OPENING.size },
  });
  await alice.futuresSubmitOrder({
    ...{ ...CONTRACT, ...OPENING, side: "buy", orderType: "limit" },
    ...{ marginMode: "crossed", force: "gtc" },
  });
  const topic = "adl-notification" as "order";
  await watch.client.subscribe({ topic, payload: { instType: "UTA" } }, "v3Private");
  await subscribed(watch, NOTICES);
  await crowd.client.subscribe(
    { topic: "liquidation" as "ticker", payload: { instType: "usdc-futures" } },
    "v3Public",
  );
  await subscribed(crowd, LIQUIDATIONS);
});

describe("while positions are open", () => {
  it("each is ranked for deleveraging: alone on its side it comes first", async () => {
    proves("RestClientV2.getFuturesPositionAdlRank", "GET /api/v2/mix/position/adlRank");
    proves("RestClientV3.getPositionAdlRank", "GET /api/v3/position/adlRank");
    const rank = { symbol, marginCoin, adlRank: "1" };
    const { data: own } = await alice.getFuturesPositionAdlRank({ productType });
    expect(own).toMatchObject([{ ...rank, rank: "5", holdSide: "long" }]);
    const { data: other } = await bob.getPositionAdlRank();
    expect(other).toMatchObject([{ ...rank, holdSide: "short" }]);
  });
});

describe("a long position below its maintenance margin", () => {
  beforeAll(async () => {
    // 400 − 3.6 − 500 is below zero: the fund would lose 0.1 × (56,069.7 − 55,000).
    await exchange.setIndexPrice(BTC, "55000");
    await eventually("the end of the position", async () => {
      const { data } = await alice.getFuturesPosition(CONTRACT);
      return data.length === 0;
    });
  });

  it("is closed against the ranking at its bankruptcy price, and the other side is pushed", async () => {
    proves("WebsocketClientV3.subscribe", "v3 channel adl-notification");
    // Nothing is left at (5,500 + 103.6) ÷ (0.1 × 0.9994) = 56,069.64, a tick of 0.1 above.
    const terms = { symbol, side: "buy", status: "triggered", price: "56069.7", amount: "0.1" };
    const row = await eventually("the notice", () => lastRow(watch.pushes, NOTICES));
    expect(row).toMatchObject(terms);
    const { data } = await bob.getHistoryOrders({ category });
    expect(data.list[0]).toMatchObject({ execType: "adl", avgPrice: "56069.7" });
    expect(data.list[0]).toMatchObject({ feeDetail: [{ feeCoin: marginCoin, fee: "0" }] });
  });

  it("stands in orders, bills and positions of the one who lost it", async () => {
    const filter = { productType, symbol, orderSource: "liquidation" } as const;
    const { data } = await alice.getFuturesHistoricOrders(filter as never);
    expect(data.entrustedList).toMatchObject([
      { tradeSide: "burst_sell_single", enterPointSource: "SYS", orderSource: "liquidation" },
    ]);
    const bills = await alice.getFuturesAccountBills({ productType });
    const types = bills.data.bills.map(({ businessType }) => businessType as string);
    expect(types).toEqual(["risk_captital_user_transfer", "burst_sell", "buy", expect.anything()]);
    const client = await plainClient(exchange, aliceKey, { uta: false, defaultType: "swap" });
    const [closed] = await client.fetchPositionsHistory([market]);
    expect(closed).toMatchObject({ symbol: market, side: "long" });
    const { data: account } = await alice.getFuturesAccountAsset(CONTRACT);
    expect(Number(account.accountEquity)).toBe(0);
  });

  it("is pushed to the public, and leaves its surplus to the insurance fund", async () => {
    proves("RestClientV3.getLiquidations", "GET /api/v3/market/liquidations");
    proves("RestClientV3.getRiskReserve", "GET /api/v3/market/risk-reserve");
    proves("RestClientV3.getRiskReserveHour", "GET /api/v3/market/risk-reserve-hour");
    proves("RestClientV3.getRiskReserveAll", "GET /api/v3/market/risk-reserve-all");
    const scope = { category, symbol } as const;
    proves("WebsocketClientV3.subscribe", "v3 channel liquidation");
    const { data } = await anonymous.getLiquidations(scope);
    const sale = { symbol, side: "sell", price: "56069.7", amount: "0.1" };
    const pushed = await eventually("the push", () => lastRow(crowd.pushes, LIQUIDATIONS));
    expect(pushed).toMatchObject(sale);
    expect(data.list).toMatchObject([sale]);
    // 396.4 − 393.03 − ceil(5,606.97 × 0.0006 = 3.364182) = 0.005818.
    const { data: reserve } = await anonymous.getRiskReserve(scope);
    // The fund was founded with 1,000,000 in the same hour.
    const balance = "1000000.005818";
    expect(reserve).toMatchObject({ coin: marginCoin, totalBalance: balance });
    expect(reserve.riskReserveRecords).toMatchObject([{ type: "in", amount: balance, balance }]);
    const hours = await anonymous.getRiskReserveHour(scope);
    expect(hours.data.riskReserveRecords).toMatchObject([{ amount: balance, balance }]);
    const all = await anonymous.getRiskReserveAll({ category });
    expect(all.data.list).toContainEqual(expect.objectContaining({ coin: marginCoin, balance }));
  });
});

describe("a classic account on the other side", () => {
  it("is pushed of its deleveraging on its own channel", async () => {
    proves("WebsocketClientV2.subscribe", "v2 channel adl-noti");
    const [carolKey, daveKey] = [await person("carol", "classic"), await person("dave", "classic")];
    const listening = websocketV2(exchange, daveKey);
    const notices = { instType: productType, channel: "adl-noti" };
    const payload = { instType: productType, instId: "default" };
    await listening.client.subscribe({ topic: "adl-noti", payload }, "v2Private");
    await subscribed(listening, notices);
    await exchange.setIndexPrice(BTC, OPENING.price);
    const order = { ...CONTRACT, ...OPENING, orderType: "limit", marginMode: "crossed" } as const;
    await restV2(exchange, daveKey).futuresSubmitOrder({ ...order, side: "sell", force: "gtc" });
    await restV2(exchange, carolKey).futuresSubmitOrder({ ...order, side: "buy", force: "gtc" });
    await exchange.setIndexPrice(BTC, "55000");
    const row = await eventually("the notice", () => lastRow(listening.pushes, notices));
    expect(row).toMatchObject({ symbol, side: "buy", status: "triggered", amount: OPENING.size });
  });
});
