/** Writes candles of each instrument, price kind and base; current ones are kept in memory. */
import { unreachable } from "../../core/base/assert.ts";
import { indexIn } from "../../core/base/vocabulary.ts";
import { type Atoms, atoms, type Lots, lots, type Ticks } from "../../core/money/units.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import { type RowWriter, rowFinder, rowInserter } from "./table-sql.ts";
import {
  CANDLE_BASES,
  CANDLES,
  type CandleBase,
  type CandleRow,
  PRICE_KINDS,
  type PriceKind,
} from "./tables.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Midnight in UTC+8. */
const DAY_START_MS = 16 * HOUR_MS;

/** Returns the start of the candle that contains `timeMs`. */
export function candleStartMs(base: CandleBase, timeMs: number): number {
  switch (base) {
    case "1m":
      return timeMs - (timeMs % MINUTE_MS);
    case "1H":
      return timeMs - (timeMs % HOUR_MS);
    case "1D":
      return timeMs - ((timeMs + DAY_MS - DAY_START_MS) % DAY_MS);
    case "1Dutc":
      return timeMs - (timeMs % DAY_MS);
    default:
      return unreachable(base);
  }
}

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
  readonly #find: (key: readonly SqlValue[]) => CandleRow | undefined;
  readonly #write: RowWriter<typeof CANDLES.fields>;

  constructor(store: SqlStore) {
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
      candle = this.#stored(base, point, startMs) ?? startedBy(point, base, startMs);
      this.#open.set(series, candle);
    }
    if (point.price > candle.high) candle.high = point.price;
    if (point.price < candle.low) candle.low = point.price;
    candle.close = point.price;
    candle.volume = lots(candle.volume + point.volume);
    candle.turnover = atoms(candle.turnover + point.turnover);
    this.#dirty.add(candle);
  }

  #stored(base: CandleBase, point: PricePoint, startMs: number): CandleRow | undefined {
    const kind = indexIn(PRICE_KINDS, point.priceKind);
    return this.#find([point.instrument, kind, indexIn(CANDLE_BASES, base), startMs]);
  }
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
