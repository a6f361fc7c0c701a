/** Reads the recorded candles that a new exchange is founded with. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { PATH_BYTES_MAX } from "../../core/base/limits.ts";
import type { PathPart } from "../../core/instruments/generated-market.ts";
import { LOTS_MAX } from "../../core/money/units.ts";
import { messageOf } from "../../journal/operating-fault.ts";
import { parseCandleFile } from "../../market-data/candle-file.ts";
import { modelCoin } from "../../market-model/coins.ts";
import { encodePath } from "../../market-model/path-bytes.ts";
import type { RealPath } from "../../market-model/real-path.ts";
import type { RecordedFile } from "../past-config.ts";
import { unreadableCause } from "../unreadable-cause.ts";
import { type TradedCoin, tradedCoinOf } from "./traded-coins.ts";

/** Prices of a coin may be so many times lower or higher than its price without a recorded past. */
const LOWER_MAX = 1_000;
const HIGHER_MAX = 100;
/** Largest value in dollars that a coin may trade in 24 hours; 64 bits end at 92 billion. */
const DAY_DOLLARS_MAX = 80_000_000_000;
/** Value of a busy day of the generated market, as a multiple of an average one. */
const BUSY_DAY = 20;
const DAY_MS = 86_400_000;

/** Recorded candles that cannot be the past of an exchange. */
export class RecordedPricesRefused extends Error {
  readonly code = "recorded_prices_refused";
}

async function readPath({ code, path }: RecordedFile): Promise<RealPath> {
  // The file name names the coin, unless the operator does.
  if (code !== undefined && tradedCoinOf(code) === undefined) {
    throw new RecordedPricesRefused(`${path}: ${code} is no coin of this exchange`);
  }
  const name = code === undefined ? path : `${code}-${basename(path)}`;
  const bytes = await readFile(path).catch((thrown: unknown) => {
    const reason = unreadableCause(thrown);
    const message = `${path} cannot be read: ${reason}; check the path given with --past`;
    throw new RecordedPricesRefused(message, { cause: thrown });
  });
  try {
    return parseCandleFile(name, bytes);
  } catch (thrown) {
    throw new RecordedPricesRefused(`${path}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The largest sum of a number of consecutive values. */
function largestSum(values: readonly number[], count: number): number {
  let sum = 0;
  let largest = 0;
  values.forEach((value, index) => {
    sum += value - (values[index - count] ?? 0);
    largest = Math.max(largest, sum);
  });
  return largest;
}

/** Prices in dollars that the markets of a coin can have; its lots of a day stay countable. */
function priceBounds({ base, futures, spot, startPrice }: TradedCoin, coinsMax: number) {
  const tick = 10 ** -Math.min(spot.price, futures.price);
  const busiest = BUSY_DAY * (modelCoin(base)?.dailyTurnover ?? 0);
  const lowest = Math.max(startPrice / LOWER_MAX, tick, busiest / coinsMax);
  return { lowest: Number(lowest.toPrecision(2)), highest: startPrice * HIGHER_MAX };
}

/**
 * Returns why the markets of a coin cannot have these candles; `undefined` when they can. Ticks,
 * lots and turnovers of a day have to fit into the numbers that count them.
 */
function unfitness({ close, code, high, low, spanMs, volume }: RealPath): string | undefined {
  const coin = tradedCoinOf(code);
  if (coin === undefined) return `${code} is no coin of this exchange`;
  const coinsMax = LOTS_MAX / 10 ** Math.max(coin.spot.size, coin.futures.size);
  const { highest, lowest } = priceBounds(coin, coinsMax);
  const isPriced = low.every((price) => price >= lowest) && high.every((price) => price <= highest);
  if (!isPriced) return `prices of ${code} lie between ${lowest} and ${highest}`;
  const perDay = DAY_MS / spanMs;
  const dollars = volume.map((coins, index) => coins * (close[index] ?? 0));
  const isCounted =
    largestSum(dollars, perDay) <= DAY_DOLLARS_MAX && largestSum(volume, perDay) <= coinsMax;
  return isCounted ? undefined : `at most ${DAY_DOLLARS_MAX} dollars are traded in 24 hours`;
}

/** Appends the candles of a file to those of earlier files of the same coin. */
function joined(earlier: RealPath | undefined, next: RealPath): RealPath {
  if (earlier === undefined) return next;
  return {
    ...next,
    open: earlier.open.concat(next.open),
    high: earlier.high.concat(next.high),
    low: earlier.low.concat(next.low),
    close: earlier.close.concat(next.close),
    volume: earlier.volume.concat(next.volume),
  };
}

/**
 * Returns the parts of all files; several files of a coin are joined in the given order. Throws
 * `RecordedPricesRefused`, which names the file.
 */
export async function readRecordedPrices(files: readonly RecordedFile[]): Promise<PathPart[]> {
  const paths = new Map<string, RealPath>();
  for (const file of files) {
    const real = await readPath(file);
    const earlier = paths.get(real.code);
    if (earlier !== undefined && earlier.spanMs !== real.spanMs) {
      throw new RecordedPricesRefused(`${file.path}: candles of ${real.code} have one length`);
    }
    const path = joined(earlier, real);
    const reason = unfitness(path);
    if (reason !== undefined) throw new RecordedPricesRefused(`${file.path}: ${reason}`);
    paths.set(real.code, path);
  }
  const parts = [...paths.values()].flatMap(encodePath);
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > PATH_BYTES_MAX) {
    const most = Math.floor(PATH_BYTES_MAX / 40);
    throw new RecordedPricesRefused(`at most about ${most} recorded candles in all`);
  }
  return parts;
}
