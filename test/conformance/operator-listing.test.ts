/** The operator lists a coin, a pair and a contract while the exchange runs; users trade them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2, websocketV3 } from "./support/bitget-api-sockets.ts";
import type { Key } from "./support/conformance-exchange.ts";
import { ExchangeProcess, QUIET_FLAGS } from "./support/exchange-process.ts";

type Row = Readonly<Record<string, unknown>>;

const flags = [...QUIET_FLAGS, "--price-source", "desk"];
const dataDir = mkdtempSync(join(tmpdir(), "bourse-listing-"));
let running = await ExchangeProcess.start(dataDir, { flags });
/** The prices of a source that never falls silent. */
const posting = setInterval(() => {
  const prices = [
    { coin: "ZEC", price: "50" },
    { coin: "USDT", price: "1" },
  ];
  running.admin("PUT", "/price-sources/desk", { prices }).catch(() => undefined);
}, 500);
afterAll(async () => {
  clearInterval(posting);
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

const SPOT = { symbol: "ZECUSDT", category: "spot" } as const;
const PERPETUAL = { symbol: "ZECUSDT", category: "usdt_futures" } as const;
const STEPS = { base: "ZEC", priceStep: "0.01", sizeStep: "0.001" } as const;
const LIMITS = {
  ...{ sizeMin: "0.001", sizeMax: "10000", marketSizeMax: "2500", notionalMin: "1" },
  ...{ buyBand: "0.05", sellBand: "0.04" },
} as const;
const TERMS = { ...STEPS, ...LIMITS };
const PAIR = { ...SPOT, ...TERMS, quote: "USDT", listedFees: { maker: "0.001", taker: "0.002" } };
const CONTRACT = {
  ...{ ...PERPETUAL, ...TERMS, listedFees: { maker: "0.0002", taker: "0.0006" } },
  ...{ leverageMax: 20, fundingIntervalHours: 4 },
};
const POSITION = { productType: "USDT-FUTURES", marginCoin: "USDT" } as const;

const post = (path: string, body: object) => running.adminAnswer<Row>("POST", path, body);
const put = (path: string, body: object) => running.adminAnswer<Row>("PUT", path, body);

async function refusal(method: "POST" | "PUT", path: string, body: object): Promise<Row> {
  const answer = await running.admin(method, path, body);
  const { error } = (await answer.json()) as { error: Row };
  return { status: answer.status, ...error };
}

async function own(path: string): Promise<readonly Row[]> {
  const rows = await running.adminAnswer<Row[]>("GET", path);
  return rows.filter(({ symbol }) => symbol === "ZECUSDT");
}

async function newTrader(...money: readonly (readonly [string, string, string])[]): Promise<Key> {
  const { uid } = await post("/users", { kind: "classic" });
  for (const [wallet, coin, amount] of money) {
    await post(`/users/${uid}/credits`, { wallet, coin, amount });
  }
  return running.adminAnswer<Key>("POST", `/users/${uid}/keys`, {});
}

/** A trade of the pair and one of the contract, at 50. */
async function trade(buyer: Key, seller: Key): Promise<void> {
  for (const [key, side] of [
    [seller, "sell"],
    [buyer, "buy"],
  ] as const) {
    const client = restV2(running.address, key);
    const order = {
      symbol: "ZECUSDT",
      side,
      orderType: "limit",
      force: "gtc",
      price: "50",
    } as const;
    await client.spotSubmitOrder({ ...order, size: "2" });
    await client.futuresSubmitOrder({ ...order, ...POSITION, size: "3", marginMode: "crossed" });
  }
}

/** Everything that clients and the operator see of what was listed, but for times and prices. */
async function seen(buyer: Key) {
  const [anyone, client] = [restV2(running.address), restV2(running.address, buyer)];
  const { symbol } = SPOT;
  const line = { productType: POSITION.productType, symbol } as const;
  const { bills } = await running.adminAnswer<{ bills: Row[] }>("GET", `/users/${buyer.uid}/bills`);
  const volatile = ["indexPrice", "markPrice", "lastPrice"];
  return {
    coin: (await running.adminAnswer<Row[]>("GET", "/coins")).find(({ code }) => code === "ZEC"),
    listed: (await own("/instruments")).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !volatile.includes(name))),
    ),
    guards: (await own("/price-guards")).map(({ markCap, referenceStep }) => [
      markCap,
      referenceStep,
    ]),
    losses: (await own("/loss-limits")).map(({ fundDrawMax, positionFloor }) => [
      fundDrawMax,
      positionFloor,
    ]),
    tiers: (await own("/position-tiers")).map(({ tiers }) => tiers),
    pair: (await anyone.getSpotSymbolInfo({ symbol })).data,
    contract: (await anyone.getFuturesContractConfig(line)).data,
    unifiedPair: (await restV3(running.address).getInstruments({ category: "SPOT", symbol })).data,
    unifiedContract: (
      await restV3(running.address).getInstruments({ category: "USDT-FUTURES", symbol })
    ).data,
    held: (await client.getSpotAccountAssets({ coin: "ZEC" })).data.map(
      ({ available }) => available,
    ),
    positions: (await client.getFuturesPositions(POSITION)).data.map(
      ({ holdSide, openPriceAvg, symbol: of, total }) => [of, holdSide, total, openPriceAvg],
    ),
    fills: (await client.getSpotFills({ symbol })).data.map(({ size, tradeId }) => [tradeId, size]),
    bills: bills.length,
    coins: [...new Set(bills.map(({ coin }) => coin))].filter((coin) => !/^S/.test(String(coin))),
  };
}

let buyer: Key;
let seller: Key;

describe("before it is open", () => {
  it("a coin is listed, once", async () => {
    const coin = { code: "ZEC", decimals: 8 };
    const state = { ...coin, isPractice: false, chains: [], instruments: 0 };
    expect(await post("/coins", coin)).toEqual(state);
    expect(await refusal("POST", "/coins", coin)).toMatchObject({
      status: 409,
      reason: "currency_exists",
    });
    const { acts } = await running.adminAnswer<{ acts: Row[] }>(
      "GET",
      "/acts?command=list_currency",
    );
    expect(acts).toMatchObject([
      { actor: "root", rejection: "currency_exists" },
      { rejection: "" },
    ]);
  });

  it("what is listed is offline, with all its terms and careful limits", async () => {
    const limits = { orderLimits: LIMITS, listedOrderLimits: LIMITS };
    const terms = { ...STEPS, ...limits, status: "offline", settle: "USDT" };
    expect(await post("/instruments", PAIR)).toMatchObject({ ...terms, ...SPOT, leverageMax: 1 });
    expect(await post("/instruments", CONTRACT)).toMatchObject({
      ...{ ...terms, ...PERPETUAL, leverageMin: 1, leverageMax: 20 },
      ...{ listedFees: CONTRACT.listedFees, fees: CONTRACT.listedFees },
      funding: { intervalHours: 4 },
    });
    expect(await own("/loss-limits")).toMatchObject([{ fundDrawMax: "5000" }]);
    expect(await own("/price-guards")).toMatchObject([
      { category: "spot", referenceStep: "0.005" },
      { category: "usdt_futures", markCap: "0.005" },
    ]);
    const { acts } = await running.adminAnswer<{ acts: Row[] }>(
      "GET",
      "/acts?command=prepare_instrument",
    );
    expect(acts).toMatchObject([
      { actor: "root", symbol: "ZECUSDT", category: "usdt_futures" },
      { actor: "root", symbol: "ZECUSDT", category: "spot" },
    ]);
  });

  it("clients see that it is offline, and their orders are refused", async () => {
    buyer = await newTrader(["spot", "USDT", "1000"], ["usdt_futures", "USDT", "1000"]);
    seller = await newTrader(["spot", "ZEC", "10"], ["usdt_futures", "USDT", "1000"]);
    const { pair, contract } = await seen(buyer);
    expect(pair).toMatchObject([{ symbol: "ZECUSDT", status: "offline", pricePrecision: "2" }]);
    expect(contract).toMatchObject([{ symbol: "ZECUSDT", symbolStatus: "off" }]);
    await expect(trade(buyer, seller)).rejects.toMatchObject({ code: 400 });
  });

  it("everything online again does not open it", async () => {
    await put("/instruments/status-of-all", { realm: "live", status: "online" });
    expect(await own("/instruments?status=offline")).toHaveLength(2);
  });
});

describe("once it is open", () => {
  it("two users trade the pair and the contract, and every channel tells it", async () => {
    const v2 = websocketV2(running.address);
    const v3 = websocketV3(running.address);
    const of = (channel: string) => ({ instType: "SPOT", channel, instId: "ZECUSDT" });
    for (const channel of ["ticker", "books", "candle1m"] as const) {
      await v2.client.subscribeTopic("SPOT", channel, "ZECUSDT");
      await subscribed(v2, of(channel));
    }
    const line = { instType: "usdt-futures", topic: "ticker", symbol: "ZECUSDT" } as const;
    await v3.client.subscribe({ topic: "ticker", payload: line }, "v3Public");
    await subscribed(v3, line);
    await eventually("the index of both", async () =>
      (await own("/index-prices")).every(({ price }) => price === "50"),
    );
    for (const name of [SPOT, PERPETUAL]) {
      await put("/instruments/status", { ...name, status: "online" });
    }
    await trade(buyer, seller);
    for (const channel of ["ticker", "candle1m"]) {
      const row = await eventually(channel, () =>
        lastRow(v2.pushes, of(channel), (values) => Object.values(values).includes("50")),
      );
      expect(row).toBeDefined();
    }
    const books = await eventually("the book", () => lastRow(v2.pushes, of("books")));
    expect(books).toBeDefined();
    const ticker = await eventually("the ticker of the contract", () =>
      lastRow(v3.pushes, line, ({ lastPrice }) => lastPrice === "50"),
    );
    expect(ticker).toMatchObject({ symbol: "ZECUSDT", indexPrice: "50" });
    v2.client.closeAll(true);
    v3.client.closeAll(true);
  });

  it("bills, fills, positions and balances show it", async () => {
    const { bills, coins, contract, fills, held, pair, positions } = await eventually(
      "the history of the fills",
      async () => {
        const all = await seen(buyer);
        return all.fills.length > 0 && all.coins.length > 1 ? all : undefined;
      },
    );
    expect(pair).toMatchObject([{ status: "online", takerFeeRate: "0.002" }]);
    expect(contract).toMatchObject([{ symbolStatus: "normal", maxLever: "20" }]);
    expect(held).toEqual(["1.996"]);
    expect(positions).toEqual([["ZECUSDT", "long", "3", "50"]]);
    expect(fills).toHaveLength(1);
    expect(coins.sort()).toEqual(["USDT", "ZEC"]);
    expect(bills).toBeGreaterThan(3);
  });

  it("all of it is the same after kill -9, and after a start from a fresh snapshot", async () => {
    const before = await seen(buyer);
    await running.kill();
    running = await ExchangeProcess.start(dataDir, { flags });
    expect(await seen(buyer)).toEqual(before);
    expect(await running.terminate()).toBe(0);
    running = await ExchangeProcess.start(dataDir, { flags });
    expect(running.logged("ready")).toMatchObject({ commandsReplayed: 0 });
    expect(await seen(buyer)).toEqual(before);
    await eventually("the index is fresh again", async () =>
      (await own("/index-prices")).every(({ isFresh }) => isFresh === true),
    );
    await trade(buyer, seller);
    const { held, positions } = await seen(buyer);
    expect(held).toEqual(["3.992"]);
    expect(positions).toEqual([["ZECUSDT", "long", "6", "50"]]);
    const candles = await eventually("the candles", async () => {
      const { data } = await restV2(running.address).getSpotCandles({
        ...{ symbol: "ZECUSDT", granularity: "1day", limit: "10" },
      });
      return data.length > 0 ? data : undefined;
    });
    expect(candles.at(-1)?.slice(1, 6)).toEqual(["50", "50", "50", "50", "4"]);
    expect(await running.audit()).toMatchObject({ holds: true });
  });
});

describe("refused without any change", () => {
  const contract = { ...CONTRACT, symbol: "BTCUSDTZ30", base: "BTC" };
  it.each([
    ["a coin that is not listed", { ...PAIR, base: "NEW", symbol: "NEWUSDT" }, "no coin NEW"],
    ["a pair without a quote", { ...PAIR, quote: undefined }, "needs a quote coin"],
    ["one that is listed", PAIR, "is listed in spot of the live realm"],
    ["a contract quoted in another coin", { ...contract, quote: "USDC" }, "quoted in USDT"],
    ["another symbol", { ...PAIR, symbol: "ZEC-USDT" }, "in spot is ZECUSDT"],
    ["a pair with a month", { ...PAIR, symbol: "ZECUSDTZ30" }, "in spot is ZECUSDT"],
    ["a practice coin in a pair", { ...PAIR, base: "SBTC", symbol: "SBTCUSDT" }, "no practice"],
    [
      "a real coin among practice coins",
      { ...contract, category: "susdt_futures", symbol: "BTCSUSDT" },
      "have practice coins",
    ],
    [
      "practice in the demo realm",
      { ...contract, category: "susdt_futures", symbol: "SBTCSUSDT", base: "SBTC", realm: "demo" },
      "live realm",
    ],
    ["a coin against itself", { ...PAIR, base: "USDT", symbol: "USDTUSDT" }, "two different coins"],
    ["a step of no digit", { ...contract, priceStep: "0" }, "priceStep is above 0"],
    ["a price finer than dollars", { ...contract, priceStep: "0.000000001" }, "at most 8 decimals"],
    [
      "a size finer than its coin",
      { ...PAIR, realm: "demo", sizeStep: "0.000000001" },
      "at most 8 decimals",
    ],
    ["a pair with a step of 5", { ...PAIR, realm: "demo", priceStep: "0.05" }, "1, 0.1, 0.01"],
    [
      "steps finer than money",
      { ...contract, priceStep: "0.00001", sizeStep: "0.00001" },
      "whole number of the smallest unit of USDT",
    ],
    ["a size off the step", { ...contract, sizeMin: "0.0015" }, "multiples of sizeStep"],
    ["sizes out of order", { ...contract, sizeMin: "3", sizeMax: "2" }, "sizeMin ≤ marketSizeMax"],
    ["a large market order", { ...contract, marketSizeMax: "10001" }, "marketSizeMax ≤ sizeMax"],
    ["a value finer than its coin", { ...contract, notionalMin: "0.000000001" }, "notionalMin"],
    [
      "a maker above the taker",
      { ...contract, listedFees: { maker: "0.1", taker: "0" } },
      "maker ≤ taker",
    ],
    ["no band", { ...contract, buyBand: "0" }, "0 < buyBand"],
    ["a band down to zero", { ...contract, sellBand: "1" }, "sellBand < 1"],
    ["no leverage", { ...contract, leverageMax: undefined }, "needs leverageMax"],
    ["leverage the wrong way", { ...contract, leverageMin: 21 }, "leverageMin ≤ leverageMax"],
    ["too much leverage", { ...contract, leverageMax: 1_001 }, "≤ 1000"],
    ["an odd interval", { ...contract, fundingIntervalHours: 3 }, "1, 2, 4, 8"],
    ["leverage on spot", { ...PAIR, realm: "demo", leverageMax: 5 }, "no leverage"],
    ["more than money holds", { ...contract, sizeMax: "99999999999" }, "range of amounts"],
  ])("%s", async (_, body, words) => {
    const before = await running.adminAnswer<Row[]>("GET", "/instruments");
    const refused = await refusal("POST", "/instruments", body);
    expect(refused["message"]).toContain(words);
    expect([400, 404, 409]).toContain(refused["status"]);
    const after = await running.adminAnswer<Row[]>("GET", "/instruments");
    expect(after.length).toBe(before.length);
  });

  it.each([
    [{ code: "zec", decimals: 8 }, "upper-case"],
    [{ code: "SUNI", decimals: 8 }, "practice coin of UNI"],
    [{ code: "NEW", decimals: 8, isPractice: true }, "begins with S"],
    [{ code: "NEW", decimals: 9 }, "decimals"],
  ])("the coin %o", async (body, words) => {
    const refused = await refusal("POST", "/coins", body);
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(words) });
  });

  it("opening a contract, or a pair of a coin that counts as margin, without a price", async () => {
    await post("/instruments", contract);
    await post("/instruments", { ...PAIR, symbol: "BTCUSD", base: "BTC", quote: "USD" });
    for (const name of [
      { symbol: contract.symbol, category: "usdt_futures" },
      { symbol: "BTCUSD", category: "spot" },
    ]) {
      const refused = await refusal("PUT", "/instruments/status", { ...name, status: "post_only" });
      expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("no index") });
    }
    const deliveryTime = "2030-12-27T08:00:00.000Z";
    const dated = { symbol: contract.symbol, category: "usdt_futures" };
    await put("/deliveries", { ...dated, deliveryTime });
    await put("/index-prices", { ...dated, price: "60000" });
    await put("/instruments/status", { ...dated, status: "online" });
    const rows = await running.adminAnswer<Row[]>("GET", "/instruments?status=online");
    expect(rows).toContainEqual(expect.objectContaining({ ...dated, deliveryTime }));
  });
});
