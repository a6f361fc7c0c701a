import { assert } from "../../core/base/assert.ts";
import { type Atoms, atoms, type Lots, lots, type Ticks, ticks } from "../../core/money/units.ts";
import { BASE_CANDLES_MAX, BASE_SPAN_MS, type CandleBase } from "./candle-interval.ts";

/**
 * Open, high, low and close in ticks; volume in lots and turnover in quote atoms (spot,
 * linear) or settle atoms (inverse) over all trades. Both are 0 for mark and index prices.
 */
export type Candle = {
  readonly startMs: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  readonly volume: Lots;
  readonly turnover: Atoms;
};

const ROWS_FIRST = 64;

/**
 * Candles of one base span, oldest first, only those in which a price was seen: what lies between
 * is flat at the close before. A ring: the oldest give way when the most are kept.
 */
export class CandleSeries {
  readonly base: CandleBase;
  readonly #spanMs: number;
  readonly #max: number;
  #starts = new Float64Array(ROWS_FIRST);
  #opens = new Int32Array(ROWS_FIRST);
  #highs = new Int32Array(ROWS_FIRST);
  #lows = new Int32Array(ROWS_FIRST);
  #closes = new Int32Array(ROWS_FIRST);
  #volumes = new Float64Array(ROWS_FIRST);
  #turnovers = new BigInt64Array(ROWS_FIRST);
  #capacity = ROWS_FIRST;
  #first = 0;
  #count = 0;
  #isTruncated = false;

  constructor(base: CandleBase, max = BASE_CANDLES_MAX[base]) {
    this.base = base;
    this.#spanMs = BASE_SPAN_MS[base];
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  /** Older candles than those kept did exist. */
  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  /** What was taken over from elsewhere is not all there was. */
  markTruncated(): void {
    this.#isTruncated = true;
  }

  /** Start of the candle `index` places after the oldest. */
  startAt(index: number): number {
    return this.#starts[this.#place(index)] ?? 0;
  }

  closeAt(index: number): Ticks {
    return ticks(this.#closes[this.#place(index)] ?? 0);
  }

  at(index: number): Candle {
    const place = this.#place(index);
    return {
      startMs: this.#starts[place] ?? 0,
      open: ticks(this.#opens[place] ?? 0),
      high: ticks(this.#highs[place] ?? 0),
      low: ticks(this.#lows[place] ?? 0),
      close: ticks(this.#closes[place] ?? 0),
      volume: lots(this.#volumes[place] ?? 0),
      turnover: atoms(this.#turnovers[place] ?? 0n),
    };
  }

  /** Index of the first candle that starts at or after `timeMs`; `count` when there is none. */
  indexFrom(timeMs: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.startAt(middle) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * A price seen at `timeMs`; those before the newest candle are passed over. `size` and `value`
   * are 0 when it is not of a trade.
   */
  record(timeMs: number, price: Ticks, size: Lots, value: Atoms): void {
    const startMs = Math.floor(timeMs / this.#spanMs) * this.#spanMs;
    const place = this.#place(this.#count - 1);
    if (this.#count === 0 || (this.#starts[place] ?? 0) < startMs) {
      const row = { startMs, open: price, high: price, low: price, close: price };
      this.append({ ...row, volume: size, turnover: value });
      return;
    }
    // A replay behind candles that came from the history store, which have this price already.
    if ((this.#starts[place] ?? 0) > startMs) return;
    if (price > (this.#highs[place] ?? 0)) this.#highs[place] = price;
    if (price < (this.#lows[place] ?? 0)) this.#lows[place] = price;
    this.#closes[place] = price;
    if (size === 0) return;
    this.#volumes[place] = (this.#volumes[place] ?? 0) + size;
    this.#turnovers[place] = (this.#turnovers[place] ?? 0n) + value;
  }

  /** Adds a whole candle behind the newest. */
  append(candle: Candle): void {
    assert(
      this.#count === 0 || this.startAt(this.#count - 1) < candle.startMs,
      "candles come in the order of time",
    );
    if (this.#count < this.#max) {
      this.#count += 1;
    } else {
      this.#first = (this.#first + 1) % this.#capacity;
      this.#isTruncated = true;
    }
    if (this.#count > this.#capacity) this.#grow();
    const place = this.#place(this.#count - 1);
    this.#starts[place] = candle.startMs;
    this.#opens[place] = candle.open;
    this.#highs[place] = candle.high;
    this.#lows[place] = candle.low;
    this.#closes[place] = candle.close;
    this.#volumes[place] = candle.volume;
    this.#turnovers[place] = candle.turnover;
  }

  #place(index: number): number {
    const place = this.#first + index;
    return place >= this.#capacity ? place - this.#capacity : place;
  }

  /** Only before the ring turns for the first time, so that rows lie from place 0. */
  #grow(): void {
    this.#capacity = Math.min(this.#capacity * 2, this.#max);
    this.#starts = grown(this.#starts, new Float64Array(this.#capacity));
    this.#opens = grown(this.#opens, new Int32Array(this.#capacity));
    this.#highs = grown(this.#highs, new Int32Array(this.#capacity));
    this.#lows = grown(this.#lows, new Int32Array(this.#capacity));
    this.#closes = grown(this.#closes, new Int32Array(this.#capacity));
    this.#volumes = grown(this.#volumes, new Float64Array(this.#capacity));
    const turnovers = new BigInt64Array(this.#capacity);
    turnovers.set(this.#turnovers);
    this.#turnovers = turnovers;
  }
}

function grown<T extends Float64Array | Int32Array>(old: T, next: T): T {
  next.set(old);
  return next;
}
