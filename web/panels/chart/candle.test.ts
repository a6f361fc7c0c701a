import { expect, it } from "vitest";
import { type Candle, joinedCandles, mergeCandles } from "./candle.ts";

const candle = (startMs: number, close: number): Candle => ({
  ...{ startMs, open: 1, high: 9, low: 1, close, volume: 1 },
});

it("lists of candles merge in order of time, and the later list wins", () => {
  const merged = mergeCandles([candle(3, 30), candle(2, 20)], [candle(1, 10), candle(3, 31)]);
  expect(merged).toEqual([candle(1, 10), candle(2, 20), candle(3, 31)]);
});

it("lists with a gap between them do not join: the later one stands alone", () => {
  const later = [candle(20, 1), candle(21, 1)];
  expect(joinedCandles([candle(18, 1), candle(19, 1)], later)).toHaveLength(4);
  expect(joinedCandles([candle(17, 1), candle(18, 1)], later)).toEqual(later);
  expect(joinedCandles([], later)).toEqual(later);
});
