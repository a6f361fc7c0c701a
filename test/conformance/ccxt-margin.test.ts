import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT";
const ETH = "ETH/USDT";
const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const ISOLATED = { marginMode: "isolated" } as const;
const CROSS = { marginMode: "cross" } as const;

type Row = Readonly<Record<string, string>>;

function rowOf(result: { readonly info: unknown }): Row {
  return result.info as Row;
}

/** Assets and debt of the isolated account of a pair in a coin. */
async function isolated(symbol: string, coin: string): Promise<Row | undefined> {
  const { info } = await alice.fetchBalance({ type: "margin", ...ISOLATED });
  return (info as Row[]).find((row) => row["symbol"] === symbol && row["coin"] === coin);
}

async function crossed(coin: string): Promise<Row | undefined> {
  const { info } = await alice.fetchBalance({ type: "margin", ...CROSS });
  return (info as Row[]).find((row) => row["coin"] === coin);
}

describe("ccxt, isolated margin", () => {
  it("shows the fees of the pair", async () => {
    const rates = { symbol: BTC, maker: 0.001, taker: 0.001 };
    expect(await alice.fetchTradingFee(BTC, ISOLATED)).toMatchObject(rates);
  });

  it("moves funds in, borrows, pays interest at once and repays", async () => {
    proves("ccxt.transfer", "POST /api/v2/spot/wallet/transfer");
    proves("ccxt.borrowIsolatedMargin", "POST /api/v2/margin/isolated/account/borrow");
    proves("ccxt.repayIsolatedMargin", "POST /api/v2/margin/isolated/account/repay");
    proves("ccxt.fetchBalance", "GET /api/v2/margin/isolated/account/assets");
    proves("ccxt.fetchBorrowInterest", "GET /api/v2/margin/isolated/interest-history");
    proves("ccxt.fetchIsolatedBorrowRate", "GET /api/v2/margin/isolated/interest-rate-and-limit");
    await alice.transfer("USDT", 10_000, "spot", "isolated", { symbol: BTC });
    const rate = await alice.fetchIsolatedBorrowRate(BTC);
    expect(rate).toMatchObject({ symbol: BTC, base: "BTC", quote: "USDT", quoteRate: 0.0002 });
    const loan = await alice.borrowIsolatedMargin(BTC, "USDT", 24_000);
    expect(loan).toMatchObject({ currency: "USDT", amount: 24_000, symbol: BTC });
    // 24,000 at 0.02 % a day are 0.2 an hour, and the first hour is charged at once.
    expect(await isolated("BTCUSDT", "USDT")).toMatchObject({
      totalAmount: "34000",
      borrow: "24000",
      interest: "0.2",
      net: "9999.8",
    });
    const interest = await alice.fetchBorrowInterest("USDT", BTC, undefined, 10, ISOLATED);
    expect(interest[0]).toMatchObject({ currency: "USDT", interest: 0.2, interestRate: 0.0002 });
    const repaid = await alice.repayIsolatedMargin(BTC, "USDT", 4_000.2);
    expect(repaid).toMatchObject({ currency: "USDT", amount: 4_000.2 });
    expect(rowOf(repaid)).toMatchObject({ remainDebtAmount: "20000" });
    await alice.repayIsolatedMargin(BTC, "USDT", 25_000);
    // ccxt keeps the last row of a coin: those of pairs without any of it would hide the balance.
    const { USDT } = await alice.fetchBalance({ type: "margin", ...ISOLATED });
    expect(USDT).toMatchObject({ total: 9_999.8, debt: 0 });
    expect(await isolated("BTCUSDT", "USDT")).toMatchObject({
      totalAmount: "9999.8",
      borrow: "0",
      interest: "0",
    });
  });

  it("borrows what an order misses and repays with what the next one brings", async () => {
    proves("ccxt.createOrder", "POST /api/v2/margin/isolated/place-order");
    proves("ccxt.fetchOpenOrders", "GET /api/v2/margin/isolated/open-orders");
    proves("ccxt.fetchMyTrades", "GET /api/v2/margin/isolated/fills");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/margin/isolated/history-orders");
    proves("ccxt.cancelOrder", "POST /api/v2/margin/isolated/cancel-order");
    await alice.transfer("USDT", 10_000, "spot", "isolated", { symbol: ETH });
    await bob.spot("ETHUSDT", { side: "sell", size: "10", price: "3000" });
    const bought = await alice.createOrder(ETH, "limit", "buy", 10, 3_000, {
      ...ISOLATED,
      loanType: "autoLoan",
    });
    expect(await isolated("ETHUSDT", "USDT")).toMatchObject({ available: "0", borrow: "20000" });
    expect(await isolated("ETHUSDT", "ETH")).toMatchObject({ available: "9.99" });
    const trades = await alice.fetchMyTrades(ETH, undefined, undefined, ISOLATED);
    expect(trades).toMatchObject([{ order: bought.id, amount: 10, price: 3_000, side: "buy" }]);
    const closed = await alice.fetchClosedOrders(ETH, undefined, undefined, ISOLATED);
    expect(closed).toMatchObject([{ id: bought.id, status: "closed", filled: 10 }]);
    const resting = await alice.createOrder(ETH, "limit", "sell", 1, 3_100, {
      ...ISOLATED,
      loanType: "normal",
    });
    const open = await alice.fetchOpenOrders(ETH, undefined, undefined, ISOLATED);
    expect(open).toMatchObject([{ id: resting.id, side: "sell", amount: 1, price: 3_100 }]);
    expect(await alice.fetchOpenOrders(ETH)).toEqual([]);
    await alice.cancelOrder(idOf(resting), ETH, ISOLATED);
    await bob.spot("ETHUSDT", { side: "buy", size: "9", price: "3000" });
    await alice.createOrder(ETH, "limit", "sell", 9, 3_000, {
      ...ISOLATED,
      loanType: "autoRepay",
    });
    expect(await isolated("ETHUSDT", "USDT")).toMatchObject({ borrow: "0", interest: "0" });
  });
});

describe("ccxt, crossed margin", () => {
  it("borrows a coin against another, sells it short and repays", async () => {
    proves("ccxt.borrowCrossMargin", "POST /api/v2/margin/crossed/account/borrow");
    proves("ccxt.repayCrossMargin", "POST /api/v2/margin/crossed/account/repay");
    proves("ccxt.fetchBalance", "GET /api/v2/margin/crossed/account/assets");
    proves("ccxt.fetchBorrowInterest", "GET /api/v2/margin/crossed/interest-history");
    proves("ccxt.fetchCrossBorrowRate", "GET /api/v2/margin/crossed/interest-rate-and-limit");
    proves("ccxt.createOrder", "POST /api/v2/margin/crossed/place-order");
    await alice.transfer("USDT", 120_000, "spot", "cross");
    expect(await alice.fetchCrossBorrowRate("BTC")).toMatchObject({
      currency: "BTC",
      rate: 0.000_05,
    });
    await alice.borrowCrossMargin("BTC", 1);
    expect(await crossed("BTC")).toMatchObject({ available: "1", borrow: "1" });
    const repaid = await alice.repayCrossMargin("BTC", 0.1);
    expect(repaid).toMatchObject({ currency: "BTC", amount: 0.1 });
    await bob.spot("BTCUSDT", { side: "buy", size: "0.9", price: "60000" });
    await alice.createOrder(BTC, "limit", "sell", 0.9, 60_000, { ...CROSS, loanType: "normal" });
    expect(await crossed("USDT")).toMatchObject({ available: "173946" });
    const interest = await alice.fetchBorrowInterest("BTC", undefined, undefined, 1, CROSS);
    expect(interest[0]).toMatchObject({ currency: "BTC", marginMode: "cross" });
    await bob.spot("BTCUSDT", { side: "sell", size: "1", price: "60000" });
    await alice.createOrder(BTC, "limit", "buy", 1, 60_000, {
      ...CROSS,
      loanType: "autoRepay",
    });
    expect(await crossed("BTC")).toMatchObject({ borrow: "0", interest: "0" });
  });

  it("places and cancels orders in batches", async () => {
    proves("ccxt.createOrders", "POST /api/v2/margin/crossed/batch-place-order");
    proves("ccxt.cancelOrders", "POST /api/v2/margin/crossed/batch-cancel-order");
    proves("ccxt.fetchOpenOrders", "GET /api/v2/margin/crossed/open-orders");
    proves("ccxt.fetchMarketLeverageTiers", "GET /api/v2/margin/isolated/tier-data");
    const params = { ...CROSS, loanType: "normal" };
    const terms = { symbol: BTC, type: "limit", side: "buy", amount: 0.1, params } as const;
    const placed = await alice.createOrders(
      [
        { ...terms, price: 58_000 },
        { ...terms, price: 58_100 },
      ],
      CROSS,
    );
    const open = await alice.fetchOpenOrders(BTC, undefined, undefined, CROSS);
    expect(open.map(({ id }) => id).sort()).toEqual(placed.map(({ id }) => id).sort());
    await alice.cancelOrders(open.map(idOf), BTC, CROSS);
    expect(await alice.fetchOpenOrders(BTC, undefined, undefined, CROSS)).toEqual([]);
    const tiers = await alice.fetchMarketLeverageTiers(BTC, ISOLATED);
    expect(tiers).toMatchObject([{ maxLeverage: 10 }, { maxLeverage: 5 }, { maxLeverage: 3 }]);
  });
});

describe("ccxt, orders of crossed margin", () => {
  it("are found open, cancelled, closed and in trades", async () => {
    proves("ccxt.fetchOpenOrders", "GET /api/v2/margin/crossed/open-orders");
    proves("ccxt.cancelOrder", "POST /api/v2/margin/crossed/cancel-order");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/margin/crossed/history-orders");
    proves("ccxt.fetchMyTrades", "GET /api/v2/margin/crossed/fills");
    const terms = { ...CROSS, loanType: "normal" };
    const resting = idOf(await alice.createOrder(ETH, "limit", "buy", 1, 2_900, terms));
    const open = await alice.fetchOpenOrders(ETH, undefined, undefined, CROSS);
    expect(open).toMatchObject([{ id: resting, side: "buy", amount: 1, price: 2_900 }]);
    await alice.cancelOrder(resting, ETH, CROSS);
    await bob.spot("ETHUSDT", { side: "sell", size: "1", price: "3000" });
    const bought = idOf(await alice.createOrder(ETH, "limit", "buy", 1, 3_000, terms));
    const closed = await alice.fetchClosedOrders(ETH, undefined, undefined, CROSS);
    expect(closed).toMatchObject([{ id: bought, status: "closed", filled: 1 }]);
    const trades = await alice.fetchMyTrades(ETH, undefined, undefined, CROSS);
    expect(trades).toMatchObject([{ order: bought, amount: 1, price: 3_000, side: "buy" }]);
  });

  it.each([CROSS, ISOLATED])(
    "have what market orders traded as cost: $marginMode",
    async (mode) => {
      proves("ccxt.fetchClosedOrders", "GET /api/v2/margin/crossed/history-orders");
      proves("ccxt.fetchClosedOrders", "GET /api/v2/margin/isolated/history-orders");
      const terms = { ...mode, loanType: "normal", createMarketBuyOrderRequiresPrice: false };
      await bob.spot("ETHUSDT", { side: "sell", size: "0.5", price: "3000" });
      const bought = idOf(await alice.createOrder(ETH, "market", "buy", 1_500, undefined, terms));
      await bob.spot("ETHUSDT", { side: "buy", size: "0.4", price: "2990" });
      const sold = idOf(await alice.createOrder(ETH, "market", "sell", 0.4, undefined, terms));
      const closed = await alice.fetchClosedOrders(ETH, undefined, 2, mode);
      expect(closed).toMatchObject([
        { id: bought, side: "buy", filled: 0.5, cost: 1_500, average: 3_000 },
        { id: sold, side: "sell", amount: 0.4, filled: 0.4, cost: 1_196, average: 2_990 },
      ]);
    },
  );
});

/** Lets the band of a pair follow its index within a second, as forced sales keep to the band. */
async function followIndex(pair: { readonly symbol: string }): Promise<void> {
  await exchange.admin("PUT", "/price-guards", { ...pair, referenceStep: "1" });
}

describe("ccxt, a margin account that falls too far", () => {
  it("is liquidated as a whole where it is crossed", async () => {
    proves("ccxt.fetchMyLiquidations", "GET /api/v2/margin/crossed/liquidation-history");
    const pair = { realm: "live", category: "spot", symbol: "ETHUSDT" } as const;
    // What is there buys no ETH more than this; the loan pays for the rest.
    const { available = "0" } = (await crossed("USDT")) ?? {};
    const size = Math.floor((2.4 * Number(available)) / 3_000);
    await bob.spot("ETHUSDT", { side: "sell", size: String(size), price: "3000" });
    const terms = { ...CROSS, loanType: "autoLoan" };
    await alice.createOrder(ETH, "limit", "buy", size, 3_000, terms);
    await bob.spot("ETHUSDT", { side: "buy", size: String(2 * size), price: "1695" });
    // Bitcoin that is left of other tests is sold as well.
    await bob.spot("BTCUSDT", { side: "buy", size: "1", price: "59900" });
    await followIndex(pair);
    await exchange.setIndexPrice(pair, "1700");
    const liquidation = await eventually("the liquidation ends", async () => {
      const [found] = await alice.fetchMyLiquidations(undefined, undefined, undefined, CROSS);
      return found === undefined || rowOf(found)["liqEndTime"] === "" ? undefined : found;
    });
    expect(Number(rowOf(liquidation)["liqRiskRatio"])).toBeGreaterThan(1);
    expect(await crossed("USDT")).toMatchObject({ borrow: "0", interest: "0" });
    await exchange.setIndexPrice(pair, "3000");
    await bob.clearSpot("BTCUSDT");
  });

  it("is liquidated when the price falls, with the record of it", async () => {
    proves("ccxt.fetchMyLiquidations", "GET /api/v2/margin/isolated/liquidation-history");
    const pair = { realm: "live", category: "spot", symbol: "BTCUSDT" } as const;
    await bob.spot("BTCUSDT", { side: "sell", size: "1", price: "60000" });
    await alice.createOrder(BTC, "limit", "buy", 1, 60_000, { ...ISOLATED, loanType: "autoLoan" });
    await bob.spot("BTCUSDT", { side: "buy", size: "2", price: "52000" });
    await followIndex(pair);
    // 50,001 owed with 5 % maintenance stand against 0.999 BTC.
    await exchange.setIndexPrice(pair, "51000");
    const liquidation = await eventually("the liquidation ends", async () => {
      const [found] = await alice.fetchMyLiquidations(BTC, undefined, undefined, ISOLATED);
      return found === undefined || rowOf(found)["liqEndTime"] === "" ? undefined : found;
    });
    expect(liquidation).toMatchObject({ symbol: BTC });
    expect(Number(rowOf(liquidation)["liqRiskRatio"])).toBeGreaterThan(1);
    expect(await isolated("BTCUSDT", "USDT")).toMatchObject({ borrow: "0", interest: "0" });
    await exchange.setIndexPrice(pair, "60000");
  });
});
