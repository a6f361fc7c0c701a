import { describe, expect, it } from "vitest";
import { datedContracts } from "../../src/main/founding/dated-contracts.ts";
import { TRADED_COINS } from "../../src/main/founding/traded-coins.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();

const CODES = TRADED_COINS.map(({ base }) => base);
const SPOT = [...CODES.map((code) => `${code}/USDT`), "BTC/USDC", "ETH/USDC", "SOL/USDC"];
const PERPETUALS = [
  ...CODES.map((code) => `${code}/USDT:USDT`),
  ...["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB"].map((code) => `${code}/USDC:USDC`),
  ...["BTC/USD:BTC", "ETH/USD:ETH", "SOL/USD:SOL"],
];
/** The quarterly contract is delivered on this day. */
const DELIVERY_MS = datedContracts(Date.now())[0]?.deliveryAtMs ?? 0;
const DELIVERY_DAY = new Date(DELIVERY_MS).toISOString().slice(2, 10).replaceAll("-", "");
const DATED = `BTC/USD:BTC-${DELIVERY_DAY}`;
const PRACTICE = [
  `SBTC/SUSD:SBTC-${DELIVERY_DAY}`,
  "SBTC/SUSDT:SUSDT",
  "SETH/SUSDT:SUSDT",
  "SBTC/SUSDC:SUSDC",
  "SETH/SUSDC:SUSDC",
  "SBTC/SUSD:SBTC",
  "SETH/SUSD:SETH",
];

/** A quarterly contract, margined in coin. */
const BTC_DATED = {
  type: "future",
  active: true,
  linear: false,
  inverse: true,
  settle: "BTC",
  expiry: DELIVERY_MS,
};
const BTC_SPOT = {
  id: "BTCUSDT",
  type: "spot",
  active: true,
  taker: 0.001,
  maker: 0.001,
  precision: { amount: 0.000001, price: 0.01 },
  limits: { amount: { min: 0.000001, max: 1200 }, cost: { min: 1 } },
};
const BTC_LINEAR = {
  id: "BTCUSDT",
  type: "swap",
  active: true,
  linear: true,
  inverse: false,
  settle: "USDT",
  contractSize: 1,
  taker: 0.0006,
  maker: 0.0002,
  precision: { amount: 0.0001, price: 0.1 },
  limits: { amount: { min: 0.0001 }, cost: { min: 5 }, leverage: { min: 1, max: 125 } },
};
const BTC_INVERSE = {
  id: "BTCUSD",
  linear: false,
  inverse: true,
  settle: "BTC",
  contractSize: 1,
  precision: { amount: 0.001, price: 0.1 },
  limits: { amount: { min: 0.001 }, leverage: { min: 1, max: 125 } },
};

describe.each([
  ["without a key", undefined, undefined],
  ["on a classic account by choice", "classic", false],
  ["on a classic account it found out", "classic", undefined],
] as const)("ccxt's markets %s", (_title, name, uta) => {
  it("are those of v2, with their terms", async () => {
    proves(
      "ccxt.loadMarkets",
      "GET /api/v2/spot/public/coins",
      "GET /api/v2/spot/public/symbols",
      "GET /api/v2/margin/currencies",
      "GET /api/v2/mix/market/contracts",
    );
    const client = await plainClient(
      exchange,
      name === undefined ? undefined : exchange.firstUser(name),
      uta === undefined ? {} : { uta },
    );
    expect(Object.keys(client.markets ?? {}).sort()).toEqual(
      [...SPOT, ...PERPETUALS, DATED, ...PRACTICE].sort(),
    );
    expect(client.market("BTC/USDT")).toMatchObject(BTC_SPOT);
    expect(client.market("BTC/USDT:USDT")).toMatchObject(BTC_LINEAR);
    expect(client.market("BTC/USD:BTC")).toMatchObject(BTC_INVERSE);
    expect(client.market(DATED)).toMatchObject(BTC_DATED);
    expect(client.options["uta"] ?? false).toBe(false);
  });
});

describe.each([
  ["by choice", true],
  ["it found out", undefined],
] as const)("ccxt's markets on a unified account %s", (_title, uta) => {
  it("are those of v3, with the same terms", async () => {
    proves("ccxt.loadMarkets", "GET /api/v3/market/instruments");
    const key = exchange.firstUser("unified");
    const client = await plainClient(exchange, key, uta === undefined ? {} : { uta });
    expect(Object.keys(client.markets ?? {}).sort()).toEqual(
      [...SPOT, ...PERPETUALS, DATED].sort(),
    );
    expect(client.market("BTC/USDT")).toMatchObject(BTC_SPOT);
    expect(client.market("BTC/USDT:USDT")).toMatchObject(BTC_LINEAR);
    expect(client.market("BTC/USD:BTC")).toMatchObject(BTC_INVERSE);
    expect(client.market(DATED)).toMatchObject(BTC_DATED);
    expect(client.options["uta"]).toBe(true);
  });

  it("asks for the account's settings to find out", async () => {
    proves("ccxt.loadMarkets", "GET /api/v3/account/settings");
    const client = await plainClient(exchange, exchange.firstUser("unified"));
    expect(client.options["uta"]).toBe(true);
  });
});

describe("ccxt's currencies and clock", () => {
  it("has all coins", async () => {
    proves("ccxt.fetchCurrencies", "GET /api/v2/spot/public/coins");
    const client = await plainClient(exchange, undefined);
    const currencies = await client.fetchCurrencies();
    expect(Object.keys(currencies)).toEqual(
      expect.arrayContaining(["BTC", "ETH", "SOL", "XRP", "DOGE", "USDT", "USDC"]),
    );
  });

  it("tells the server's time", async () => {
    proves("ccxt.fetchTime", "GET /api/v2/public/time");
    const client = await plainClient(exchange, undefined);
    const beforeMs = Date.now();
    const timeMs = (await client.fetchTime()) ?? 0;
    // Exchange time follows the wall clock gradually, so it may stand a few milliseconds beside it.
    const slackMs = 1000;
    expect(timeMs).toBeGreaterThanOrEqual(beforeMs - slackMs);
    expect(timeMs).toBeLessThanOrEqual(Date.now() + slackMs);
  });
});
