/** Borrowing in an advanced unified account, with the SDK and with ccxt. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV3 } from "./support/bitget-api-sockets.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT";
const PAIR = { category: "MARGIN", symbol: "BTCUSDT" } as const;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);

/** A new advanced user with 30,000 USDT in the unified account. */
function borrower(name: string): Promise<Key> {
  const money = { wallet: "unified", coin: "USDT", amount: "30000" } as const;
  return exchange.newUser({ kind: "unified", name }, money);
}

describe("RestClientV3, borrowing", () => {
  it("borrows by an order of category MARGIN, and repays with another coin", async () => {
    proves("RestClientV3.submitNewOrder", "POST /api/v3/trade/place-order");
    proves("RestClientV3.getRepayableCoins", "GET /api/v3/account/repayable-coins");
    proves("RestClientV3.getPaymentCoins", "GET /api/v3/account/payment-coins");
    proves("RestClientV3.submitRepay", "POST /api/v3/account/repay");
    proves("RestClientV3.getLoanData", "GET /api/v3/trade/loan-data");
    proves("RestClientV3.getMaxOpenAvailable", "POST /api/v3/account/max-open-available");
    const key = await borrower("rest");
    const alice = restV3(exchange, key);
    const watch = websocketV3(exchange, key);
    await watch.client.subscribe({ topic: "account", payload: { instType: "UTA" } }, "v3Private");
    await subscribed(watch, { instType: "UTA", topic: "account" });
    const order = { ...PAIR, side: "buy", orderType: "limit", price: "60000" } as const;
    const { data: most } = await alice.getMaxOpenAvailable(order);
    expect(most).toMatchObject({ available: "30000" });
    expect(Number(most.maxOpen)).toBeGreaterThan(60_000);
    await bob.spot("BTCUSDT", { side: "sell", size: "1", price: "60000" });
    await alice.submitNewOrder({ ...order, qty: "1", timeInForce: "ioc" });
    const owing = expect.objectContaining({ coin: "USDT", borrow: "30000", debts: "0" });
    await eventually("the push of the debt", () => {
      const account = lastRow(watch.pushes, { topic: "account" });
      expect(account?.["coin"]).toContainEqual(owing);
      return true;
    });
    const { data: owed } = await alice.getRepayableCoins();
    expect(owed).toMatchObject({ repayableCoinList: [{ coin: "USDT", size: "30000" }] });
    const { data: paying } = await alice.getPaymentCoins();
    expect(paying.paymentCoinList).toMatchObject([{ coin: "BTC" }]);
    const { data: loans } = await alice.getLoanData();
    expect(loans.debtCoinList).toMatchObject([{ coin: "USDT", debt: "30000" }]);
    const { data: repaid } = await alice.submitRepay({
      repayableCoinList: ["USDT"],
      paymentCoinList: ["BTC"],
    });
    expect(repaid).toMatchObject({ result: "YES" });
    expect((await alice.getRepayableCoins()).data.repayableCoinList).toEqual([]);
    await eventually("the records", async () => {
      const records = await alice.getFinancialRecords({ category: "MARGIN", limit: "100" });
      expect(records.data.list.map(({ type }) => type)).toEqual([
        ...["REPAYMENT", "EXCHANGE_TARGET_TOKEN_USER_IN", "EXCHANGE_SOURCE_TOKEN_USER_OUT"],
        ...["BORROW", "ORDER_DEALT_FROZEN_OUT", "ORDER_DEALT_IN"],
      ]);
      return true;
    });
    watch.client.closeAll();
  });

  it("moves out on credit as much as it is told, and is repaid by what comes back", async () => {
    proves("RestClientV3.getMaxTransferable", "GET /api/v3/account/max-transferable");
    proves("RestClientV3.submitTransfer", "POST /api/v3/account/transfer");
    const alice = restV3(exchange, await borrower("credit"));
    const { data: most } = await alice.getMaxTransferable({ coin: "BTC" });
    expect(most.maxTransfer).toBe("0");
    const amount = most.borrowMaxTransfer;
    const out = { fromType: "uta", toType: "spot", coin: "BTC", amount } as const;
    await expect(alice.submitTransfer(out)).rejects.toMatchObject({ body: { code: "43117" } });
    await alice.submitTransfer({ ...out, allowBorrow: "yes" });
    expect((await alice.getFundingAssets({ coin: "BTC" })).data).toMatchObject([
      { coin: "BTC", balance: amount },
    ]);
    const { data: owed } = await alice.getRepayableCoins();
    expect(owed).toMatchObject({ repayableCoinList: [{ coin: "BTC", size: amount }] });
    await eventually("the record of the debt", async () => {
      const query = { category: "MARGIN", type: "BORROW", coin: "BTC" } as const;
      expect((await alice.getFinancialRecords(query)).data.list).toMatchObject([{ amount }]);
      return true;
    });
    await alice.submitTransfer({ ...out, fromType: "spot", toType: "uta" });
    expect((await alice.getRepayableCoins()).data.repayableCoinList).toEqual([]);
  });

  it("moves to a sub-account on credit, and back", async () => {
    proves("RestClientV3.subAccountTransfer", "POST /api/v3/account/sub-transfer");
    const key = await borrower("family");
    const alice = restV3(exchange, key);
    const { userId: mainId } = (await alice.getAccountInfo()).data;
    const { uid: subId } = await exchange.admin<{ uid: string }>("POST", "/users", {
      ...{ kind: "unified", realm: "live", name: "family-1", parentUid: mainId },
    });
    const move = { fromType: "uta", toType: "uta", coin: "BTC", amount: "0.2" } as const;
    const { data: moved } = await alice.subAccountTransfer({
      ...{ ...move, fromUserId: mainId, toUserId: subId, clientOid: "out", allowBorrow: "yes" },
    });
    expect(moved).toMatchObject({ clientOid: "out" });
    const { data: owed } = await alice.getRepayableCoins();
    expect(owed).toMatchObject({ repayableCoinList: [{ coin: "BTC", size: "0.2" }] });
    const back = { ...move, fromUserId: subId, toUserId: mainId, clientOid: "back" };
    await alice.subAccountTransfer(back);
    expect((await alice.getRepayableCoins()).data.repayableCoinList).toEqual([]);
  });

  it("sets the leverage of a coin, and reads terms and tiers", async () => {
    proves("RestClientV3.setLeverage", "POST /api/v3/account/set-leverage");
    proves("RestClientV3.getMarginLoans", "GET /api/v3/market/margin-loans");
    proves("RestClientV3.getPositionTier", "GET /api/v3/market/position-tier");
    const alice = restV3(exchange, await borrower("leverage"));
    await alice.setLeverage({ category: "MARGIN", coin: "BTC", leverage: "2" });
    const { data: settings } = await alice.getAccountSettings();
    expect(settings.coinConfigList).toContainEqual({ coin: "BTC", leverage: "2" });
    const { data: loans } = await alice.getMarginLoans({ coin: "BTC" });
    expect(loans).toMatchObject({ dailyInterest: "0.00005", limit: "40" });
    const [own] = (await alice.getEligibleLoanInfo({ coin: "BTC" })).data;
    const { masterSubLimit, platformRemaingQuota } = own ?? {};
    expect(Number(platformRemaingQuota)).toBeGreaterThan(0);
    expect(loans).toMatchObject({ masterSubLimit, platformRemaingQuota });
    const { data: tiers } = await alice.getPositionTier({ category: "MARGIN", coin: "BTC" });
    expect(tiers).toMatchObject([{ tier: "1", leverage: "3", maxTierValue: "2" }, {}, {}]);
    const pair = { category: "MARGIN", symbol: "BTCUSDT" } as const;
    const ofPair = tiers.map((tier) => ({ ...tier, symbol: "BTCUSDT" }));
    expect((await alice.getPositionTier(pair)).data).toEqual(ofPair);
    const other = { ...pair, coin: "USDT" };
    expect((await alice.getPositionTier(other)).data).not.toEqual(tiers);
  });
});

describe("ccxt, borrowing", () => {
  it("reads the tiers of loans by the pair", async () => {
    proves("ccxt.fetchMarketLeverageTiers", "GET /api/v3/market/position-tier");
    const alice = await plainClient(exchange, await borrower("tiers"), { uta: true });
    const tiers = await alice.fetchMarketLeverageTiers("BTC/USDT");
    expect(tiers.map(({ tier }) => tier)).toEqual([1, 2, 3]);
    const first = { symbol: "BTC/USDT", currency: "BTC", minNotional: 0, maxNotional: 2 };
    expect(tiers[0]).toMatchObject({ ...first, maxLeverage: 3 });
  });

  it("sells short on margin, and sees the debt, the order and the fill", async () => {
    proves("ccxt.createOrder", "POST /api/v3/trade/place-order");
    proves("ccxt.fetchOpenOrders", "GET /api/v3/trade/unfilled-orders");
    proves("ccxt.fetchMyTrades", "GET /api/v3/trade/fills");
    proves("ccxt.fetchBalance", "GET /api/v3/account/assets");
    const alice = await plainClient(exchange, await borrower("ccxt"), { uta: true });
    const margin = { marginMode: "cross" };
    await bob.spot("BTCUSDT", { side: "buy", size: "0.1", price: "60000" });
    const sold = await alice.createOrder(BTC, "limit", "sell", 0.3, 60_000, margin);
    expect(await alice.fetchOpenOrders(BTC, undefined, undefined, margin)).toMatchObject([
      { id: idOf(sold), side: "sell", filled: 0.1, remaining: 0.2 },
    ]);
    expect((await alice.fetchBalance())["BTC"]).toMatchObject({ debt: 0.1 });
    await eventually("the fill", async () => {
      const trades = await alice.fetchMyTrades(BTC, undefined, undefined, margin);
      expect(trades).toMatchObject([{ order: idOf(sold), amount: 0.1, side: "sell" }]);
      return true;
    });
    await alice.cancelAllOrders(BTC, margin);
    expect(await alice.fetchOpenOrders(BTC, undefined, undefined, margin)).toEqual([]);
  });

  it("reads what borrowing costs", async () => {
    proves("ccxt.fetchCrossBorrowRate", "GET /api/v3/market/margin-loans");
    const alice = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });
    expect(await alice.fetchCrossBorrowRate("USDT")).toMatchObject({ rate: 0.0002 });
  });
});
