/** Index prices as the operator's sources tell them, seen by a client. */
import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange({
  priceSources: ["north", "south", "west"].map((name) => ({ name, weight: 1 })),
});
const anonymous = restV2(exchange);
const unified = restV3(exchange);
const CONTRACT = { category: "usdt_futures", symbol: "BTCUSDT" } as const;

async function post(source: string, bitcoin: string): Promise<void> {
  const prices = [
    { coin: "BTC", price: bitcoin },
    { coin: "USDT", price: "1" },
  ];
  await exchange.admin("PUT", `/price-sources/${source}`, { prices });
}

async function seenIndex(price: string): Promise<void> {
  await eventually(`an index price of ${price}`, async () => {
    const { symbol } = CONTRACT;
    const { data } = await anonymous.getFuturesTicker({ productType: "USDT-FUTURES", symbol });
    return data[0]?.indexPrice === price;
  });
}

it("an index is composed of outside sources, an outlier left out", async () => {
  await post("north", "60000");
  await seenIndex("60000");
  await post("south", "60100");
  await post("west", "66000");
  await seenIndex("60050");
  const listed = await exchange.admin<{ name: string; prices: object[] }[]>(
    "GET",
    "/price-sources",
  );
  expect(listed.map(({ name }) => name)).toEqual(["north", "south", "west"]);
  expect(listed[2]?.prices[0]).toMatchObject({ coin: "BTC", price: "66000", isFresh: true });
});

it("a price of a coin that no index is made of is named, and not counted", async () => {
  const prices = [
    { coin: "NOPE", price: "3" },
    { coin: "BTC", price: "66000" },
  ];
  const taken = await exchange.admin("PUT", "/price-sources/west", { prices });
  expect(taken).toEqual({ taken: 1, unknown: ["NOPE"] });
});

it("clients see the sources of an index with their prices and shares", async () => {
  proves("RestClientV3.getIndexComponents", "GET /api/v3/market/index-components");
  const pair = { spotPair: "BTC/USDT", weight: "0.5" };
  const components = async () => {
    const { data } = await unified.getIndexComponents({ symbol: CONTRACT.symbol });
    return data;
  };
  expect(await components()).toEqual({
    symbol: CONTRACT.symbol,
    componentList: [
      { ...pair, exchange: "north", equivalentPrice: "60000" },
      { ...pair, exchange: "south", equivalentPrice: "60100" },
    ],
  });
  await exchange.admin("PUT", "/index-prices", { ...CONTRACT, price: "60050" });
  const held = { ...pair, exchange: "operator", equivalentPrice: "60050", weight: "1" };
  expect((await components()).componentList).toEqual([held]);
  await exchange.admin("POST", "/index-prices/release", CONTRACT);
  const refused = { body: { code: "25100" } };
  await expect(unified.getIndexComponents({ symbol: "NOSUCH" })).rejects.toMatchObject(refused);
});

it("a price that the operator holds goes before the sources until it is released", async () => {
  await exchange.admin("PUT", "/index-prices", { ...CONTRACT, price: "50000" });
  await post("north", "60000");
  await seenIndex("50000");
  const listed = await exchange.admin<{ symbol: string; category: string }[]>(
    "GET",
    "/index-prices",
  );
  const own = listed.find(
    ({ category, symbol }) => category === CONTRACT.category && symbol === CONTRACT.symbol,
  );
  expect(own).toMatchObject({ price: "50000", isFresh: true, isHeld: true });
  await exchange.admin("POST", "/index-prices/release", CONTRACT);
  await seenIndex("60050");
});
