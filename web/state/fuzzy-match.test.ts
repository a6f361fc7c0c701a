import { expect, it } from "vitest";
import { fuzzyRank, fuzzyScore } from "./fuzzy-match.ts";
import { searchTextOf } from "./market-words.ts";

const market = (symbol: string, isFutures: boolean, deliveryMs?: number) => ({
  symbol,
  base: symbol.slice(0, 3),
  quote: symbol.slice(3),
  category: isFutures ? ("usdt-futures" as const) : ("spot" as const),
  isFutures,
  deliveryMs,
});

it("every word of the query has to be in the text", () => {
  expect(fuzzyScore("btc perp", "BTCUSDT USDT perpetual")).toBeGreaterThan(0);
  expect(fuzzyScore("btc perp", "BTCUSDT Spot")).toBeUndefined();
});

it("an empty query matches everything equally", () => {
  expect(fuzzyRank("  ", ["b", "a"], (text) => text)).toEqual(["b", "a"]);
});

it("letters may be left out, but not change their order", () => {
  expect(fuzzyScore("bcu", "BTCUSDT")).toBeGreaterThan(0);
  expect(fuzzyScore("ubc", "BTCUSDT")).toBeUndefined();
});

it("'btc perp' finds the perpetual of bitcoin before everything else", () => {
  const markets = [
    market("ETHUSDT", true),
    market("BTCUSDT", false),
    market("BTCUSDT", true, 1),
    market("BTCUSDT", true),
  ];
  expect(fuzzyRank("btc perp", markets, searchTextOf)).toEqual([markets[3]]);
});

it("a whole word counts more than the beginning of one", () => {
  expect(fuzzyRank("cancel", ["Cancelled orders", "Cancel"], (text) => text)[0]).toBe("Cancel");
});
