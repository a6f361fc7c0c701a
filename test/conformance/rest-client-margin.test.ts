import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2 } from "./support/bitget-api-sockets.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

/** The client's types ask for the answer's fields in some requests; these send the real ones. */
type Sent = never;
/** The client knows the channels of MARGIN, its types do not know the word. */
const MARGIN = "MARGIN" as unknown as "SPOT";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const key = exchange.firstUser("classic");
const alice = restV2(exchange, key);
const symbol = "ETHUSDT";
const startTime = String(Date.now() - 3_600_000);

async function moveIn(toType: "crossed_margin" | "isolated_margin", amount: string) {
  await alice.spotTransfer({ fromType: "spot", toType, coin: "USDT", amount, symbol });
}

const LIMIT = { symbol, orderType: "limit", force: "gtc" } as const;

describe("RestClientV2, isolated margin", () => {
  it("borrows, trades and repays, and finds the records of it", async () => {
    proves("RestClientV2.marginBorrow", "POST /api/v2/margin/isolated/account/borrow");
    proves("RestClientV2.marginRepay", "POST /api/v2/margin/isolated/account/repay");
    proves("RestClientV2.getMarginRiskRate", "GET /api/v2/margin/isolated/account/risk-rate");
    proves("RestClientV2.getMarginBorrowHistory", "GET /api/v2/margin/isolated/borrow-history");
    proves("RestClientV2.getMarginRepayHistory", "GET /api/v2/margin/isolated/repay-history");
    proves(
      "RestClientV2.getMarginFinancialHistory",
      "GET /api/v2/margin/isolated/financial-records",
    );
    proves("RestClientV2.getMarginTierConfiguration", "GET /api/v2/margin/isolated/tier-data");
    await moveIn("isolated_margin", "3000");
    const { data: loan } = await alice.marginBorrow("isolated", {
      symbol,
      coin: "USDT",
      borrowAmount: "12000",
    } as Sent);
    expect(loan).toMatchObject({ coin: "USDT", borrowAmount: "12000", symbol });
    // 12,000 and 0.1 of interest with 5 % maintenance stand against 15,000.
    const { data: risk } = await alice.getMarginRiskRate("isolated");
    expect(risk).toContainEqual({ symbol, riskRateRatio: "0.840007" });
    const { data: repaid } = await alice.marginRepay("isolated", {
      symbol,
      coin: "USDT",
      repayAmount: "2000.1",
    } as Sent);
    expect(repaid).toMatchObject({ repayAmount: "2000.1", remainDebtAmount: "10000" });
    const page = { symbol, startTime };
    const { data: loans } = await alice.getMarginBorrowHistory("isolated", page);
    expect(loans.resultList).toMatchObject([{ borrowAmount: "12000", borrowType: "manual_loan" }]);
    const { data: repayments } = await alice.getMarginRepayHistory("isolated", page);
    expect(repayments.resultList).toMatchObject([
      { repayInterest: "0.1", repayPrincipal: "2000", repayType: "manual_repay" },
    ]);
    const { data: records } = await alice.getMarginFinancialHistory("isolated", page);
    expect(records.resultList.map(({ marginType, amount }) => [marginType, amount])).toEqual([
      ["repay", "-2000.1"],
      ["borrow", "12000"],
      ["transfer_in", "3000"],
    ]);
    const { data: tiers } = await alice.getMarginTierConfiguration("isolated", { symbol } as Sent);
    expect(tiers[0]).toMatchObject({ leverage: "10", maintainMarginRate: "0.05" });
  });

  it("repays everything by selling collateral, and says when it is done", async () => {
    proves("RestClientV2.marginSubmitOrder", "POST /api/v2/margin/isolated/place-order");
    proves("RestClientV2.getMarginOpenOrders", "GET /api/v2/margin/isolated/open-orders");
    proves("RestClientV2.marginCancelOrder", "POST /api/v2/margin/isolated/cancel-order");
    proves("RestClientV2.getMarginHistoricOrders", "GET /api/v2/margin/isolated/history-orders");
    proves("RestClientV2.getMarginHistoricOrderFills", "GET /api/v2/margin/isolated/fills");
    proves(
      "RestClientV2.getMarginLiquidationOrders",
      "GET /api/v2/margin/isolated/liquidation-order",
    );
    await bob.spot(symbol, { side: "sell", size: "4", price: "3000" });
    const buy = { ...LIMIT, side: "buy", price: "3000", baseSize: "4" } as const;
    await alice.marginSubmitOrder("isolated", { ...buy, loanType: "autoLoan" });
    const sell = { ...LIMIT, side: "sell", price: "3100", baseSize: "1" } as const;
    const { data: resting } = await alice.marginSubmitOrder("isolated", {
      ...sell,
      loanType: "normal",
    });
    const page = { symbol, startTime };
    const { data: open } = await alice.getMarginOpenOrders("isolated", page);
    expect(open.orderList).toMatchObject([
      { orderId: resting.orderId, status: "new", baseSize: "1", loanType: "normal" },
    ]);
    await alice.marginCancelOrder("isolated", { symbol, orderId: resting.orderId });
    const { data: closed } = await alice.getMarginHistoricOrders("isolated", page);
    expect(closed.orderList.map(({ status }) => status)).toEqual(["cancelled", "full_fill"]);
    const { data: fills } = await alice.getMarginHistoricOrderFills("isolated", page);
    expect(fills.fills).toMatchObject([{ size: "4", amount: "12000", tradeScope: "taker" }]);
    await bob.spot(symbol, { side: "buy", size: "10", price: "2990" });
    const client = alice as unknown as {
      postPrivate(path: string, params: object): Promise<{ data: { repayId: string }[] }>;
    };
    const path = "/api/v2/margin/isolated/account";
    const { data } = await client.postPrivate(`${path}/flash-repay`, { symbolList: [symbol] });
    const idList = data.map(({ repayId }) => repayId);
    await eventually("the flash repayment succeeds", async () => {
      const asked = await client.postPrivate(`${path}/query-flash-repay-status`, { idList });
      return (asked.data as unknown as { status: string }[])[0]?.status === "success";
    });
    const { data: sold } = await alice.getMarginLiquidationOrders("isolated", {
      type: "place_order",
      startTime,
    });
    expect(sold.resultList).toEqual([]);
    const { data: after } = await alice.getMarginHistoricOrders("isolated", page);
    expect(after.orderList[0]).toMatchObject({ enterPointSource: "SYS", status: "full_fill" });
  });
});

describe("RestClientV2 and WebsocketClientV2, crossed margin", () => {
  it("tell of orders and of the account as they change", async () => {
    proves("RestClientV2.getMarginAccountAssets", "GET /api/v2/margin/crossed/account/assets");
    proves("RestClientV2.marginBatchSubmitOrders", "POST /api/v2/margin/crossed/batch-place-order");
    proves("RestClientV2.getMarginInterestHistory", "GET /api/v2/margin/crossed/interest-history");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel orders-crossed");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel account-crossed");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel orders-isolated");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel account-isolated");
    const listening = websocketV2(exchange, key);
    const { client, pushes } = listening;
    for (const channel of ["orders-crossed", "orders-isolated"] as const) {
      await client.subscribeTopic(MARGIN, channel, symbol);
      await subscribed(listening, { channel });
    }
    for (const channel of ["account-crossed", "account-isolated"] as const) {
      await client.subscribeTopic(MARGIN, channel);
      await subscribed(listening, { channel });
    }
    await moveIn("crossed_margin", "6000");
    await alice.marginBorrow("crossed", { coin: "ETH", borrowAmount: "1" } as Sent);
    const order = { side: "sell", orderType: "limit", force: "gtc", loanType: "normal" } as const;
    const { data } = await alice.marginBatchSubmitOrders("crossed", {
      symbol,
      orderList: [{ ...order, price: "3200", baseSize: "0.5" }],
    });
    expect(data.successList).toHaveLength(1);
    const pushed = await eventually("the order", () =>
      lastRow(pushes, { channel: "orders-crossed" }),
    );
    expect(pushed).toMatchObject({ side: "sell", status: "live", loanType: "normal" });
    const account = await eventually("the account", () =>
      lastRow(
        pushes,
        { channel: "account-crossed" },
        (row) => row["coin"] === "ETH" && row["frozen"] === "0.5",
      ),
    );
    expect(account).toMatchObject({ available: "0.5", borrow: "1" });
    const isolated = await eventually("the isolated accounts", () =>
      lastRow(pushes, { channel: "account-isolated" }, (row) => row["symbol"] === symbol),
    );
    expect(isolated).toMatchObject({ borrow: "0" });
    const { data: assets } = await alice.getMarginAccountAssets("crossed", { coin: "ETH" });
    expect(assets).toMatchObject([{ totalAmount: "1", frozen: "0.5", borrow: "1" }]);
    const page = { coin: "ETH", startTime };
    const { data: interest } = await alice.getMarginInterestHistory("crossed", page);
    expect(interest.resultList).toMatchObject([{ loanCoin: "ETH", interstType: "first" }]);
  });
});
