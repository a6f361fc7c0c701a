import type { CommandDraft } from "../core/commands.ts";
import { TICKS_MAX } from "../core/money/units.ts";
import type { Rejection } from "../core/rejections.ts";
import { composePrice } from "./compose-price.ts";
import {
  PRICE_SCALE,
  type PriceSource,
  SOURCE_RANKS,
  type SourcePrice,
  type SourceRank,
} from "./price-source.ts";
import { underlyingOf } from "./underlyings.ts";

/** Of an instrument, what turning dollar prices into its ticks takes. */
export type IndexedInstrument = {
  readonly index: number;
  readonly baseCode: string;
  readonly quoteCode: string;
  readonly priceDecimals: number;
  readonly tickStep: number;
};

/** `expired`: the prices were not durable in time. */
type IndexOutcome = { readonly rejection: Rejection | "expired" | undefined };

export type IndexPort = {
  /**
   * False when the exchange takes no more at present; the next price comes anyway. Prices that are
   * not durable within `withinMs` milliseconds expire: they never come into effect.
   */
  submit(command: CommandDraft, done: (outcome: IndexOutcome) => void, withinMs: number): boolean;
  /** A clock that nobody sets: the ages of prices are told by it. */
  nowMs(): number;
  schedule(delayMs: number, run: () => void): () => void;
};

export type IndexFeedOptions = {
  readonly instruments: readonly IndexedInstrument[];
  /** At most 16; see `SourceRank` for how they are preferred. */
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

/** Later than this a price is not set any more, in ms: the next one is. */
const PRICE_LIFE_MS = 2_000;

/** A held price is sent again this often, so that it stays fresh in the core, in ms. */
const HELD_REPEAT_MS = 10_000;

/** What one source says of one coin. */
export type SourceView = {
  readonly name: string;
  readonly rank: SourceRank;
  readonly weight: number;
  readonly prices: readonly {
    readonly coin: string;
    readonly priceE8: number;
    /** How long ago the source saw it, in ms. */
    readonly ageMs: number;
    readonly isFresh: boolean;
  }[];
};

/**
 * Brings index prices in: once per interval one `set_index_prices` for all instruments whose base
 * and quote have a fresh price. Instruments without one keep the index they had, which goes stale.
 * A price that the operator holds goes before all sources, until it is released.
 */
export class IndexFeed {
  readonly #options: IndexFeedOptions;
  readonly #ticks = new Map<number, number>();
  readonly #held = new Map<number, number>();
  #heldSentAtMs = Number.NEGATIVE_INFINITY;
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

  /** Keeps the index of an instrument at a price, in ticks, whatever the sources say. */
  hold(instrument: number, price: number): void {
    this.#held.set(instrument, price);
    this.#ticks.set(instrument, price);
    this.#heldSentAtMs = Number.NEGATIVE_INFINITY;
  }

  /** False when no price of the instrument is held. */
  release(instrument: number): boolean {
    return this.#held.delete(instrument);
  }

  isHeld(instrument: number): boolean {
    return this.#held.has(instrument);
  }

  /** What each source says of the coins of all instruments. */
  sources(): SourceView[] {
    const { instruments, port, sources } = this.#options;
    const nowMs = port.nowMs();
    const coins = new Set(
      instruments.flatMap(({ baseCode, quoteCode }) => [baseCode, quoteCode].map(underlyingOf)),
    );
    return sources.map((source) => ({
      name: source.name,
      rank: source.rank,
      weight: source.weight,
      prices: [...coins].flatMap((coin) => {
        const seen = source.price(coin, nowMs);
        if (seen === undefined) return [];
        const { observedAtMs, priceE8 } = seen;
        return [
          { coin, priceE8, ageMs: nowMs - observedAtMs, isFresh: this.#isFresh(seen, nowMs) },
        ];
      }),
    }));
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
      if (code === "USD") return PRICE_SCALE;
      if (!known.has(code)) known.set(code, this.#compose(code, nowMs));
      return known.get(code);
    };
    const isRepeatDue = nowMs - this.#heldSentAtMs >= HELD_REPEAT_MS;
    if (isRepeatDue) this.#heldSentAtMs = nowMs;
    for (const instrument of this.#options.instruments) {
      const held = this.#held.get(instrument.index);
      if (held !== undefined) {
        if (!isRepeatDue) continue;
        instruments.push(instrument.index);
        prices.push(held);
        continue;
      }
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
    const command = { kind: "set_index_prices", instruments, prices } as const;
    const done = ({ rejection }: IndexOutcome): void => {
      this.#underWay -= 1;
      if (rejection !== undefined && rejection !== "expired") this.#isApart = true;
    };
    const isTaken = this.#options.port.submit(command, done, PRICE_LIFE_MS);
    if (isTaken) this.#underWay += 1;
  }

  #isFresh({ observedAtMs, priceE8 }: SourcePrice, nowMs: number): boolean {
    const { staleAfterMs = STALE_AFTER_MS_DEFAULT } = this.#options;
    return priceE8 > 0 && nowMs - observedAtMs <= staleAfterMs;
  }

  /** The price by the first rank that has one; the later ones are told, to go on from there. */
  #compose(code: string, nowMs: number): number | undefined {
    const { sources } = this.#options;
    for (const [place, rank] of SOURCE_RANKS.entries()) {
      const fresh = sources.flatMap((source) => {
        const seen = source.rank === rank ? source.price(code, nowMs) : undefined;
        if (seen === undefined || !this.#isFresh(seen, nowMs)) return [];
        return [{ priceE8: seen.priceE8, weight: source.weight }];
      });
      if (fresh.length === 0) continue;
      const price = composePrice(fresh);
      if (price === undefined) return undefined;
      const laterRanks: readonly SourceRank[] = SOURCE_RANKS.slice(place + 1);
      const later = sources.filter((source) => laterRanks.includes(source.rank));
      for (const source of later) source.rebase?.(code, price);
      return price;
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
