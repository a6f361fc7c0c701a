/** Specification, Futures: Get Contract Config, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  MAYBE,
  MAYBE_NUMBER,
  NUMBER,
  type Resource,
  TEXT,
  testFields,
} from "./support/field-tests.ts";
import { names, optional, required, testParameters, words } from "./support/parameter-tests.ts";
import { PRODUCT_TYPES } from "./support/product-types.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const PATH = "/api/v2/mix/market/contracts";
/** A time that is not set is empty or -1. */
const MAYBE_TIME = /^(\d{13}|-1)?$/;
const PLACES = /^\d{1,2}$/;

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let contracts: readonly Resource[] = [];

beforeAll(async () => {
  const listed: Resource[] = [];
  for (const productType of PRODUCT_TYPES) {
    listed.push(...(await calls.rows(PATH, { productType }, undefined)));
  }
  contracts = listed;
});

testParameters(exchange, {
  method: "GET",
  table: "Get Contract Config",
  path: PATH,
  valid: () => ({ productType: "USDT-FUTURES" }),
  parameters: {
    productType: required(
      words(...PRODUCT_TYPES, ...PRODUCT_TYPES.map((type) => type.toLowerCase())),
    ),
    symbol: optional(names("40072", "BTCUSDT")),
  },
});

testFields("a contract config", () => contracts, {
  baseCoin: TEXT,
  quoteCoin: TEXT,
  symbol: TEXT,
  symbolStatus: ["normal"],
  symbolType: ["perpetual", "delivery"],
  supportMarginCoins: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((coin) => typeof coin === "string"),
  buyLimitPriceRatio: NUMBER,
  sellLimitPriceRatio: NUMBER,
  feeRateUpRatio: NUMBER,
  openCostUpRatio: NUMBER,
  makerFeeRate: NUMBER,
  takerFeeRate: NUMBER,
  minTradeNum: NUMBER,
  sizeMultiplier: NUMBER,
  pricePlace: PLACES,
  priceEndStep: NUMBER,
  volumePlace: PLACES,
  limitOpenTime: MAYBE_TIME,
  offTime: MAYBE_TIME,
  maintainTime: MAYBE,
  deliveryTime: MAYBE_TIME,
  deliveryStartTime: MAYBE_TIME,
  launchTime: MAYBE_TIME,
  fundInterval: NUMBER,
  minLever: NUMBER,
  maxLever: NUMBER,
  posLimit: MAYBE_NUMBER,
});

describe("Get Contract Config", () => {
  it(row("Contract config", "empty fields", "no limit on opening and no end are -1"), () => {
    const unlimited = contracts.filter((row) => row["symbolType"] === "perpetual");
    expect(unlimited.length).toBeGreaterThan(0);
    for (const row of unlimited) {
      expect([row["symbol"], row["limitOpenTime"], row["offTime"]]).toEqual([
        row["symbol"],
        "-1",
        "-1",
      ]);
    }
  });

  it.each(PRODUCT_TYPES)(
    row("Get Contract Config", "productType", "%s lists its contracts alone"),
    async (productType) => {
      const symbols = (await calls.rows(PATH, { productType }, undefined)).map(
        ({ symbol }) => symbol,
      );
      const others = await Promise.all(
        PRODUCT_TYPES.filter((other) => other !== productType).map((other) =>
          calls.rows(PATH, { productType: other }, undefined),
        ),
      );
      const elsewhere = new Set(others.flat().map(({ symbol }) => symbol));
      expect(symbols.filter((symbol) => elsewhere.has(symbol))).toEqual([]);
    },
  );

  it(row("Contract config", "empty fields", "an unset time is empty"), () => {
    const unset = contracts.filter((contract) => contract["maintainTime"] === "");
    expect(unset.length).toBeGreaterThan(0);
  });

  it(row("Get Contract Config", "headers", "are not needed"), async () => {
    expect(contracts.length).toBeGreaterThan(0);
    const answer = await exchange().get(PATH, { productType: "susdt-futures" });
    expect(answer).toMatchObject({ status: 200, code: "00000" });
  });

  it(
    row("Authentication", "demo symbols", "SBTCSUSDT is a contract of the demo line"),
    async () => {
      const listed = await calls.rows(PATH, { productType: "susdt-futures" }, undefined);
      expect(listed).toMatchObject([
        {
          symbol: "SBTCSUSDT",
          baseCoin: "SBTC",
          quoteCoin: "SUSDT",
          supportMarginCoins: ["SUSDT"],
        },
      ]);
    },
  );

  it("prices and sizes of an order have the places that the config tells", async () => {
    const [row] = await calls.rows(PATH, { productType: "USDT-FUTURES", symbol: "BTCUSDT" });
    const { pricePlace, volumePlace } = row as Record<string, string>;
    const order = { symbol: "BTCUSDT", productType: "USDT-FUTURES", marginCoin: "USDT" };
    const terms = { ...order, marginMode: "crossed", side: "buy", orderType: "limit" };
    const finer = (whole: string, places: number) => `${whole}.${"0".repeat(places - 1)}1`;
    const path = "/api/v2/mix/order/place-order";
    const codeOf = async (price: string, size: string) =>
      (await exchange().post(path, { ...terms, price, size }, "alice")).code;
    const [prices, sizes] = [Number(pricePlace), Number(volumePlace)];
    expect(await codeOf(finer("40000", prices), finer("0", sizes - 1))).toBe("00000");
    expect(await codeOf(finer("40000", prices + 1), finer("0", sizes - 1))).toBe("45115");
    expect(await codeOf(finer("40000", prices), finer("1", sizes + 1))).toBe("22038");
  });
});
