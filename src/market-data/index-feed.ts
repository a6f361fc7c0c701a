import type { Rejection } from "../core/base/rejections.ts";
import type { CommandDraft } from "../core/commands/commands.ts";
import { TICKS_MAX } from "../core/money/units.ts";
import { STABLE_COINS } from "../market-model/coins.ts";
import { underlyingOf } from "../market-model/underlying.ts";
import { composePrice, reliablePrices } from "./compose-price.ts";
import {
  PRICE_SCALE,
  type PriceSource,
  SOURCE_RANKS,
  type SourcePrice,
  type SourceRank,
} from "./price-source.ts";

/** Properties of an instrument that are needed to convert dollar prices into its ticks. */
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
   * Submits a command; returns false when the exchange accepts no more commands at present. The
   * next interval submits newer prices in any case. Prices that are not durable within `withinMs`
   * milliseconds expire and never take effect.
   */
  submit(command: CommandDraft, done: (outcome: IndexOutcome) => void, withinMs: number): boolean;
  /** Monotonic time in ms, used for the age of prices. */
  nowMs(): number;
  schedule(delayMs: number, run: () => void): () => void;
};

export type IndexFeedOptions = {
  /** May grow: it is read at each interval. */
  readonly instruments: readonly IndexedInstrument[];
  /** At most 16; see `SourceRank` for their order of preference. */
  readonly sources: readonly PriceSource[];
  readonly port: IndexPort;
  readonly intervalMs?: number;
  /** Prices observed longer ago than this are ignored. */
  readonly staleAfterMs?: number;
  /** Index price of the exchange before a restart, in ticks; 0 if there is none. */
  readonly lastIndexTicks?: (instrument: number) => number;
};

const INTERVAL_MS_DEFAULT = 1_000;
const STALE_AFTER_MS_DEFAULT = 10_000;

/**
 * Returns the price of base in quote, rounded to the nearest tick; 0 when it is out of range for
 * ticks.
 */
export function indexTicks(
  instrument: IndexedInstrument,
  prices: { readonly baseE8: number; readonly quoteE8: number },
): number {
  const { priceDecimals, tickStep } = instrument;
  const dividend = 2n * BigInt(prices.baseE8) * 10n ** BigInt(priceDecimals);
  const divisor = BigInt(prices.quoteE8) * BigInt(tickStep);
  const rounded = Number((dividend / divisor + 1n) / 2n);
  return rounded <= TICKS_MAX ? rounded : 0;
}

/** Time in ms after which a submitted price expires; a newer one follows anyway. */
const PRICE_LIFE_MS = 2_000;

/** Interval in ms at which a held price is sent again, so that it stays fresh in the core. */
const HELD_REPEAT_MS = 10_000;

/** A price of which an index price is composed. */
export type IndexComponent = {
  readonly source: string;
  /** Price of the base in the quote coin, in ticks of the instrument. */
  readonly price: number;
  readonly weight: number;
};

/** Source of prices that the operator holds. */
const HELD_SOURCE = "operator";

/** Prices of one source for the coins of all instruments. */
export type SourcePrices = {
  readonly name: string;
  readonly rank: SourceRank;
  readonly weight: number;
  readonly prices: readonly {
    readonly coin: string;
    readonly priceE8: number;
    /** Age of the price in ms, according to the source. */
    readonly ageMs: number;
    readonly isFresh: boolean;
  }[];
};

/**
 * Feeds index prices into the exchange. Each interval sends one `set_index_prices` for all
 * instruments whose base and quote have a fresh price. Other instruments keep their last index
 * price, which becomes stale. A price held by the operator takes precedence over all sources until
 * it is released.
 */
export class IndexFeed {
  readonly #options: IndexFeedOptions;
  readonly #ticks = new Map<number, number>();
  readonly #held = new Map<number, number>();
  #heldSentAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;
  #pendingCommands = 0;
  /**
   * Whether each instrument gets a command of its own. True after a rejection: one price out of
   * range rejects its whole command.
   */
  #sendsSeparately = false;

  constructor(options: IndexFeedOptions) {
    this.#options = options;
    this.#rebaseSources();
  }

  /** Returns the index price sent last, in ticks; 0 before the first. */
  lastTicks(instrument: number): number {
    return this.#ticks.get(instrument) ?? 0;
  }

  /** Starts the feed; the first prices are sent at once. */
  start(): void {
    this.stop();
    this.#run();
  }

  /** Holds the index of an instrument at a price, in ticks, regardless of the sources. */
  hold(instrument: number, price: number): void {
    this.#held.set(instrument, price);
    this.#ticks.set(instrument, price);
    this.#heldSentAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Releases a held price; returns false when none is held. */
  release(instrument: number): boolean {
    return this.#held.delete(instrument);
  }

  isHeld(instrument: number): boolean {
    return this.#held.has(instrument);
  }

  /** Coins of which the index prices of all instruments are made. */
  coins(): ReadonlySet<string> {
    const { instruments } = this.#options;
    return new Set(
      instruments.flatMap(({ baseCode, quoteCode }) => [baseCode, quoteCode].map(underlyingOf)),
    );
  }

  /** Returns the current prices of each source for `coins`. */
  sources(): SourcePrices[] {
    const { port, sources } = this.#options;
    const nowMs = port.nowMs();
    const coins = this.coins();
    return sources.map((source) => ({
      name: source.name,
      rank: source.rank,
      weight: source.weight,
      prices: [...coins].flatMap((coin) => {
        const observed = source.price(coin, nowMs);
        if (observed === undefined) return [];
        const { observedAtMs, priceE8 } = observed;
        return [
          { coin, priceE8, ageMs: nowMs - observedAtMs, isFresh: this.#isFresh(observed, nowMs) },
        ];
      }),
    }));
  }

  /**
   * Returns the prices of which the index price of an instrument is composed now; none while no
   * reliable price is fresh.
   */
  components(instrument: number): readonly IndexComponent[] {
    const { instruments, port } = this.#options;
    const indexed = instruments.find(({ index }) => index === instrument);
    if (indexed === undefined) return [];
    const held = this.#held.get(instrument);
    if (held !== undefined) return [{ source: HELD_SOURCE, price: held, weight: 1 }];
    const nowMs = port.nowMs();
    const quote = underlyingOf(indexed.quoteCode);
    const quoteE8 = quote === "USD" ? PRICE_SCALE : composePrice(this.#fresh(quote, nowMs).prices);
    if (quoteE8 === undefined) return [];
    const { prices } = this.#fresh(underlyingOf(indexed.baseCode), nowMs);
    return (reliablePrices(prices) ?? []).map(({ priceE8: baseE8, source, weight }) => {
      return { source, price: indexTicks(indexed, { baseE8, quoteE8 }), weight };
    });
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #run(): void {
    const { port, intervalMs = INTERVAL_MS_DEFAULT } = this.#options;
    this.#cancelTimer = port.schedule(intervalMs, () => this.#run());
    if (this.#pendingCommands === 0) this.#send(port.nowMs());
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
    if (!this.#sendsSeparately) return this.#submit(instruments, prices);
    for (const [index, price] of prices.entries()) {
      this.#submit(instruments.slice(index, index + 1), [price]);
    }
  }

  #submit(instruments: readonly number[], prices: readonly number[]): void {
    if (instruments.length === 0) return;
    const command = { kind: "set_index_prices", instruments, prices } as const;
    const done = ({ rejection }: IndexOutcome): void => {
      this.#pendingCommands -= 1;
      if (rejection !== undefined && rejection !== "expired") this.#sendsSeparately = true;
    };
    const isAccepted = this.#options.port.submit(command, done, PRICE_LIFE_MS);
    if (isAccepted) this.#pendingCommands += 1;
  }

  #isFresh({ observedAtMs, priceE8 }: SourcePrice, nowMs: number): boolean {
    const { staleAfterMs = STALE_AFTER_MS_DEFAULT } = this.#options;
    return priceE8 > 0 && nowMs - observedAtMs <= staleAfterMs;
  }

  /** Fresh prices of a coin, of the first rank that has any, and the place of that rank. */
  #fresh(code: string, nowMs: number) {
    const { sources } = this.#options;
    for (const [rankIndex, rank] of SOURCE_RANKS.entries()) {
      const prices = sources.flatMap((source) => {
        const observed = source.rank === rank ? source.price(code, nowMs) : undefined;
        if (observed === undefined || !this.#isFresh(observed, nowMs)) return [];
        return [{ source: source.name, priceE8: observed.priceE8, weight: source.weight }];
      });
      if (prices.length > 0) return { prices, rankIndex };
    }
    return { prices: [], rankIndex: SOURCE_RANKS.length };
  }

  /**
   * Composes the price from the first rank with fresh prices. Sources of later ranks are rebased to
   * it, so that they can take over without a jump.
   */
  #compose(code: string, nowMs: number): number | undefined {
    const { prices, rankIndex } = this.#fresh(code, nowMs);
    const price = composePrice(prices);
    if (price === undefined) return undefined;
    const laterRanks: readonly SourceRank[] = SOURCE_RANKS.slice(rankIndex + 1);
    const later = this.#options.sources.filter((source) => laterRanks.includes(source.rank));
    for (const source of later) source.rebase?.(code, price);
    return price;
  }

  /** Rebases all sources to the index prices of the exchange after a restart. */
  #rebaseSources(): void {
    const { instruments, sources, lastIndexTicks } = this.#options;
    if (lastIndexTicks === undefined) return;
    const rebased = new Set<string>();
    for (const instrument of instruments) {
      const code = underlyingOf(instrument.baseCode);
      const last = lastIndexTicks(instrument.index);
      if (last <= 0 || rebased.has(code)) continue;
      // Only a price in dollars is one that sources compare with theirs.
      const quote = underlyingOf(instrument.quoteCode);
      if (quote !== "USD" && !STABLE_COINS.includes(quote)) continue;
      rebased.add(code);
      const { priceDecimals, tickStep } = instrument;
      const units = BigInt(last) * BigInt(tickStep);
      const priceE8 = Number((units * BigInt(PRICE_SCALE)) / 10n ** BigInt(priceDecimals));
      for (const source of sources) source.rebase?.(code, priceE8);
    }
  }
}
