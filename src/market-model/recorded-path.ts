import { assert } from "../core/base/assert.ts";
import type { ModelCoin } from "./coins.ts";
import { Growing } from "./growing.ts";
import type { QuotePath } from "./past-candles.ts";
import type { CoinPath } from "./past-coin.ts";
import type { PastTime } from "./past-terms.ts";
import { type MinuteRow, minutesNewestFirst } from "./real-minutes.ts";
import type { RealPath } from "./real-path.ts";

const MINUTES_PER_HOUR = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A quote coin's path that is computed as far as needed. */
export type QuoteSource = QuotePath & { extendTo(steps: number): void };

type Parts = {
  readonly coin: ModelCoin;
  readonly real: RealPath;
  /** Continues the path before the recorded candles. */
  readonly generated: CoinPath;
  /** The coin in which the recorded prices are quoted: its own deviations from a dollar remain. */
  readonly quote: QuoteSource;
  readonly time: PastTime;
  readonly seed: number;
};

/**
 * Recorded candles as the past of a coin, shifted so that the last one ends where the past ends.
 * Each candle opens at the close of the one before, as generated ones do. Before the first recorded
 * candle the generated path continues at its price.
 */
export class RecordedPath implements CoinPath {
  readonly #parts: Parts;
  readonly #prices = new Growing();
  readonly #highs = new Growing();
  readonly #lows = new Growing();
  readonly #turnovers = new Growing(true);
  /** Number of steps that the recorded candles cover. */
  readonly #covered: number;
  /** Factor on generated prices that makes them end at the first recorded one. */
  readonly #scale: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { generated, quote, real, seed, time } = parts;
    assert(real.close.length > 0, "a recorded path has candles");
    let step = 0;
    let hour: MinuteRow[] = [];
    for (const row of minutesNewestFirst(real, seed)) {
      if (step >= time.steps) break;
      hour.push(row);
      if (step >= time.minutes && hour.length < MINUTES_PER_HOUR) continue;
      quote.extendTo(step + 1);
      this.#push(step, combined(hour), hour.length * MINUTE_MS);
      hour = [];
      step += 1;
    }
    this.#covered = step;
    generated.extendTo(step);
    this.#scale = this.#prices.at(step) / generated.price(step);
  }

  get length(): number {
    return Math.max(this.#covered, this.#parts.generated.length);
  }

  extendTo(steps: number): void {
    if (steps > this.#covered) this.#parts.generated.extendTo(steps);
  }

  price(boundary: number): number {
    if (boundary <= this.#covered) return this.#prices.at(boundary);
    return this.#scale * this.#parts.generated.price(boundary);
  }

  high(step: number): number {
    if (step < this.#covered) return this.#highs.at(step);
    return this.#scale * this.#parts.generated.high(step);
  }

  low(step: number): number {
    if (step < this.#covered) return this.#lows.at(step);
    return this.#scale * this.#parts.generated.low(step);
  }

  turnover(step: number): number {
    return step < this.#covered ? this.#turnovers.at(step) : this.#parts.generated.turnover(step);
  }

  #push(step: number, { close, coins, high, low, open }: MinuteRow, spanMs: number): void {
    const { coin, quote } = this.#parts;
    const quoteFrom = quote.at(step + 1);
    const quoteTo = quote.at(step);
    // Inverse of the factor by which a candle converts high and low back to the quote coin.
    const quoteMean = 2 / (1 / quoteFrom + 1 / quoteTo);
    if (step === 0) this.#prices.push(close * quoteTo);
    this.#prices.push(open * quoteFrom);
    this.#highs.push(high * quoteMean);
    this.#lows.push(low * quoteMean);
    const average = (coin.dailyTurnover * spanMs) / DAY_MS;
    this.#turnovers.push((coins * close * quoteTo) / average);
  }
}

/** Combines minutes, the newest first. */
function combined(rows: readonly MinuteRow[]): MinuteRow {
  const [newest] = rows;
  const oldest = rows.at(-1);
  assert(newest !== undefined && oldest !== undefined, "a step has minutes");
  return {
    open: oldest.open,
    high: Math.max(...rows.map(({ high }) => high)),
    low: Math.min(...rows.map(({ low }) => low)),
    close: newest.close,
    coins: rows.reduce((sum, { coins }) => sum + coins, 0),
  };
}
