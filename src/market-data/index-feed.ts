import type { Command } from "../core/commands.ts";
import { type Seq, TICKS_MAX, type TimeMs } from "../core/money/units.ts";
import type { Rejection } from "../core/rejections.ts";
import { PRICE_SCALE, type PriceSource } from "./price-source.ts";
import { underlyingOf } from "./underlyings.ts";

/** Of an instrument, what turning dollar prices into its ticks takes. */
export type IndexedInstrument = {
  readonly index: number;
  readonly baseCode: string;
  readonly quoteCode: string;
  readonly priceDecimals: number;
  readonly tickStep: number;
};

export type IndexPort = {
  /** False when the exchange takes no more at present; the next price comes anyway. */
  submit(
    command: Command,
    done: (outcome: { readonly rejection: Rejection | undefined }) => void,
  ): boolean;
  nowMs(): number;
  schedule(delayMs: number, run: () => void): () => void;
};

export type IndexFeedOptions = {
  readonly instruments: readonly IndexedInstrument[];
  /** In order of preference: the first with a fresh price is taken. */
  readonly sources: readonly PriceSource[];
  readonly port: IndexPort;
  readonly intervalMs?: number;
  /** A price seen longer ago than this is no price. */
  readonly staleAfterMs?: number;
  /** The index price the exchange knows from before a restart, in ticks; 0 for none. */
  readonly lastIndexTicks?: (instrument: number) => number;
};

const INTERVAL_MS_DEFAULT = 1_000;
const STALE_AFTER_MS_DEFAULT = 10_000;

const tickE8 = (instrument: IndexedInstrument): bigint =>
  BigInt(instrument.tickStep) * 10n ** BigInt(8 - instrument.priceDecimals);

/** The price of `base` in `quote`, rounded to the nearest tick; 0 when ticks cannot express it. */
export function indexTicks(
  instrument: IndexedInstrument,
  prices: { readonly baseE8: number; readonly quoteE8: number },
): number {
  const scale = BigInt(PRICE_SCALE);
  const dividend = 2n * BigInt(prices.baseE8) * scale;
  const divisor = BigInt(prices.quoteE8) * tickE8(instrument);
  const rounded = Number((dividend / divisor + 1n) / 2n);
  return rounded <= TICKS_MAX ? rounded : 0;
}

/**
 * Brings index prices in: once per interval one `set_index_prices` for all instruments whose base
 * and quote have a fresh price. Instruments without one keep the index they had.
 */
export class IndexFeed {
  readonly #options: IndexFeedOptions;
  readonly #ticks = new Map<number, number>();
  #callOff: (() => void) | undefined;
  #underWay = 0;
  /** One price out of range refuses its whole command: after that each instrument has its own. */
  #isApart = false;

  constructor(options: IndexFeedOptions) {
    this.#options = options;
    this.#resume();
  }

  /** The index price sent last, in ticks; 0 before the first. */
  lastTicks(instrument: number): number {
    return this.#ticks.get(instrument) ?? 0;
  }

  /** Sends the first prices at once. */
  start(): void {
    this.stop();
    this.#run();
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }

  #run(): void {
    const { port, intervalMs = INTERVAL_MS_DEFAULT } = this.#options;
    this.#callOff = port.schedule(intervalMs, () => this.#run());
    if (this.#underWay === 0) this.#send(port.nowMs());
  }

  #send(nowMs: number): void {
    const instruments: number[] = [];
    const prices: number[] = [];
    const known = new Map<string, number | undefined>();
    const priceOf = (currency: string): number | undefined => {
      const code = underlyingOf(currency);
      if (!known.has(code)) known.set(code, this.#compose(code, nowMs));
      return known.get(code);
    };
    for (const instrument of this.#options.instruments) {
      const baseE8 = priceOf(instrument.baseCode);
      const quoteE8 = priceOf(instrument.quoteCode);
      if (baseE8 === undefined || quoteE8 === undefined) continue;
      const price = indexTicks(instrument, { baseE8, quoteE8 });
      if (price === 0) continue;
      this.#ticks.set(instrument.index, price);
      instruments.push(instrument.index);
      prices.push(price);
    }
    if (!this.#isApart) return this.#submit(instruments, prices);
    for (const [place, price] of prices.entries()) {
      this.#submit(instruments.slice(place, place + 1), [price]);
    }
  }

  #submit(instruments: readonly number[], prices: readonly number[]): void {
    if (instruments.length === 0) return;
    const stamp = { seq: 0 as Seq, timeMs: 0 as TimeMs };
    const command = { kind: "set_index_prices", ...stamp, instruments, prices } as const;
    const isTaken = this.#options.port.submit(command, ({ rejection }) => {
      this.#underWay -= 1;
      if (rejection !== undefined) this.#isApart = true;
    });
    if (isTaken) this.#underWay += 1;
  }

  /** The first fresh price; the sources after it are told, to go on from there. */
  #compose(code: string, nowMs: number): number | undefined {
    const { sources, staleAfterMs = STALE_AFTER_MS_DEFAULT } = this.#options;
    for (const [place, source] of sources.entries()) {
      const seen = source.price(code, nowMs);
      if (seen === undefined || seen.priceE8 <= 0) continue;
      if (nowMs - seen.observedAtMs > staleAfterMs) continue;
      for (const later of sources.slice(place + 1)) later.rebase?.(code, seen.priceE8);
      return seen.priceE8;
    }
    return undefined;
  }

  /** After a restart prices go on from the index the exchange has. */
  #resume(): void {
    const { instruments, sources, lastIndexTicks } = this.#options;
    if (lastIndexTicks === undefined) return;
    const seen = new Set<string>();
    for (const instrument of instruments) {
      const code = underlyingOf(instrument.baseCode);
      const last = lastIndexTicks(instrument.index);
      if (last <= 0 || seen.has(code)) continue;
      seen.add(code);
      const priceE8 = Number(BigInt(last) * tickE8(instrument));
      for (const source of sources) source.rebase?.(code, priceE8);
    }
  }
}
