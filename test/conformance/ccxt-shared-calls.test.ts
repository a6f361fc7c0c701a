/**
 * Methods for which ccxt has one call, that of v2, whatever the account: on a unified account they
 * answer where the endpoint is of no kind, and are refused where it belongs to classic accounts.
 */
import { describe, expect, it } from "vitest";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves, provesRefusal } from "./support/proves.ts";

const SPOT = "BTC/USDT";
const PERPETUAL = USDT_PERPETUAL.market;
const CROSS = { marginMode: "cross" } as const;
const ISOLATED = { marginMode: "isolated" } as const;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const client = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

describe("ccxt on a unified account, with endpoints of no kind", () => {
  it("reads the time, the currencies and what deposits and withdrawals cost", async () => {
    proves("ccxt.unified.fetchTime", "GET /api/v2/public/time");
    proves("ccxt.unified.fetchCurrencies", "GET /api/v2/spot/public/coins");
    proves("ccxt.unified.fetchDepositWithdrawFee", "GET /api/v2/spot/public/coins");
    proves("ccxt.unified.fetchDepositWithdrawFees", "GET /api/v2/spot/public/coins");
    expect(Math.abs(((await client.fetchTime()) ?? 0) - Date.now())).toBeLessThan(60_000);
    const { BTC } = await client.fetchCurrencies();
    expect(BTC).toMatchObject({ active: true, deposit: true, withdraw: true });
    const fees = { networks: { BTC: { withdraw: { fee: 0.0002 } } } };
    expect(await client.fetchDepositWithdrawFee("BTC")).toMatchObject(fees);
    expect(await client.fetchDepositWithdrawFees(["BTC"])).toMatchObject({ BTC: fees });
  });

  it("reads funding of several contracts by both endpoints", async () => {
    proves("ccxt.unified.fetchFundingIntervals", "GET /api/v2/mix/market/current-fund-rate");
    proves("ccxt.unified.fetchFundingIntervals", "GET /api/v2/mix/market/tickers");
    proves("ccxt.unified.fetchFundingRates", "GET /api/v2/mix/market/current-fund-rate");
    proves("ccxt.unified.fetchFundingRates", "GET /api/v2/mix/market/tickers");
    const intervals = await client.fetchFundingIntervals([PERPETUAL]);
    expect(intervals).toMatchObject({ [PERPETUAL]: { symbol: PERPETUAL, interval: "8h" } });
    const byTickers = { method: "publicMixGetV2MixMarketTickers" };
    const named = await client.fetchFundingIntervals([PERPETUAL], byTickers);
    expect(named).toMatchObject({ [PERPETUAL]: { symbol: PERPETUAL, fundingRate: 0.0001 } });
    const ofTickers = await client.fetchFundingRates([PERPETUAL]);
    expect(ofTickers[PERPETUAL]?.fundingRate).toBe(0.0001);
    const byRates = { method: "publicMixGetV2MixMarketCurrentFundRate" };
    const ofRates = await client.fetchFundingRates([PERPETUAL], byRates);
    expect(ofRates[PERPETUAL]).toMatchObject({ fundingRate: 0.0001, interval: "8h" });
  });

  it("reads the mark price, and how many accounts are long and short", async () => {
    proves("ccxt.unified.fetchMarkPrice", "GET /api/v2/mix/market/symbol-price");
    proves("ccxt.unified.fetchLongShortRatioHistory", "GET /api/v2/mix/market/account-long-short");
    proves("ccxt.unified.fetchLongShortRatioHistory", "GET /api/v2/margin/market/long-short-ratio");
    expect(await client.fetchMarkPrice(PERPETUAL)).toMatchObject({
      ...{ symbol: PERPETUAL, markPrice: 60_000, indexPrice: 60_000 },
    });
    // One account that bought from one that sold.
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await client.createOrder(PERPETUAL, "limit", "buy", 0.1, 60_000);
    const contract = await client.fetchLongShortRatioHistory(PERPETUAL, "5m");
    expect(contract.at(-1)).toMatchObject({ symbol: PERPETUAL, longShortRatio: 1 });
    const loans = await client.fetchLongShortRatioHistory(SPOT, "24h");
    expect(loans.every(({ symbol }) => symbol === SPOT)).toBe(true);
  });

  it("converts a coin by its quote, and lists it", async () => {
    proves("ccxt.unified.fetchConvertCurrencies", "GET /api/v2/convert/currencies");
    proves("ccxt.unified.fetchConvertQuote", "GET /api/v2/convert/quoted-price");
    proves("ccxt.unified.createConvertTrade", "POST /api/v2/convert/trade");
    proves("ccxt.unified.fetchConvertTradeHistory", "GET /api/v2/convert/convert-record");
    const { USDT } = await client.fetchConvertCurrencies();
    expect(USDT?.limits?.amount).toEqual({ min: 1, max: 100_000 });
    const coins = ["USDT", "BTC", 100] as const;
    const { id = "", price, toAmount } = await client.fetchConvertQuote(...coins);
    const terms = { price: String(price), toAmount: String(toAmount) };
    const btc = async () => (await client.fetchBalance())["BTC"]?.total ?? 0;
    const before = await btc();
    await client.createConvertTrade(id, ...coins, terms);
    expect(await btc()).toBeCloseTo(before + Number(toAmount), 10);
    const [listed] = await client.fetchConvertTradeHistory();
    expect(listed).toMatchObject({ fromCurrency: "USDT", fromAmount: 100, toCurrency: "BTC" });
  });
});

/** Calls that ccxt sends to endpoints of classic accounts, with the method and the endpoint. */
function classicCalls(): readonly Promise<unknown>[] {
  provesRefusal("ccxt.unified.addMargin", "POST /api/v2/mix/account/set-margin");
  provesRefusal("ccxt.unified.reduceMargin", "POST /api/v2/mix/account/set-margin");
  provesRefusal("ccxt.unified.setMarginMode", "POST /api/v2/mix/account/set-margin-mode");
  provesRefusal("ccxt.unified.fetchLeverage", "GET /api/v2/mix/account/account");
  provesRefusal("ccxt.unified.fetchMarginMode", "GET /api/v2/mix/account/account");
  provesRefusal("ccxt.unified.borrowCrossMargin", "POST /api/v2/margin/crossed/account/borrow");
  provesRefusal("ccxt.unified.repayCrossMargin", "POST /api/v2/margin/crossed/account/repay");
  provesRefusal("ccxt.unified.borrowIsolatedMargin", "POST /api/v2/margin/isolated/account/borrow");
  provesRefusal("ccxt.unified.repayIsolatedMargin", "POST /api/v2/margin/isolated/account/repay");
  provesRefusal(
    "ccxt.unified.fetchIsolatedBorrowRate",
    "GET /api/v2/margin/isolated/interest-rate-and-limit",
  );
  provesRefusal(
    "ccxt.unified.fetchBorrowInterest",
    "GET /api/v2/margin/crossed/interest-history",
    "GET /api/v2/margin/isolated/interest-history",
  );
  provesRefusal(
    "ccxt.unified.fetchMyLiquidations",
    "GET /api/v2/margin/crossed/liquidation-history",
    "GET /api/v2/margin/isolated/liquidation-history",
  );
  provesRefusal("ccxt.unified.fetchTransfers", "GET /api/v2/spot/account/transferRecords");
  return [
    client.addMargin(PERPETUAL, 10, { holdSide: "long" }),
    client.reduceMargin(PERPETUAL, -10, { holdSide: "long" }),
    client.setMarginMode("isolated", PERPETUAL),
    client.fetchLeverage(PERPETUAL),
    client.fetchMarginMode(PERPETUAL),
    client.borrowCrossMargin("BTC", 1),
    client.repayCrossMargin("BTC", 1),
    client.borrowIsolatedMargin(SPOT, "USDT", 100),
    client.repayIsolatedMargin(SPOT, "USDT", 100),
    client.fetchIsolatedBorrowRate(SPOT),
    client.fetchBorrowInterest("BTC", undefined, undefined, 10, CROSS),
    client.fetchBorrowInterest("USDT", SPOT, undefined, 10, ISOLATED),
    client.fetchMyLiquidations(undefined, undefined, undefined, CROSS),
    client.fetchMyLiquidations(SPOT, undefined, undefined, ISOLATED),
    client.fetchTransfers("USDT"),
  ];
}

it("ccxt on a unified account is refused at endpoints of classic accounts", async () => {
  const balance = await client.fetchBalance();
  const answers = await Promise.allSettled(classicCalls());
  for (const answer of answers) {
    expect(String(Reflect.get(answer, "reason"))).toContain('"code":"40085"');
  }
  expect(await client.fetchBalance()).toMatchObject({ USDT: balance["USDT"] });
});
