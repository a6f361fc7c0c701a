/** A file of recorded candles as a test writes it, with the candles that are in it. */
import { writeFileSync } from "node:fs";
import { seededRandom } from "../../src/market-model/seeded-random.ts";

export type RecordedRow = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

export type RecordedSpan = 60_000 | 3_600_000;

export type RecordedTerms = {
  readonly count: number;
  readonly spanMs: RecordedSpan;
  /** First price, in whole cents. */
  readonly cents: number;
  readonly seed: number;
};

/** Candles with prices in whole cents, each opening where the last one closed. */
export function recordedRows({ cents, count, seed, spanMs }: RecordedTerms): RecordedRow[] {
  const random = seededRandom(seed, "recorded file");
  const step = cents * 0.000_5 * Math.sqrt(spanMs / 60_000);
  let price = cents;
  return Array.from({ length: count }, () => {
    const open = price;
    const close = price + Math.round(step * random.normal());
    const high = Math.max(open, close) + Math.round(random.exponential(step / 3));
    const low = Math.min(open, close) - Math.round(random.exponential(step / 3));
    price = close;
    const [o = 0, h = 0, l = 0, c = 0] = [open, high, low, close].map((value) => value / 100);
    return { open: o, high: h, low: l, close: c, volume: Math.ceil(random.exponential(200)) };
  });
}

/** Writes rows as lines without a header, with times in ms from 0. */
export function writeRecorded(
  path: string,
  rows: readonly RecordedRow[],
  spanMs: RecordedSpan,
): void {
  const lines = rows.map(({ close, high, low, open, volume }, index) => {
    return [index * spanMs, open, high, low, close, volume].join(",");
  });
  writeFileSync(path, `${lines.join("\n")}\n`);
}
