import { describe, expect, it } from "vitest";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);

describe("ccxt, classic account, wallets", async () => {
  const alice = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });

  it("moves money between wallets and lists the transfers", async () => {
    proves("ccxt.transfer", "POST /api/v2/spot/wallet/transfer");
    proves("ccxt.fetchTransfers", "GET /api/v2/spot/account/transferRecords");
    const spot = await alice.fetchBalance();
    const swap = await alice.fetchBalance({ type: "swap" });
    const moved = await alice.transfer("USDT", 1_250.5, "spot", "swap");
    expect(moved).toMatchObject({ currency: "USDT" });
    await alice.transfer("USDT", 250.5, "swap", "spot");
    const total = (balance: typeof spot) => balance["USDT"]?.total ?? 0;
    expect(total(await alice.fetchBalance())).toBe(total(spot) - 1_000);
    expect(total(await alice.fetchBalance({ type: "swap" }))).toBe(total(swap) + 1_000);
    const [sent] = await alice.fetchTransfers("USDT", undefined, undefined, {
      fromAccount: "spot",
    });
    expect(sent).toMatchObject({
      id: moved.id,
      amount: 1_250.5,
      fromAccount: "spot",
      toAccount: "swap",
      status: "ok",
    });
    const [returned] = await alice.fetchTransfers("USDT", undefined, undefined, {
      fromAccount: "swap",
    });
    expect(returned).toMatchObject({ amount: 250.5, fromAccount: "swap", toAccount: "spot" });
  });

  it("lists what moved the spot wallet", async () => {
    proves("ccxt.fetchLedger", "GET /api/v2/spot/account/bills");
    const bills = await alice.fetchLedger("USDT");
    expect(bills.slice(-2).map(({ type, amount }) => [type, amount])).toEqual([
      ["transfer", 1_250.5],
      ["transfer", 250.5],
    ]);
    expect(bills.at(-1)?.after).toBe((await alice.fetchBalance())["USDT"]?.total);
  });

  it("lists what moved the futures wallet", async () => {
    proves("ccxt.fetchLedger", "GET /api/v2/mix/account/bill");
    const { market } = USDT_PERPETUAL;
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await alice.createOrder(market, "market", "buy", 0.1);
    const bills = await alice.fetchLedger("USDT", undefined, undefined, { symbol: market });
    const [opening] = bills.slice(-1);
    expect(opening).toMatchObject({
      currency: "USDT",
      type: "trade",
      amount: 0,
      fee: { currency: "USDT", cost: 3.6 },
      after: (await alice.fetchBalance({ type: "swap" }))["USDT"]?.total,
    });
  });

  it("knows the fees of one market and of all", async () => {
    proves("ccxt.fetchTradingFee", "GET /api/v2/common/trade-rate");
    proves("ccxt.fetchTradingFees", "GET /api/v2/spot/public/symbols");
    const spot = { maker: 0.001, taker: 0.001 };
    const futures = { maker: 0.0002, taker: 0.0006 };
    expect(await alice.fetchTradingFee("BTC/USDT")).toMatchObject(spot);
    expect(await alice.fetchTradingFee("BTC/USDT:USDT")).toMatchObject(futures);
    expect((await alice.fetchTradingFees())["ETH/USDT"]).toMatchObject(spot);
  });

  it("has a balance in every kind of futures wallet", async () => {
    proves("ccxt.fetchBalance", "GET /api/v2/mix/account/accounts");
    const of = async (productType: string) => alice.fetchBalance({ type: "swap", productType });
    expect((await of("USDC-FUTURES"))["USDC"]).toEqual({ free: 1e6, used: 0, total: 1e6 });
    expect((await of("COIN-FUTURES"))["BTC"]).toEqual({ free: 20, used: 0, total: 20 });
    expect((await of("COIN-FUTURES"))["ETH"]).toEqual({ free: 400, used: 0, total: 400 });
    expect((await of("SUSDT-FUTURES"))["SUSDT"]).toEqual({ free: 1e6, used: 0, total: 1e6 });
  });
});

describe("ccxt, unified account, wallets", async () => {
  const alice = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

  it("moves money to the funding wallet and back", async () => {
    proves("ccxt.transfer", "POST /api/v3/account/transfer");
    proves("ccxt.fetchBalance", "GET /api/v3/account/funding-assets");
    const funding = async () => (await alice.fetchBalance({ type: "funding" }))["USDT"]?.total ?? 0;
    const before = await funding();
    await alice.transfer("USDT", 1_250.5, "uta", "spot");
    expect(await funding()).toBe(before + 1_250.5);
    await alice.transfer("USDT", 250.5, "spot", "uta");
    expect(await funding()).toBe(before + 1_000);
  });

  it("lists what moved the account", async () => {
    proves("ccxt.fetchLedger", "GET /api/v3/account/financial-records");
    proves("ccxt.fetchLedger", "GET /api/v3/account/funding-financial-records");
    const { market } = USDT_PERPETUAL;
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await alice.createOrder(market, "market", "buy", 0.1);
    const bills = await alice.fetchLedger("USDT", undefined, undefined, { symbol: market });
    expect(bills.some(({ fee, amount }) => fee?.cost === 3.6 || amount === 3.6)).toBe(true);
    const funding = await alice.fetchLedger("USDT", undefined, undefined, { type: "funding" });
    expect(funding.slice(-2).map(({ amount }) => amount)).toEqual([1_250.5, 250.5]);
  });

  it("knows the fees of one market and of all", async () => {
    proves("ccxt.fetchTradingFee", "GET /api/v3/account/fee-rate");
    proves("ccxt.fetchTradingFees", "GET /api/v3/account/all-fee-rate");
    const spot = { maker: 0.001, taker: 0.001 };
    const futures = { maker: 0.0002, taker: 0.0006 };
    expect(await alice.fetchTradingFee("BTC/USDT")).toMatchObject(spot);
    expect(await alice.fetchTradingFee("BTC/USDT:USDT")).toMatchObject(futures);
    expect((await alice.fetchTradingFees())["ETH/USDT"]).toMatchObject(spot);
  });
});
