/**
 * Every endpoint of classic margin that the other margin tests leave out, once per kind of account.
 * Four methods of the client send a path that it forgot to fill in; their endpoints are called by
 * its own signed requests.
 */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

/** The client's types ask for the answer's fields in some requests; these send the real ones. */
type Sent = never;
type Row = Readonly<Record<string, string>>;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const alice = restV2(exchange, exchange.firstUser("classic"));
/** The client's signed requests, which its types keep to itself. */
const signed = alice as unknown as {
  getPrivate(path: string, params?: object): Promise<{ data: unknown }>;
  postPrivate(path: string, params?: object): Promise<{ data: unknown }>;
};
const symbol = "ETHUSDT";
const PAIR = { realm: "live", category: "spot", symbol } as const;
const startTime = String(Date.now() - 3_600_000);
const LIMIT = { symbol, orderType: "limit", force: "gtc", loanType: "normal" } as const;

async function moveIn(toType: "crossed_margin" | "isolated_margin", amount: string) {
  await alice.spotTransfer({ fromType: "spot", toType, coin: "USDT", amount, symbol });
}

async function rowsOf(path: string, params: object): Promise<readonly Row[]> {
  const { data } = await signed.getPrivate(path, params);
  return data as readonly Row[];
}

/** Waits until a flash repayment says that it is done. */
async function repaid(mode: "crossed" | "isolated", idList: readonly string[]): Promise<void> {
  const path = `/api/v2/margin/${mode}/account/query-flash-repay-status`;
  await eventually("the flash repayment succeeds", async () => {
    const { data } = await signed.postPrivate(path, { idList });
    return (data as Row[])[0]?.["status"] === "success";
  });
}

/** Trades lead the last price back to 3,000, each within the band of the one before. */
async function recover(): Promise<void> {
  await bob.clearSpot(symbol);
  for (const price of ["2780", "2910", "3000"]) {
    await bob.spot(symbol, { side: "sell", size: "0.1", price });
    await carol.spot(symbol, { side: "buy", size: "0.1", price });
  }
  await exchange.setIndexPrice(PAIR, "3000");
}

describe("RestClientV2, what margin costs", () => {
  it("tells coins, rates and tiers", async () => {
    proves("RestClientV2.getMarginCurrencies", "GET /api/v2/margin/currencies");
    proves("RestClientV2.getPrivate", "GET /api/v2/margin/interest-rate-record");
    proves("RestClientV2.getPrivate", "GET /api/v2/margin/crossed/interest-rate-and-limit");
    proves("RestClientV2.getPrivate", "GET /api/v2/margin/isolated/interest-rate-and-limit");
    proves("RestClientV2.getMarginTierConfiguration", "GET /api/v2/margin/crossed/tier-data");
    const { data: currencies } = await alice.getMarginCurrencies();
    expect(currencies.find((row) => row.symbol === symbol)).toMatchObject({ baseCoin: "ETH" });
    const path = "/api/v2/margin/interest-rate-record";
    const { data: record } = await signed.getPrivate(path, { coin: "ETH" });
    expect(record).toMatchObject({ dailyInterestRate: "0.00006" });
    const terms = "interest-rate-and-limit";
    const [crossed] = await rowsOf(`/api/v2/margin/crossed/${terms}`, { coin: "ETH" });
    expect(crossed).toMatchObject({ coin: "ETH", dailyInterestRate: "0.00006" });
    const [isolated] = await rowsOf(`/api/v2/margin/isolated/${terms}`, { symbol });
    expect(isolated).toMatchObject({ symbol, quoteDailyInterestRate: "0.0002" });
    const { data: tiers } = await alice.getMarginTierConfiguration("crossed", { coin: "ETH" });
    expect(tiers[0]).toMatchObject({ coin: "ETH", leverage: "3" });
  });
});

describe("RestClientV2, isolated margin", () => {
  it("tells what is there, what can be borrowed and what can leave", async () => {
    proves("RestClientV2.getMarginAccountAssets", "GET /api/v2/margin/isolated/account/assets");
    proves("RestClientV2.getPrivate", "GET /api/v2/margin/isolated/account/max-borrowable-amount");
    proves(
      "RestClientV2.getPrivate",
      "GET /api/v2/margin/isolated/account/max-transfer-out-amount",
    );
    proves("RestClientV2.getMarginInterestHistory", "GET /api/v2/margin/isolated/interest-history");
    await moveIn("isolated_margin", "3000");
    const account = "/api/v2/margin/isolated/account";
    const { data: most } = await signed.getPrivate(`${account}/max-borrowable-amount`, { symbol });
    // At a leverage of 10 with the interest of the first hour, 3,000 × 9 ÷ (1 + 10 × 0.0002 ÷ 24).
    expect(most).toMatchObject({ quoteCoin: "USDT", quoteCoinMaxBorrowAmount: "26997.7501874" });
    const { data: free } = await signed.getPrivate(`${account}/max-transfer-out-amount`, {
      symbol,
    });
    expect(free).toMatchObject({ quoteCoinMaxTransferOutAmount: "3000" });
    await alice.marginBorrow("isolated", { symbol, coin: "ETH", borrowAmount: "1" } as Sent);
    const { data: assets } = await alice.getMarginAccountAssets("isolated");
    const rows = assets as unknown as readonly (Row & { symbol: string; coin: string })[];
    const ether = rows.find((row) => row.symbol === symbol && row.coin === "ETH");
    expect(ether).toMatchObject({ totalAmount: "1", borrow: "1" });
    const { data: interest } = await alice.getMarginInterestHistory("isolated", {
      coin: "ETH",
      ...{ symbol, startTime },
    });
    expect(interest.resultList).toMatchObject([{ loanCoin: "ETH", interstType: "first" }]);
  });

  it("places and cancels in batches, and sells out on demand", async () => {
    proves(
      "RestClientV2.marginBatchSubmitOrders",
      "POST /api/v2/margin/isolated/batch-place-order",
    );
    proves("RestClientV2.postPrivate", "POST /api/v2/margin/isolated/batch-cancel-order");
    proves("RestClientV2.postPrivate", "POST /api/v2/margin/isolated/account/flash-repay");
    proves(
      "RestClientV2.postPrivate",
      "POST /api/v2/margin/isolated/account/query-flash-repay-status",
    );
    const order = { ...LIMIT, side: "buy", baseSize: "0.1" } as const;
    const { data: placed } = await alice.marginBatchSubmitOrders("isolated", {
      symbol,
      orderList: [
        { ...order, price: "2900" },
        { ...order, price: "2910" },
      ],
    });
    const orderIdList = placed.successList.map(({ orderId }) => ({ orderId }));
    const path = "/api/v2/margin/isolated";
    const { data } = await signed.postPrivate(`${path}/batch-cancel-order`, {
      symbol,
      orderIdList,
    });
    expect(data).toMatchObject({ successList: orderIdList, failureList: [] });
    await bob.spot(symbol, { side: "sell", size: "2", price: "3001" });
    const flash = { symbolList: [symbol] };
    const { data: begun } = await signed.postPrivate(`${path}/account/flash-repay`, flash);
    await repaid(
      "isolated",
      (begun as { repayId: string }[]).map(({ repayId }) => repayId),
    );
    await bob.clearSpot(symbol);
  });

  it("is liquidated, with a record of each step", async () => {
    proves(
      "RestClientV2.getMarginLiquidationHistory",
      "GET /api/v2/margin/isolated/liquidation-history",
    );
    await bob.spot(symbol, { side: "sell", size: "8", price: "3000" });
    await alice.marginSubmitOrder("isolated", {
      ...LIMIT,
      side: "buy",
      price: "3000",
      baseSize: "8",
      loanType: "autoLoan",
    });
    await bob.spot(symbol, { side: "buy", size: "20", price: "2690" });
    await exchange.setIndexPrice(PAIR, "2700");
    const ended = await eventually("the liquidation ends", async () => {
      const page = { symbol, startTime };
      const { data } = await alice.getMarginLiquidationHistory("isolated", page);
      return data.resultList.find(({ liqEndTime }) => liqEndTime !== "");
    });
    expect(Number(ended.liqRiskRatio)).toBeGreaterThan(1);
    await recover();
  });
});

describe("RestClientV2, crossed margin", () => {
  it("borrows and repays, with limits, risk and records", async () => {
    proves("RestClientV2.marginBorrow", "POST /api/v2/margin/crossed/account/borrow");
    proves("RestClientV2.marginRepay", "POST /api/v2/margin/crossed/account/repay");
    proves("RestClientV2.getPrivate", "GET /api/v2/margin/crossed/account/max-borrowable-amount");
    proves("RestClientV2.getPrivate", "GET /api/v2/margin/crossed/account/max-transfer-out-amount");
    proves("RestClientV2.getMarginRiskRate", "GET /api/v2/margin/crossed/account/risk-rate");
    proves("RestClientV2.getMarginBorrowHistory", "GET /api/v2/margin/crossed/borrow-history");
    proves("RestClientV2.getMarginRepayHistory", "GET /api/v2/margin/crossed/repay-history");
    proves(
      "RestClientV2.getMarginFinancialHistory",
      "GET /api/v2/margin/crossed/financial-records",
    );
    await moveIn("crossed_margin", "6000");
    const account = "/api/v2/margin/crossed/account";
    const coin = { coin: "USDT" };
    const { data: most } = await signed.getPrivate(`${account}/max-borrowable-amount`, coin);
    // At a leverage of 3, 6,000 × 2 ÷ (1 + 3 × 0.0002 ÷ 24).
    expect(most).toEqual({ coin: "USDT", maxBorrowableAmount: "11999.70000747" });
    const { data: free } = await signed.getPrivate(`${account}/max-transfer-out-amount`, coin);
    expect(free).toEqual({ coin: "USDT", maxTransferOutAmount: "6000" });
    await alice.marginBorrow("crossed", { coin: "USDT", borrowAmount: "1200" } as Sent);
    const { data: risk } = await alice.getMarginRiskRate("crossed");
    // 1,200 and 0.01 of interest with 8 % against 7,200.
    expect(risk).toMatchObject({ riskRateRatio: "0.180002" });
    const sent = { coin: "USDT", repayAmount: "200.01" } as Sent;
    const { data: repayment } = await alice.marginRepay("crossed", sent);
    expect(repayment).toMatchObject({ remainDebtAmount: "1000" });
    const page = { startTime };
    const { data: loans } = await alice.getMarginBorrowHistory("crossed", page);
    expect(loans.resultList).toMatchObject([{ coin: "USDT", borrowAmount: "1200" }]);
    const { data: repayments } = await alice.getMarginRepayHistory("crossed", page);
    expect(repayments.resultList).toMatchObject([{ repayPrincipal: "200" }]);
    const { data: records } = await alice.getMarginFinancialHistory("crossed", page);
    expect(records.resultList.map(({ marginType }) => marginType)).toEqual([
      "repay",
      "borrow",
      "transfer_in",
    ]);
  });

  it("trades, cancels and finds its orders and fills", async () => {
    proves("RestClientV2.marginSubmitOrder", "POST /api/v2/margin/crossed/place-order");
    proves("RestClientV2.getMarginOpenOrders", "GET /api/v2/margin/crossed/open-orders");
    proves("RestClientV2.marginCancelOrder", "POST /api/v2/margin/crossed/cancel-order");
    proves("RestClientV2.postPrivate", "POST /api/v2/margin/crossed/batch-cancel-order");
    proves("RestClientV2.getMarginHistoricOrders", "GET /api/v2/margin/crossed/history-orders");
    proves("RestClientV2.getMarginHistoricOrderFills", "GET /api/v2/margin/crossed/fills");
    await bob.spot(symbol, { side: "sell", size: "1", price: "3000" });
    const buy = { ...LIMIT, side: "buy", baseSize: "1" } as const;
    await alice.marginSubmitOrder("crossed", { ...buy, price: "3000" });
    const ids: string[] = [];
    for (const price of ["2900", "2910"]) {
      const { data } = await alice.marginSubmitOrder("crossed", {
        ...buy,
        price,
        baseSize: "0.1",
      });
      ids.push(data.orderId);
    }
    const [first = "", second = ""] = ids;
    const page = { symbol, startTime };
    const { data: open } = await alice.getMarginOpenOrders("crossed", page);
    expect(open.orderList.map(({ orderId }) => orderId)).toEqual([second, first]);
    await alice.marginCancelOrder("crossed", { symbol, orderId: first });
    const orderIdList = [{ orderId: second }];
    const batch = { symbol, orderIdList };
    const { data } = await signed.postPrivate("/api/v2/margin/crossed/batch-cancel-order", batch);
    expect(data).toMatchObject({ successList: orderIdList });
    const { data: closed } = await alice.getMarginHistoricOrders("crossed", page);
    const statuses = closed.orderList.map(({ status }) => status);
    expect(statuses).toEqual(["cancelled", "cancelled", "full_fill"]);
    const { data: fills } = await alice.getMarginHistoricOrderFills("crossed", page);
    expect(fills.fills).toMatchObject([{ size: "1", amount: "3000" }]);
  });

  it("repays at once by selling, and is liquidated when its collateral falls", async () => {
    proves("RestClientV2.postPrivate", "POST /api/v2/margin/crossed/account/flash-repay");
    proves(
      "RestClientV2.postPrivate",
      "POST /api/v2/margin/crossed/account/query-flash-repay-status",
    );
    proves(
      "RestClientV2.getMarginLiquidationHistory",
      "GET /api/v2/margin/crossed/liquidation-history",
    );
    proves(
      "RestClientV2.getMarginLiquidationOrders",
      "GET /api/v2/margin/crossed/liquidation-order",
    );
    const path = "/api/v2/margin/crossed/account/flash-repay";
    const { data: begun } = await signed.postPrivate(path, {});
    await repaid("crossed", [(begun as { repayId: string }).repayId]);
    // 1 ETH and about 3,000 USDT are left; 3 ETH more take a loan of about 6,000.
    await bob.spot(symbol, { side: "sell", size: "3", price: "3000" });
    await alice.marginSubmitOrder("crossed", {
      ...LIMIT,
      side: "buy",
      price: "3000",
      baseSize: "3",
      loanType: "autoLoan",
    });
    await bob.spot(symbol, { side: "buy", size: "20", price: "1595" });
    await exchange.setIndexPrice(PAIR, "1600");
    const page = { startTime };
    const ended = await eventually("the liquidation ends", async () => {
      const { data } = await alice.getMarginLiquidationHistory("crossed", page);
      return data.resultList.find(({ liqEndTime }) => liqEndTime !== "");
    });
    expect(Number(ended.liqRiskRatio)).toBeGreaterThan(1);
    const { data } = await alice.getMarginLiquidationOrders("crossed", {
      type: "place_order",
      startTime,
    });
    expect(data.resultList[0]).toMatchObject({ symbol, side: "liquidation_sell" });
    await exchange.setIndexPrice(PAIR, "3000");
  });
});
