/** Canonical encoding of an instrument's prices. */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { ticks } from "../money/units.ts";
import { restoreSample } from "./basis-average.ts";
import { type MarketPrices, newMarketPrices } from "./market-prices.ts";
import { restorePeriod } from "./trade-average.ts";

/** Writes prices without `markedIndex`, which equals the index price between commands. */
export function writePrices(out: ByteWriter, prices: MarketPrices): void {
  assert(prices.markedIndex === prices.index, "mark is computed from the present index price");
  const { basis, trades } = prices;
  for (const value of [
    prices.index,
    prices.mark,
    prices.last,
    prices.reference,
    prices.held,
    prices.indexedAtMs,
    prices.markedAtMs,
    prices.referencedAtMs,
    basis.sampledAtMs,
    trades.endMs,
    trades.tickLots,
    trades.lots,
    trades.periods.length,
    ...trades.periods,
    basis.samples.length,
  ]) {
    out.varint(value);
  }
  for (const { atMs, twice, weightMs } of basis.samples) {
    out.varint(atMs);
    out.varint(weightMs);
    out.f64(twice);
  }
}

export function readPrices(from: ByteReader): MarketPrices {
  const prices = newMarketPrices();
  const { basis, trades } = prices;
  prices.index = ticks(from.varint());
  prices.markedIndex = prices.index;
  prices.mark = ticks(from.varint());
  prices.last = ticks(from.varint());
  prices.reference = ticks(from.varint());
  prices.held = ticks(from.varint());
  prices.indexedAtMs = from.varint();
  prices.markedAtMs = from.varint();
  prices.referencedAtMs = from.varint();
  basis.sampledAtMs = from.varint();
  trades.endMs = from.varint();
  trades.tickLots = from.varint();
  trades.lots = from.varint();
  const periods = from.varint();
  for (let period = 0; period < periods; period++) restorePeriod(trades, from.varint());
  const samples = from.varint();
  for (let sample = 0; sample < samples; sample++) {
    restoreSample(basis, { atMs: from.varint(), weightMs: from.varint(), twice: from.f64() });
  }
  return prices;
}
