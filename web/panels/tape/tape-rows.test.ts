import { expect, it } from "vitest";
import type { Trade } from "../../streams/trades.ts";
import { executionKey, ownKeys, SHOWN_MAX, shownTrades } from "./tape-rows.ts";

const trade = (id: number, size: string): Trade => {
  return { id: String(id), price: "100.5", size, side: "buy", timeMs: 1000 + id };
};

it("without a filter the newest trades are shown, not more than a screen needs", () => {
  const trades = Array.from({ length: 300 }, (_, id) => trade(id, "1"));
  const shown = shownTrades(trades, "");
  expect([shown.length, shown[0]?.id]).toEqual([SHOWN_MAX, "0"]);
});

it("the filter keeps trades of its size and larger ones", () => {
  const trades = [trade(1, "0.5"), trade(2, "1.0"), trade(3, "2")];
  expect(shownTrades(trades, "1").map(({ id }) => id)).toEqual(["2", "3"]);
});

it("an unfinished filter shows all", () => {
  for (const text of ["", ".", "0", "x", "-1"]) {
    expect(shownTrades([trade(1, "1")], text)).toHaveLength(1);
  }
});

it("own fills are found among the trades, also with other zeros, in their market alone", () => {
  const fill = { price: "100.50", size: "1.000", timeMs: 1001 };
  const own = ownKeys(
    [
      { ...fill, instrumentKey: "spot:BTCUSDT" },
      { ...fill, timeMs: 1002, instrumentKey: "spot:ETHUSDT" },
    ],
    "spot:BTCUSDT",
  );
  expect(own.has(executionKey(trade(1, "1")))).toBe(true);
  expect(own.has(executionKey(trade(2, "1")))).toBe(false);
});
