import { describe, expect, it } from "vitest";
import { signedHeaders } from "../support/signed-headers.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const BITCOIN = { realm: "live", category: "spot", symbol: "BTCUSDT" } as const;

type Row = Readonly<Record<string, unknown>>;
type Answer = { readonly code: string; readonly data: Readonly<Record<string, string>> | null };

const exchange = await openExchange();

/** A fresh index price of Bitcoin: those that the exchange opened with grow old. */
async function refresh(price = "50000"): Promise<void> {
  await exchange.setIndexPrice(BITCOIN, price);
}

/** Inventory of a coin in the live realm. */
async function inventory(coin: string): Promise<number> {
  const rows = await exchange.admin<Row[]>("GET", "/conversion-terms");
  const row = rows.find((one) => one["realm"] === "live" && one["coin"] === coin);
  return Number(row?.["inventory"]);
}

/** Requests a path with a signature of its own for each key. */
function signed(key: Key, method: "GET" | "POST", path: string, body?: object) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = signedHeaders(key, { method, path, body: text });
  const sent = body === undefined ? {} : { body: text };
  return async (): Promise<Answer> => {
    const response = await fetch(`${exchange.baseUrl}${path}`, { method, headers, ...sent });
    return (await response.json()) as Answer;
  };
}

function quoted(key: Key, query: string): Promise<Answer> {
  return signed(key, "GET", `/api/v2/convert/quoted-price?${query}`)();
}

function accepted(key: Key, quote: object): Promise<Answer> {
  return signed(key, "POST", "/api/v2/convert/trade", quote)();
}

async function classicUser(amount = "1"): Promise<Key> {
  return exchange.newUser({ kind: "classic" }, { wallet: "spot", coin: "BTC", amount });
}

describe("ccxt", async () => {
  const alice = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });

  it("converts at a quoted price, and lists the conversion and its bills", async () => {
    proves("ccxt.fetchConvertCurrencies", "GET /api/v2/convert/currencies");
    proves("ccxt.fetchConvertQuote", "GET /api/v2/convert/quoted-price");
    proves("ccxt.createConvertTrade", "POST /api/v2/convert/trade");
    proves("ccxt.fetchConvertTradeHistory", "GET /api/v2/convert/convert-record");
    const coins = await alice.fetchConvertCurrencies();
    expect(coins["BTC"]).toMatchObject({ limits: { amount: { min: 0.00001, max: 2 } } });
    await refresh();
    const before = await alice.fetchBalance({ type: "spot" });
    const held = await inventory("BTC");
    const quote = await alice.fetchConvertQuote("BTC", "USDT", 0.5);
    // 50,000 less 0.1 %.
    expect(quote).toMatchObject({ fromCurrency: "BTC", fromAmount: 0.5, toCurrency: "USDT" });
    expect(quote).toMatchObject({ toAmount: 24_975, price: 49_950, fee: 0 });
    const terms = { price: String(quote.price), toAmount: String(quote.toAmount) };
    const id = String(quote.id);
    const done = await alice.createConvertTrade(id, "BTC", "USDT", 0.5, terms);
    expect(done).toMatchObject({ toCurrency: "USDT", toAmount: 24_975, price: 49_950 });
    const after = await alice.fetchBalance({ type: "spot" });
    const change = (coin: string) => (after[coin]?.total ?? 0) - (before[coin]?.total ?? 0);
    expect([change("BTC"), change("USDT")]).toEqual([-0.5, 24_975]);
    expect(await inventory("BTC")).toBeCloseTo(held + 0.5, 8);
    const [record] = await alice.fetchConvertTradeHistory();
    expect(record).toMatchObject({ fromCurrency: "BTC", fromAmount: 0.5, toAmount: 24_975 });
    const [bill] = (await alice.fetchLedger("BTC")).slice(-1);
    expect(bill).toMatchObject({ amount: 0.5, after: after["BTC"]?.total });
    expect(bill?.info).toMatchObject({ groupType: "convert", businessType: "convert_out" });
    // The quotation was used: the same request once more converts nothing.
    await expect(alice.createConvertTrade(id, "BTC", "USDT", 0.5, terms)).rejects.toThrow("12021");
    expect(await inventory("BTC")).toBeCloseTo(held + 0.5, 8);
  });

  it("converts an amount to receive, and is refused what cannot be converted", async () => {
    await refresh();
    const quote = await alice.fetchConvertQuote("USDT", "BTC", undefined, { toCoinSize: "0.1" });
    expect(quote).toMatchObject({ fromCurrency: "USDT", toCurrency: "BTC", toAmount: 0.1 });
    // 5,000 dollars and the spread, rounded up.
    expect(quote.fromAmount).toBeCloseTo(5_000 / 0.999, 2);
    await expect(alice.fetchConvertQuote("BTC", "USDT", 3)).rejects.toThrow("12007");
    await expect(alice.fetchConvertQuote("BTC", "USDT", 0.000001)).rejects.toThrow("12006");
    await expect(alice.fetchConvertQuote("BTC", "BTC", 1)).rejects.toThrow("43131");
  });
});

describe("RestClientV2 and RestClientV3", () => {
  it("convert on a classic account", async () => {
    proves("RestClientV2.getConvertCoins", "GET /api/v2/convert/currencies");
    proves("RestClientV2.getConvertQuotedPrice", "GET /api/v2/convert/quoted-price");
    proves("RestClientV2.convert", "POST /api/v2/convert/trade");
    proves("RestClientV2.getConvertHistory", "GET /api/v2/convert/convert-record");
    const bob = restV2(exchange, await classicUser());
    await refresh();
    const coins = (await bob.getConvertCoins()).data;
    expect(coins.find(({ coin }) => coin === "BTC")).toEqual({
      ...{ coin: "BTC", available: "1", maxAmount: "2", minAmount: "0.00001" },
    });
    const { data } = await bob.getConvertQuotedPrice({
      ...{ fromCoin: "BTC", toCoin: "USDT", fromCoinSize: "0.2" },
    });
    const { fee: _, ...quote } = data;
    const done = await bob.convert(quote as unknown as Parameters<typeof bob.convert>[0]);
    expect(done.data).toMatchObject({ toCoin: "USDT", toCoinSize: "9990", cnvtPrice: "49950" });
    const now = Date.now();
    const window = { startTime: String(now - 60_000), endTime: String(now + 1_000) };
    const records = (await bob.getConvertHistory({ ...window, limit: "1" })).data;
    expect(records.dataList).toMatchObject([
      { fromCoin: "BTC", fromCoinSize: "0.2", toCoin: "USDT", toCoinSize: "9990", fee: "0" },
    ]);
    const older = { ...window, idLessThan: records.endId };
    expect((await bob.getConvertHistory(older)).data.dataList).toEqual([]);
  });

  it("convert and list conversions on a unified account", async () => {
    proves("RestClientV3.getConvertRecords", "GET /api/v3/account/convert-records");
    const user = exchange.firstUser("unified");
    const una = restV2(exchange, user);
    await refresh();
    const { data } = await una.getConvertQuotedPrice({
      ...{ fromCoin: "BTC", toCoin: "USDT", fromCoinSize: "0.1" },
    });
    const { fee: _, ...quote } = data;
    await una.convert(quote as unknown as Parameters<typeof una.convert>[0]);
    const rest = restV3(exchange, user);
    const { data: records } = await rest.getConvertRecords({ fromCoin: "BTC", toCoin: "USDT" });
    expect(records.list).toMatchObject([
      { fromCoin: "BTC", fromCoinSize: "0.1", toCoin: "USDT", toCoinSize: "4995", price: "49950" },
    ]);
    for (const filter of [{}, { fromCoin: "BTC" }, { toCoin: "USDT" }]) {
      expect((await rest.getConvertRecords(filter)).data.list).toEqual(records.list);
    }
    for (const filter of [{ fromCoin: "ETH", toCoin: "USDT" }, { fromCoin: "USDT" }]) {
      expect((await rest.getConvertRecords(filter)).data.list).toEqual([]);
    }
    const unknown = rest.getConvertRecords({ toCoin: "NOPE" });
    await expect(unknown).rejects.toMatchObject({ body: { code: "25201" } });
    const bills = await rest.getFinancialRecords({
      ...{ category: "OTHER", type: "CONVERT_TRANSFER_OUT" },
    } as unknown as Parameters<typeof rest.getFinancialRecords>[0]);
    expect(bills.data.list).toMatchObject([{ coin: "BTC", amount: "-0.1" }]);
  });
});

describe("a quotation", () => {
  const SALE = "fromCoin=BTC&toCoin=USDT&fromCoinSize=0.1";

  it("is executed once when the same signed request arrives a hundred times at once", async () => {
    const key = await classicUser();
    await refresh();
    const { data: quote } = await quoted(key, SALE);
    const send = signed(key, "POST", "/api/v2/convert/trade", { ...quote });
    const answers = await Promise.all(Array.from({ length: 100 }, () => send()));
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual(["00000", ...Array.from({ length: 99 }, () => "12021")]);
    const assets = await signed(key, "GET", "/api/v2/spot/account/assets?coin=BTC")();
    expect(assets.data).toMatchObject([{ available: "0.9" }]);
  });

  it("of another user is refused as one that does not exist", async () => {
    const [alice, mallory] = [await classicUser(), await classicUser()];
    await refresh();
    const { data: quote } = await quoted(alice, SALE);
    const foreign = await accepted(mallory, { ...quote });
    const unknown = await accepted(mallory, { ...quote, traceId: "1000000000000000001" });
    expect(foreign.code).toBe("12021");
    expect({ ...foreign, requestTime: 0 }).toEqual({ ...unknown, requestTime: 0 });
    expect((await accepted(alice, { ...quote })).code).toBe("00000");
  });

  it("is refused when one of its numbers was changed, or the market moved against it", async () => {
    const key = await classicUser();
    await refresh();
    const { data: quote } = await quoted(key, SALE);
    for (const change of [
      { toCoinSize: "4996" },
      { fromCoinSize: "0.09" },
      { cnvtPrice: "49951" },
      { cnvtPrice: "49950.12345678901234567" },
      { toCoin: "USDC" },
    ]) {
      expect((await accepted(key, { ...quote, ...change })).code).toBe("12022");
    }
    await refresh("49900");
    expect((await accepted(key, { ...quote })).code).toBe("12018");
    await refresh("49960");
    expect((await accepted(key, { ...quote, cnvtPrice: "49950.00" })).code).toBe("00000");
    await refresh();
  });

  it("needs one amount, in the decimals of its coin", async () => {
    const key = await classicUser();
    const pair = "fromCoin=BTC&toCoin=USDT";
    expect((await quoted(key, pair)).code).toBe("40913");
    expect((await quoted(key, `${SALE}&toCoinSize=1`)).code).toBe("40020");
    expect((await quoted(key, `${pair}&fromCoinSize=0.123456789`)).code).toBe("40020");
    expect((await quoted(key, `${pair}&fromCoinSize=0`)).code).toBe("40020");
    expect((await quoted(key, "fromCoin=XYZ&toCoin=USDT&fromCoinSize=1")).code).toBe("43131");
  });
});

describe("the operator", () => {
  it("sets terms and rules, sees the inventory, and withdraws a coin", async () => {
    const named = { realm: "demo", coin: "SOL" } as const;
    const listed = async () =>
      (await exchange.admin<Row[]>("GET", "/conversion-terms")).find(
        ({ coin, realm }) => realm === named.realm && coin === named.coin,
      );
    expect(await listed()).toMatchObject({ amountMax: "600", spread: "0.0005", inventory: "6000" });
    await exchange.admin("PUT", "/conversion-terms", { ...named, spread: "0.002" });
    expect(await listed()).toMatchObject({ amountMax: "600", spread: "0.002", netMax: "3000" });
    const gift = { realm: "demo", fund: "conversion", coin: "SOL", amount: "10" };
    await exchange.admin("POST", "/endowments", gift);
    expect(await listed()).toMatchObject({ inventory: "6010", net: "0" });
    await exchange.admin("PUT", "/conversion-terms", { ...named, amountMax: "0" });
    expect(await listed()).toMatchObject({ amountMax: "0", inventory: "6010" });
    await exchange.admin("PUT", "/conversion-rules", { realm: "demo", quotesMax: 7 });
    const [, rules] = await exchange.admin<Row[]>("GET", "/conversion-rules");
    expect(rules).toMatchObject({ realm: "demo", quotesMax: 7, accountDayUsdMax: 1_000_000 });
    const wide = { ...named, amountMax: "600", spread: "0.3" };
    await expect(exchange.admin("PUT", "/conversion-terms", wide)).rejects.toThrow(
      /conversion_terms_out_of_bounds/,
    );
  });
});
