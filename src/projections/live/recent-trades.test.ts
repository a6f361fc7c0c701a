import { describe, expect, test } from "vitest";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import type { LiveTrade } from "./live-trade.ts";
import { RECENT_TRADES_MAX, RecentTrades } from "./recent-trades.ts";

function trade(tradeId: number): LiveTrade {
  return {
    tradeId,
    instrument: 0,
    price: ticks(10),
    size: lots(1),
    value: atoms(10n),
    takerSide: "buy",
    seq: tradeId,
    timeMs: tradeId,
  };
}

function filled(count: number): RecentTrades {
  const trades = new RecentTrades();
  for (let id = 1; id <= count; id++) trades.add(trade(id * 10));
  return trades;
}

const ids = (rows: readonly LiveTrade[]): number[] => rows.map((row) => row.tradeId);

describe("recent trades", () => {
  test("an instrument without trades has no rows", () => {
    const trades = new RecentTrades();
    expect(trades.page({ limit: 10 })).toEqual([]);
    expect(trades.newest).toBeUndefined();
    expect(trades.oldest).toBeUndefined();
  });

  test("rows come newest first and stop at the limit", () => {
    expect(ids(filled(5).page({ limit: 3 }))).toEqual([50, 40, 30]);
    expect(ids(filled(2).page({ limit: 3 }))).toEqual([20, 10]);
  });

  test("a page goes on below an id, whether or not that id is kept", () => {
    const trades = filled(5);
    expect(ids(trades.page({ limit: 2, idLessThan: 30 }))).toEqual([20, 10]);
    expect(ids(trades.page({ limit: 2, idLessThan: 35 }))).toEqual([30, 20]);
    expect(ids(trades.page({ limit: 2, idLessThan: 10 }))).toEqual([]);
    expect(ids(trades.page({ limit: 2, idLessThan: 1_000 }))).toEqual([50, 40]);
  });

  test("the oldest give way, and paging through all kept trades meets each once", () => {
    const count = RECENT_TRADES_MAX * 2 + 7;
    const trades = filled(count);
    expect(trades.length).toBe(RECENT_TRADES_MAX);
    expect(trades.newest?.tradeId).toBe(count * 10);
    expect(trades.oldest?.tradeId).toBe((count - RECENT_TRADES_MAX + 1) * 10);
    const seen: number[] = [];
    let page = trades.page({ limit: 137 });
    while (page.length > 0) {
      seen.push(...ids(page));
      page = trades.page({ limit: 137, idLessThan: seen.at(-1) });
    }
    const expected = Array.from({ length: RECENT_TRADES_MAX }, (_, index) => (count - index) * 10);
    expect(seen).toEqual(expected);
  });
});
