import {
  type Atoms,
  atoms,
  type Lots,
  lots,
  type Ticks,
  ticks,
  ZERO_ATOMS,
} from "../core/money/units.ts";
import type { ModelCoin } from "./coins.ts";
import { carryOf } from "./fair-basis.ts";
import type { Product } from "./outside-market.ts";
import type { PastBasis } from "./past-basis.ts";
import type { CoinPath } from "./past-coin.ts";
import { InstrumentUnits, type PastInstrument } from "./past-instrument.ts";
import type { PastTime } from "./past-terms.ts";
import { DEMO_SHARE, TURNOVER_SHARE, turnoverNoise } from "./turnover.ts";

/** Prices that have candles. */
export type PastPriceKind = "last" | "mark" | "index";

/**
 * Open, high, low and close in ticks; volume in lots and turnover in quote atoms (spot, linear) or
 * settle atoms (inverse). Both are 0 for mark and index prices.
 */
export type PastCandle = {
  readonly startMs: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  readonly volume: Lots;
  readonly turnover: Atoms;
};

/** Dollar price of the quote coin at boundaries. */
export type QuotePath = { at(boundary: number): number };

export type CandleParts = {
  readonly instrument: PastInstrument;
  readonly product: Product;
  readonly kind: PastPriceKind;
  readonly coin: ModelCoin;
  readonly path: CoinPath;
  readonly basis: PastBasis;
  readonly quote: QuotePath;
  readonly time: PastTime;
};

const DAY_MS = 86_400_000;

/** Prices of a contract at a boundary. */
type Boundary = {
  /** Close of the step before and open of the step after, in ticks. */
  readonly price: Ticks;
  /** Price of the instrument in the quote coin ÷ dollar price of the coin. */
  readonly factor: number;
};

/**
 * Candles of one price of one instrument. Prices are rounded to ticks once, for the steps of the
 * past; a coarser candle combines the rounded ones of its steps.
 */
export class StepCandles {
  readonly #parts: CandleParts;
  readonly #units: InstrumentUnits;
  readonly #dollarsPerMs: number;
  readonly #noiseKey: number;

  constructor(parts: CandleParts) {
    const { coin, instrument, kind, product } = parts;
    this.#parts = parts;
    this.#units = new InstrumentUnits(instrument);
    const realmShare = instrument.realm === "demo" ? DEMO_SHARE : 1;
    const share = kind === "last" ? TURNOVER_SHARE[product] * realmShare : 0;
    this.#dollarsPerMs = (share * coin.dailyTurnover) / DAY_MS;
    this.#noiseKey = keyOf(`${instrument.category} ${instrument.symbol}`);
  }

  /** Adds the steps between two boundaries, in the order of time. */
  addTo(fold: CandleFold, oldest: number, newest: number): void {
    const { path, time } = this.#parts;
    const units = this.#units;
    let from = this.#boundary(oldest);
    for (let step = oldest - 1; step >= newest; step--) {
      const to = this.#boundary(step);
      const factor = (from.factor + to.factor) / 2;
      const open = from.price;
      const close = to.price;
      const highest = units.ticksOf(path.high(step) * factor);
      const lowest = units.ticksOf(path.low(step) * factor);
      const high = Math.max(open, close, highest);
      const low = Math.min(open, close, lowest);
      const startMs = time.boundaryMs(step + 1);
      const volume = this.#dollarsPerMs === 0 ? lots(0) : this.#volume(step, startMs);
      fold.add(startMs, { open, high, low, close, volume });
      from = to;
    }
    fold.end();
  }

  newFold(span: Span): CandleFold {
    return new CandleFold(span, this.#units);
  }

  #boundary(boundary: number): Boundary {
    const { path, quote } = this.#parts;
    const factor = (1 + this.#basisAt(boundary)) / quote.at(boundary);
    return { price: this.#units.ticksOf(path.price(boundary) * factor), factor };
  }

  #basisAt(boundary: number): number {
    const { basis, instrument, kind, product, time } = this.#parts;
    if (product === "spot" || kind === "index") return 0;
    const { deliveryAtMs } = instrument;
    const msLeft =
      deliveryAtMs === undefined ? undefined : deliveryAtMs - time.boundaryMs(boundary);
    const premium =
      kind === "mark" ? basis.averageAt(boundary, product) : basis.at(boundary, product);
    return premium + carryOf(product, msLeft);
  }

  #volume(step: number, startMs: number): Lots {
    const { path, time } = this.#parts;
    const noise = turnoverNoise(this.#noiseKey, startMs);
    const dollars = this.#dollarsPerMs * time.lengthMs(step) * path.turnover(step) * noise;
    return this.#units.lotsOf(dollars, path.price(step));
  }
}

function keyOf(text: string): number {
  let key = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) key = Math.imul(key ^ text.charCodeAt(i), 0x01000193);
  return key;
}

/** Length of candles, and the offset of their starts from the epoch. */
export type Span = { readonly spanMs: number; readonly offsetMs: number };

export function startOf({ offsetMs, spanMs }: Span, timeMs: number): number {
  return Math.floor((timeMs - offsetMs) / spanMs) * spanMs + offsetMs;
}

type Step = {
  readonly open: Ticks;
  readonly high: number;
  readonly low: number;
  readonly close: Ticks;
  readonly volume: Lots;
};

/** Combines steps in the order of time to candles of a span. */
export class CandleFold {
  readonly rows: PastCandle[] = [];
  readonly #span: Span;
  readonly #turnover: TurnoverSum;
  #startMs = 0;
  #endMs = Number.NEGATIVE_INFINITY;
  #open: Ticks = ticks(0);
  #close: Ticks = ticks(0);
  #high = 0;
  #low = 0;
  #volume = 0;

  constructor(span: Span, units: InstrumentUnits) {
    this.#span = span;
    this.#turnover = new TurnoverSum(units);
  }

  /** Adds a step that starts at `startMs`. */
  add(startMs: number, { close, high, low, open, volume }: Step): void {
    if (startMs >= this.#endMs) {
      this.end();
      this.#startMs = startOf(this.#span, startMs);
      this.#endMs = this.#startMs + this.#span.spanMs;
      this.#open = open;
      this.#high = high;
      this.#low = low;
    }
    if (high > this.#high) this.#high = high;
    if (low < this.#low) this.#low = low;
    this.#close = close;
    if (volume === 0) return;
    this.#volume += volume;
    this.#turnover.add(Math.round((open + high + low + close) / 4), volume);
  }

  /** Completes the last candle. */
  end(): void {
    if (this.#endMs === Number.NEGATIVE_INFINITY) return;
    this.rows.push({
      startMs: this.#startMs,
      open: this.#open,
      high: ticks(this.#high),
      low: ticks(this.#low),
      close: this.#close,
      volume: lots(this.#volume),
      turnover: this.#turnover.take(),
    });
    this.#volume = 0;
    this.#endMs = Number.NEGATIVE_INFINITY;
  }
}

/** Exact sum of turnovers. Sums of price × size stay in ordinary numbers while these are exact. */
class TurnoverSum {
  readonly #units: InstrumentUnits;
  #tickLots = 0;
  #sum: Atoms = ZERO_ATOMS;

  constructor(units: InstrumentUnits) {
    this.#units = units;
  }

  add(priceTicks: number, size: Lots): void {
    const tickLots = priceTicks * size;
    if (this.#units.isLinear && this.#tickLots + tickLots <= Number.MAX_SAFE_INTEGER) {
      this.#tickLots += tickLots;
    } else {
      this.#sum = atoms(this.#sum + this.#units.turnover(ticks(priceTicks), size));
    }
  }

  /** Returns the sum and starts a new one. */
  take(): Atoms {
    const sum = atoms(this.#sum + this.#units.turnoverOfTickLots(this.#tickLots));
    this.#sum = ZERO_ATOMS;
    this.#tickLots = 0;
    return sum;
  }
}
