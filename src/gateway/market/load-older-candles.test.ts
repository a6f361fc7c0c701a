import { expect, it } from "vitest";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import { HistoryFault } from "../../projections/history/history-fault.ts";
import type { HistoryReader } from "../../projections/history/queries.ts";
import type { CandleRow } from "../../projections/history/tables.ts";
import { LiveViews } from "../../projections/live/live-views.ts";
import { loadOlderCandles } from "./load-older-candles.ts";

const DAY_MS = 86_400_000;
const TODAY_MS = Date.UTC(2026, 0, 9);

const ROWS = Array.from({ length: 9 }, (_, index): CandleRow => {
  const price = ticks(index + 1);
  const prices = { open: price, high: price, low: price, close: price };
  const series = { instrument: 0, priceKind: "last", base: "1Dutc" } as const;
  const startMs = TODAY_MS - (8 - index) * DAY_MS;
  return { ...series, startMs, ...prices, volume: lots(1), turnover: atoms(1n) };
});

const history: Pick<HistoryReader, "candles"> = {
  candles: async ({ toMs = TODAY_MS }) => {
    return { rows: ROWS.filter(({ startMs }) => startMs <= toMs), hasMore: true, appliedSeq: 1 };
  },
};

it("loads what a channel combines, once, however many channels ask for it", async () => {
  const live = new LiveViews([]);
  const series = live.candles.series(0, "last", "1Dutc");
  series.append(ROWS.at(-1) as CandleRow);
  series.missesBefore(TODAY_MS);
  await Promise.all([
    loadOlderCandles({ history, live }, 0, "1Dutc"),
    loadOlderCandles({ history, live }, 0, "1Wutc"),
  ]);
  const starts = Array.from({ length: series.count }, (_, index) => series.startAt(index));
  expect(starts).toEqual(ROWS.map(({ startMs }) => startMs));
  expect(series.completeFromMs).toBe(ROWS[0]?.startMs);
});

it("leaves memory as it is while the history cannot be read", async () => {
  const live = new LiveViews([]);
  const refused = { candles: () => Promise.reject(new HistoryFault("storage", "full")) };
  await loadOlderCandles({ history: refused, live }, 0, "1Wutc");
  expect(live.candles.series(0, "last", "1Dutc").count).toBe(0);
});
