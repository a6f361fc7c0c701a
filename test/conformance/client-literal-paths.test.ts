/**
 * What the methods of bitget-api are answered where they miss an endpoint: six send a path that
 * they forgot to fill in, others ask for what is not offered or not built.
 */
import ccxt from "ccxt";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2 } from "./support/bitget-api-sockets.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

/** The client's types name other parameters than the methods send. */
type Sent = never;
type Row = Readonly<Record<string, string>>;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const key = exchange.firstUser("classic");
const alice = restV2(exchange, key);
const symbol = "ETHUSDT";
const LIMIT = { symbol, orderType: "limit", force: "gtc", loanType: "normal" } as const;

for (const toType of ["crossed_margin", "isolated_margin"] as const) {
  await alice.spotTransfer({ fromType: "spot", toType, coin: "USDT", amount: "3000", symbol });
}

describe("RestClientV2, the margin methods with an unfilled path", () => {
  it("tells rates and limits of the kind that the parameters mean", async () => {
    proves(
      "RestClientV2.getMarginMaxBorrowable",
      `GET /api/v2/margin/$\{marginType}/account/max-borrowable-amount`,
    );
    proves(
      "RestClientV2.getMarginMaxTransferable",
      `GET /api/v2/margin/$\{marginType}/account/max-transfer-out-amount`,
    );
    proves(
      "RestClientV2.getMarginInterestRateAndMaxBorrowable",
      `GET /api/v2/margin/$\{marginType}/interest-rate-and-limit`,
    );
    const coin = { coin: "USDT" };
    const pair = { symbol } as Sent;
    const crossed = await alice.getMarginMaxTransferable("crossed", coin);
    expect(crossed.data).toEqual({ coin: "USDT", maxTransferOutAmount: "3000" });
    const isolated = await alice.getMarginMaxTransferable("isolated", pair);
    expect(isolated.data).toMatchObject({ symbol, quoteCoinMaxTransferOutAmount: "3000" });
    const { data: most } = await alice.getMarginMaxBorrowable("isolated", pair);
    // At a leverage of 10 with the interest of the first hour, 3,000 × 9 ÷ (1 + 10 × 0.0002 ÷ 24).
    expect(most).toMatchObject({ quoteCoin: "USDT", quoteCoinMaxBorrowAmount: "26997.7501874" });
    const { data: mostCrossed } = await alice.getMarginMaxBorrowable("crossed", coin);
    expect(mostCrossed).toMatchObject({ coin: "USDT" });
    const rates = await alice.getMarginInterestRateAndMaxBorrowable("crossed", { coin: "ETH" });
    expect(rates.data).toMatchObject([{ coin: "ETH", dailyInterestRate: "0.00006" }]);
    const ofPair = await alice.getMarginInterestRateAndMaxBorrowable("isolated", pair);
    expect(ofPair.data).toMatchObject([{ symbol, quoteDailyInterestRate: "0.0002" }]);
  });

  it("cancels the orders of both kinds in one batch, and pushes that of the pair", async () => {
    proves(
      "RestClientV2.marginBatchCancelOrders",
      `POST /api/v2/margin/$\{marginType}/batch-cancel-order`,
    );
    proves("WebsocketClientV2.subscribeTopic", "v2 channel orders-isolated");
    const listening = websocketV2(exchange, key);
    const { client, pushes } = listening;
    const channel = "orders-isolated";
    await client.subscribeTopic("MARGIN" as "SPOT", channel, symbol);
    await subscribed(listening, { channel });
    const order = { ...LIMIT, side: "buy", price: "2900", baseSize: "0.1" } as const;
    const ids: string[] = [];
    for (const mode of ["isolated", "crossed"] as const) {
      ids.push((await alice.marginSubmitOrder(mode, order)).data.orderId);
    }
    const live = await eventually("the order", () => lastRow(pushes, { channel }));
    expect(live).toMatchObject({ orderId: ids[0], side: "buy", status: "live" });
    const unknown = "1000000000000000001";
    const orderIdList = [...ids, unknown].map((orderId) => ({ orderId })) as unknown as string[];
    const { data } = await alice.marginBatchCancelOrders("isolated", { symbol, orderIdList });
    expect(data).toMatchObject({
      successList: ids.map((orderId) => ({ orderId })),
      failureList: [{ orderId: unknown, errorCode: "43001" }],
    });
    await eventually("the cancellation", () =>
      lastRow(pushes, { channel }, (row) => row["status"] === "cancelled"),
    );
  });

  it("repays by a sale, and tells the outcome", async () => {
    proves(
      "RestClientV2.marginFlashRepay",
      `POST /api/v2/margin/$\{marginType}/account/flash-repay`,
    );
    proves(
      "RestClientV2.getMarginFlashRepayResult",
      `GET /api/v2/margin/$\{marginType}/account/query-flash-repay-status`,
    );
    await alice.marginBorrow("crossed", { coin: "ETH", borrowAmount: "0.5" } as Sent);
    await bob.spot(symbol, { side: "sell", size: "2", price: "3001" });
    const { data: begun } = await alice.marginFlashRepay("crossed", { coin: "ETH" });
    await eventually("the repayment", async () => {
      const idList = `${begun.repayId},1000000000000000001`;
      const { data } = await alice.getMarginFlashRepayResult("crossed", { idList });
      return (data as readonly Row[])[0]?.["status"] === "success";
    });
  });
});

describe("a method for what is not there", () => {
  it("of bitget-api is told that it is not offered", async () => {
    const copied = alice.getFuturesTraderCurrentOrder({ productType: "USDT-FUTURES" } as Sent);
    await expect(copied).rejects.toMatchObject({
      code: 404,
      body: { code: "40410", msg: "This exchange does not offer copy trading", data: null },
    });
  });

  it("of ccxt raises ExchangeError, and a mistyped path BadRequest", async () => {
    const client = await plainClient(exchange, key, { uta: false });
    const raw = client as unknown as Record<string, (params: object) => Promise<unknown>>;
    const savings = raw["privateEarnGetV2EarnSavingsProduct"]?.({});
    await expect(savings).rejects.toThrow(/40410.*savings products/);
    await expect(raw["privateTaxGetV2TaxSpotRecord"]?.({})).rejects.toThrow(ccxt.ExchangeError);
    const response = await fetch(`${exchange.baseUrl}/api/v2/spot/market/tickrs`);
    expect([response.status, await response.json()]).toMatchObject([404, { code: "40404" }]);
  });
});
