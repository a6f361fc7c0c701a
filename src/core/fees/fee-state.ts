/**
 * Fees that are charged (decision 0094): rates of markets below the listed ones, levels, and the
 * levels that users have. Each can change at a time in the future.
 */
import type { User } from "../accounts/user.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type RateE6, rateE6 } from "../money/units.ts";

/** Rates in millionths of the traded value. */
export type FeeRates = { readonly makerRate: RateE6; readonly takerRate: RateE6 };

/** Rates of a level. */
export type FeeLevel = { readonly spot: FeeRates; readonly futures: FeeRates };

/** A value with at most one later value; `fromMs` is 0 without one. */
export type Scheduled<T> = { readonly value: T; readonly next: T; readonly fromMs: number };

export class Fees {
  /** By instrument index; absent where the listed rates hold. */
  readonly markets = new Map<number, Scheduled<FeeRates>>();
  /** By number, from 1. */
  readonly levels = new Map<number, FeeLevel>();
  /** Levels by main account; absent at level 0. Sub-accounts have that of their main account. */
  readonly grants = new Map<number, Scheduled<number>>();
}

/** Value at a time. */
export function valueAt<T>({ fromMs, next, value }: Scheduled<T>, timeMs: number): T {
  return fromMs !== 0 && fromMs <= timeMs ? next : value;
}

/** Returns a schedule in which `next` follows `value` at `fromMs`, or at once if that is 0. */
export function scheduled<T>(value: T, next: T, fromMs: number): Scheduled<T> {
  return fromMs === 0 ? { value: next, next, fromMs } : { value, next, fromMs };
}

/** Rates of an instrument for users of level 0. */
export function marketRates(fees: Fees, instrument: Instrument, timeMs: number): FeeRates {
  const known = fees.markets.get(instrument.index);
  return known === undefined ? instrument : valueAt(known, timeMs);
}

/** Level of a main account and its sub-accounts; 0 for none. */
export function feeLevelOf(fees: Fees, { parent }: Pick<User, "parent">, timeMs: number): number {
  const known = fees.grants.get(parent);
  return known === undefined ? 0 : valueAt(known, timeMs);
}

/** Rates that a level has in an instrument: at most those of the market. */
export function ratesAtLevel(
  fees: Fees,
  instrument: Instrument,
  level: number,
  timeMs: number,
): FeeRates {
  const market = marketRates(fees, instrument, timeMs);
  const known = fees.levels.get(level);
  if (known === undefined) return market;
  const rates = instrument.isFutures ? known.futures : known.spot;
  return {
    makerRate: rateE6(Math.min(market.makerRate, rates.makerRate)),
    takerRate: rateE6(Math.min(market.takerRate, rates.takerRate)),
  };
}

function writeRates({ makerRate, takerRate }: FeeRates, out: ByteWriter): void {
  out.varint(makerRate);
  out.varint(takerRate);
}

function readRates(from: ByteReader): FeeRates {
  return { makerRate: rateE6(from.varint()), takerRate: rateE6(from.varint()) };
}

function byNumber(one: readonly [number, unknown], other: readonly [number, unknown]): number {
  return one[0] - other[0];
}

function writeSchedules<T>(
  schedules: ReadonlyMap<number, Scheduled<T>>,
  write: (value: T) => void,
  out: ByteWriter,
): void {
  out.varint(schedules.size);
  for (const [key, { fromMs, next, value }] of [...schedules].sort(byNumber)) {
    out.varint(key);
    write(value);
    write(next);
    out.varint(fromMs);
  }
}

function readSchedules<T>(
  schedules: Map<number, Scheduled<T>>,
  read: () => T,
  from: ByteReader,
): void {
  for (let left = from.varint(); left > 0; left--) {
    const key = from.varint();
    const value = read();
    schedules.set(key, { value, next: read(), fromMs: from.varint() });
  }
}

/** Appends rates of markets, levels and grants, each in ascending order. */
export function writeFees({ grants, levels, markets }: Fees, out: ByteWriter): void {
  writeSchedules(markets, (rates) => writeRates(rates, out), out);
  out.varint(levels.size);
  for (const [level, { futures, spot }] of [...levels].sort(byNumber)) {
    out.varint(level);
    writeRates(spot, out);
    writeRates(futures, out);
  }
  writeSchedules(grants, (level) => out.varint(level), out);
}

/** Restores what `writeFees` wrote. */
export function readFees({ grants, levels, markets }: Fees, from: ByteReader): void {
  readSchedules(markets, () => readRates(from), from);
  for (let left = from.varint(); left > 0; left--) {
    levels.set(from.varint(), { spot: readRates(from), futures: readRates(from) });
  }
  readSchedules(grants, () => from.varint(), from);
}
