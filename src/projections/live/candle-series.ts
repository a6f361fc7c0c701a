import { assert } from "../../core/base/assert.ts";
import { type Atoms, atoms, type Lots, lots, type Ticks, ticks } from "../../core/money/units.ts";
import {
  BASE_CANDLES_MAX,
  BASE_OFFSET_MS,
  BASE_SPAN_MS,
  type CandleBase,
} from "./candle-interval.ts";

/**
 * Open, high, low and close in ticks; volume in lots and turnover in quote atoms (spot,
 * linear) or settle atoms (inverse) over all trades. Both are 0 for mark and index prices. A
 * turnover is exact and may exceed 64 bits, as in a month of a busy market.
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

/** Rows from the first candle on; many series never have one. */
const ROWS_FIRST = 16;
const NO_NUMBERS = new Float64Array();
const NO_HALVES = new Int32Array();
const NO_WORDS = new BigInt64Array();
/** Turnovers are kept as multiples of this amount and a remainder of 64 bits. */
const TURNOVER_UNIT = 2n ** 62n;

/**
 * Candles of one base span in a ring buffer, oldest first. Spans without a price have no candle; a
 * reader fills them with the close before. A full buffer overwrites the oldest candle.
 */
export class CandleSeries {
  readonly base: CandleBase;
  readonly #spanMs: number;
  readonly #offsetMs: number;
  readonly #max: number;
  #starts = NO_NUMBERS;
  #opens = NO_HALVES;
  #highs = NO_HALVES;
  #lows = NO_HALVES;
  #closes = NO_HALVES;
  #volumes = NO_NUMBERS;
  #turnoverRests = NO_WORDS;
  #turnoverUnits = NO_HALVES;
  #capacity = 0;
  #first = 0;
  #count = 0;
  #completeFromMs = 0;

  constructor(base: CandleBase, max = BASE_CANDLES_MAX[base]) {
    this.base = base;
    this.#spanMs = BASE_SPAN_MS[base];
    this.#offsetMs = BASE_OFFSET_MS[base];
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether older candles exist than those kept, or the oldest one may lack a part. */
  get isTruncated(): boolean {
    return this.#completeFromMs > 0;
  }

  /** Candles that start from this time on are complete; 0 if there are no others. */
  get completeFromMs(): number {
    return this.#completeFromMs;
  }

  /** Records that candles that start before this time are missing or lack a part. */
  missesBefore(timeMs: number): void {
    if (timeMs > this.#completeFromMs) this.#completeFromMs = timeMs;
  }

  /** Start of the candle with this index; the oldest has index 0. */
  startAt(index: number): number {
    return this.#starts[this.#slotOf(index)] ?? 0;
  }

  closeAt(index: number): Ticks {
    return ticks(this.#closes[this.#slotOf(index)] ?? 0);
  }

  at(index: number): Candle {
    const slot = this.#slotOf(index);
    return {
      startMs: this.#starts[slot] ?? 0,
      open: ticks(this.#opens[slot] ?? 0),
      high: ticks(this.#highs[slot] ?? 0),
      low: ticks(this.#lows[slot] ?? 0),
      close: ticks(this.#closes[slot] ?? 0),
      volume: lots(this.#volumes[slot] ?? 0),
      turnover: this.#turnoverAt(slot),
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
   * Records a price at `timeMs`; ignores prices older than the newest candle. `size` and `value`
   * are 0 for a price that is not of a trade.
   */
  record(timeMs: number, price: Ticks, size: Lots, value: Atoms): void {
    const spans = Math.floor((timeMs - this.#offsetMs) / this.#spanMs);
    const startMs = spans * this.#spanMs + this.#offsetMs;
    const slot = this.#slotOf(this.#count - 1);
    if (this.#count === 0 || (this.#starts[slot] ?? 0) < startMs) {
      const row = { startMs, open: price, high: price, low: price, close: price };
      this.append({ ...row, volume: size, turnover: value });
      return;
    }
    // A replay of events whose prices are in candles loaded from the history store already.
    if ((this.#starts[slot] ?? 0) > startMs) return;
    if (price > (this.#highs[slot] ?? 0)) this.#highs[slot] = price;
    if (price < (this.#lows[slot] ?? 0)) this.#lows[slot] = price;
    this.#closes[slot] = price;
    if (size === 0) return;
    this.#volumes[slot] = (this.#volumes[slot] ?? 0) + size;
    this.#setTurnover(slot, this.#turnoverAt(slot) + value);
  }

  /**
   * Puts older candles before those kept; they are complete from `completeFromMs` on. The last of
   * them may be the first part of the oldest one kept. A full series stays as it is.
   */
  prepend(older: readonly Candle[], completeFromMs: number): void {
    if (this.#count === this.#max) return this.missesBefore(this.startAt(0));
    const kept = Array.from({ length: this.#count }, (_, index) => this.at(index));
    const [oldest] = kept;
    const last = older.at(-1);
    if (oldest !== undefined && last?.startMs === oldest.startMs) {
      kept[0] = joined(last, oldest);
    }
    this.#first = 0;
    this.#count = 0;
    this.#completeFromMs = completeFromMs;
    for (const candle of older) if (candle.startMs !== oldest?.startMs) this.append(candle);
    for (const candle of kept) this.append(candle);
  }

  /** Appends a whole candle. */
  append(candle: Candle): void {
    assert(
      this.#count === 0 || this.startAt(this.#count - 1) < candle.startMs,
      "candles come in the order of time",
    );
    const isFull = this.#count === this.#max;
    if (!isFull) {
      this.#count += 1;
    } else {
      this.#first = (this.#first + 1) % this.#capacity;
    }
    if (this.#count > this.#capacity) this.#grow();
    const slot = this.#slotOf(this.#count - 1);
    this.#starts[slot] = candle.startMs;
    this.#opens[slot] = candle.open;
    this.#highs[slot] = candle.high;
    this.#lows[slot] = candle.low;
    this.#closes[slot] = candle.close;
    this.#volumes[slot] = candle.volume;
    this.#setTurnover(slot, candle.turnover);
    if (isFull) this.missesBefore(this.startAt(0));
  }

  #turnoverAt(slot: number): Atoms {
    const rest = this.#turnoverRests[slot] ?? 0n;
    const units = this.#turnoverUnits[slot] ?? 0;
    return atoms(units === 0 ? rest : BigInt(units) * TURNOVER_UNIT + rest);
  }

  #setTurnover(slot: number, turnover: bigint): void {
    const isSmall = turnover < TURNOVER_UNIT;
    this.#turnoverRests[slot] = isSmall ? turnover : turnover % TURNOVER_UNIT;
    this.#turnoverUnits[slot] = isSmall ? 0 : Number(turnover / TURNOVER_UNIT);
  }

  #slotOf(index: number): number {
    const slot = this.#first + index;
    return slot >= this.#capacity ? slot - this.#capacity : slot;
  }

  /** Called only before the ring wraps for the first time, so that rows start at slot 0. */
  #grow(): void {
    this.#capacity = Math.min(Math.max(this.#capacity * 2, ROWS_FIRST), this.#max);
    this.#starts = grown(this.#starts, new Float64Array(this.#capacity));
    this.#opens = grown(this.#opens, new Int32Array(this.#capacity));
    this.#highs = grown(this.#highs, new Int32Array(this.#capacity));
    this.#lows = grown(this.#lows, new Int32Array(this.#capacity));
    this.#closes = grown(this.#closes, new Int32Array(this.#capacity));
    this.#volumes = grown(this.#volumes, new Float64Array(this.#capacity));
    const rests = new BigInt64Array(this.#capacity);
    rests.set(this.#turnoverRests);
    this.#turnoverRests = rests;
    this.#turnoverUnits = grown(this.#turnoverUnits, new Int32Array(this.#capacity));
  }
}

/** Joins two parts of a candle, or two consecutive ones. */
export function joined(first: Candle, second: Candle): Candle {
  return {
    startMs: first.startMs,
    open: first.open,
    high: ticks(Math.max(first.high, second.high)),
    low: ticks(Math.min(first.low, second.low)),
    close: second.close,
    volume: lots(first.volume + second.volume),
    turnover: atoms(first.turnover + second.turnover),
  };
}

function grown<T extends Float64Array | Int32Array>(old: T, next: T): T {
  next.set(old);
  return next;
}
