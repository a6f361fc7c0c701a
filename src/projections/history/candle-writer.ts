/** Writes candles of each instrument, price kind and base; current ones are kept in memory. */

import { indexIn } from "../../core/base/vocabulary.ts";
import {
  ATOMS_MAX,
  type Atoms,
  atoms,
  type Lots,
  lots,
  type Ticks,
} from "../../core/money/units.ts";
import { CANDLE_BASES, type CandleBase, candleStartMs } from "../live/candle-interval.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import type { ComputedPast } from "./computed-past.ts";
import { type RowWriter, rowFinder, rowInserter } from "./table-sql.ts";
import { CANDLES, type CandleRow, PRICE_KINDS, type PriceKind } from "./tables.ts";

/** A price at a time, with the volume traded at it. */
export type PricePoint = {
  readonly instrument: number;
  readonly priceKind: PriceKind;
  readonly timeMs: number;
  readonly price: Ticks;
  readonly volume: Lots;
  readonly turnover: Atoms;
};

export class CandleWriter {
  /** The newest candle of each series. */
  readonly #open = new Map<number, CandleRow>();
  readonly #dirty = new Set<CandleRow>();
  readonly #past: ComputedPast;
  readonly #find: (key: readonly SqlValue[]) => CandleRow | undefined;
  readonly #write: RowWriter<typeof CANDLES.fields>;

  constructor(store: SqlStore, past: ComputedPast) {
    this.#past = past;
    this.#find = rowFinder(store, CANDLES);
    this.#write = rowInserter(store, CANDLES, true);
  }

  add(point: PricePoint): void {
    const kind = indexIn(PRICE_KINDS, point.priceKind);
    const series = (point.instrument * PRICE_KINDS.length + kind) * CANDLE_BASES.length;
    for (let i = 0; i < CANDLE_BASES.length; i++) {
      this.#extend(series + i, CANDLE_BASES[i] as CandleBase, point);
    }
  }

  write(): void {
    for (const candle of this.#dirty) this.#write(candle);
    this.#dirty.clear();
  }

  /** Discards candles that were not written. */
  clear(): void {
    this.#open.clear();
    this.#dirty.clear();
  }

  #extend(series: number, base: CandleBase, point: PricePoint): void {
    const startMs = candleStartMs(base, point.timeMs);
    let candle = this.#open.get(series);
    if (candle?.startMs !== startMs) {
      candle = this.#stored(base, point, startMs) ?? this.#begun(base, point, startMs);
      this.#open.set(series, candle);
    }
    if (point.price > candle.high) candle.high = point.price;
    if (point.price < candle.low) candle.low = point.price;
    candle.close = point.price;
    candle.volume = lots(candle.volume + point.volume);
    candle.turnover = bounded(candle.turnover + point.turnover);
    this.#dirty.add(candle);
  }

  /** A new candle; the one that contains the end of the past goes on from its part before it. */
  #begun(base: CandleBase, point: PricePoint, startMs: number): CandleRow {
    const { instrument, priceKind } = point;
    const isAtEnd = startMs < this.#past.endMs;
    const part = isAtEnd ? this.#past.partAtEnd({ instrument, priceKind, base }) : undefined;
    if (part?.startMs !== startMs) return startedBy(point, base, startMs);
    return { ...part, turnover: bounded(part.turnover) };
  }

  #stored(base: CandleBase, point: PricePoint, startMs: number): CandleRow | undefined {
    const kind = indexIn(PRICE_KINDS, point.priceKind);
    return this.#find([point.instrument, kind, indexIn(CANDLE_BASES, base), startMs]);
  }
}

/** A stored turnover stays at the largest amount of 64 bits, in USDT 92 billion in a day. */
function bounded(turnover: bigint): Atoms {
  return atoms(turnover > ATOMS_MAX ? ATOMS_MAX : turnover);
}

function startedBy(point: PricePoint, base: CandleBase, startMs: number): CandleRow {
  const { instrument, priceKind, price } = point;
  return {
    instrument,
    priceKind,
    base,
    startMs,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: lots(0),
    turnover: atoms(0n),
  };
}
