import { expect, it } from "vitest";
import type { Category, Instrument } from "../../state/instruments.ts";
import { type ListChoice, listMarkets } from "./market-list.ts";

function market(category: Category, symbol: string): Instrument {
  const isFutures = category !== "spot";
  const known = { category, symbol, isFutures, base: symbol.slice(0, 3), quote: "USDT" };
  return { ...known, key: `${category}:${symbol}` } as Instrument;
}

const MARKETS = [
  market("spot", "ETHUSDT"),
  market("usdt-futures", "BTCUSDT"),
  market("spot", "BTCUSDT"),
  market("usdt-futures", "NEWUSDT"),
];
const CHANGES: Readonly<Record<string, string>> = {
  "spot:ETHUSDT": "-0.02",
  "usdt-futures:BTCUSDT": "0.03",
  "spot:BTCUSDT": "0.01",
};

function keys(choice: Partial<ListChoice>): readonly string[] {
  const all = { query: "", group: "all", sortBy: "name", isDescending: false, favourites: [] };
  const rows = listMarkets(MARKETS, { ...all, ...choice } as ListChoice, (key) => {
    const price24hPcnt = CHANGES[key];
    return price24hPcnt === undefined
      ? undefined
      : { price24hPcnt, lastPrice: "", turnover24h: "" };
  });
  return rows.map(({ key }) => key);
}

it("markets stand in the order of their names", () => {
  const sorted = ["spot:BTCUSDT", "usdt-futures:BTCUSDT", "spot:ETHUSDT", "usdt-futures:NEWUSDT"];
  expect(keys({})).toEqual(sorted);
});

it("markets without the figure stand at the end in both directions", () => {
  const rising = ["spot:ETHUSDT", "spot:BTCUSDT", "usdt-futures:BTCUSDT"];
  expect(keys({ sortBy: "change" })).toEqual([...rising, "usdt-futures:NEWUSDT"]);
  const falling = [...rising].reverse();
  const descending = keys({ sortBy: "change", isDescending: true });
  expect(descending).toEqual([...falling, "usdt-futures:NEWUSDT"]);
});

it("a category and the favourites narrow the list", () => {
  expect(keys({ group: "spot" })).toEqual(["spot:BTCUSDT", "spot:ETHUSDT"]);
  const favourites = ["usdt-futures:NEWUSDT", "spot:GONE"];
  expect(keys({ group: "favourites", favourites })).toEqual(["usdt-futures:NEWUSDT"]);
});

it("a query finds kinds of markets too", () => {
  expect(keys({ query: "btc perp" })).toEqual(["usdt-futures:BTCUSDT"]);
  expect(keys({ query: "xyz" })).toEqual([]);
});
