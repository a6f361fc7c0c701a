/**
 * The real core on virtual time behind the port of agents and replay: commands are applied in the
 * order of submission, events go out before replies, timers run when the clock reaches them.
 */

import { createHash } from "node:crypto";
import type { Rejection } from "../../src/core/base/rejections.ts";
import type {
  Command,
  CommandDraft,
  CommandKind,
  CommandOf,
} from "../../src/core/commands/commands.ts";
import { EventBuffer, EventReader } from "../../src/core/events/event-buffer.ts";
import { EVENT_INDEX } from "../../src/core/events/event-layout.ts";
import { apply } from "../../src/core/exchange.ts";
import type { Atoms, Lots, Seq, TimeMs } from "../../src/core/money/units.ts";
import { createState } from "../../src/core/state.ts";
import { encodeState } from "../../src/core/state-encoding.ts";
import { LiveBooks } from "../../src/projections/live/live-books.ts";
import type { AgentUser } from "../../src/simulation-market/agents/agent-users.ts";
import {
  bookViewOf,
  type CurrencyFacts,
  type InstrumentFacts,
  type MarketPort,
  type SubmitOutcome,
} from "../../src/simulation-market/market-port.ts";

/** Everything is in time here. */
type CoreOutcome = SubmitOutcome & { readonly rejection: Rejection | undefined };
type Pending = { readonly command: CommandDraft; readonly done: (outcome: CoreOutcome) => void };
type Timer = { readonly atMs: number; readonly order: number; readonly run: () => void };

export type Listing = {
  readonly symbol: string;
  readonly category: InstrumentFacts["category"];
  readonly base: string;
  readonly quote: string;
  readonly settle: string;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly realm?: InstrumentFacts["realm"];
};

/** Decimals of every currency in these tests. */
const DECIMALS = 8;

/** Words of events that share one buffer: to make a buffer costs more than to apply a command. */
const WORDS_OF_BUFFER = 1 << 17;

export class VirtualExchange implements MarketPort {
  readonly state = createState();
  readonly books = new LiveBooks();
  readonly instruments: InstrumentFacts[] = [];
  readonly currencies: CurrencyFacts[] = [];
  /** Called after each applied command, with the words of its events. */
  onApplied: ((words: Float64Array) => void) | undefined;
  /** Called after each applied command with the time it took, in ms. */
  onTimed: ((kind: CommandKind, ms: number) => void) | undefined;
  readonly #buffer = new EventBuffer();
  readonly #reader = new EventReader();
  /** Words of the last commands, which listeners may keep. */
  #kept = new Float64Array(WORDS_OF_BUFFER);
  #keptCount = 0;
  readonly #listeners = new Set<(words: Float64Array) => void>();
  readonly #isTurning: boolean;
  #queue: Pending[] = [];
  #timers: Timer[] = [];
  #timersMade = 0;
  #nowMs: number;

  /** With `isTurning` commands are applied by themselves at the end of the present turn. */
  constructor(nowMs: number, isTurning = false) {
    this.#nowMs = nowMs;
    this.#isTurning = isTurning;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  submit(command: CommandDraft, done: (outcome: CoreOutcome) => void): boolean {
    if (this.#queue.length === 0 && this.#isTurning) queueMicrotask(() => this.flush());
    this.#queue.push({ command, done });
    return true;
  }

  schedule(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#timersMade++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  onEvents(listener: (words: Float64Array) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  book(instrument: number): ReturnType<typeof bookViewOf> {
    return bookViewOf(this.books.of(instrument));
  }

  /** Applies all that was submitted, and what that leads to at the same instant. */
  flush(): void {
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      const outcomes = batch.map(({ command }) => this.#apply(command));
      for (const [place, { done }] of batch.entries()) {
        const outcome = outcomes[place];
        if (outcome !== undefined) done(outcome);
      }
    }
  }

  /** Runs timers until the clock stands at `untilMs`. */
  run(untilMs: number): void {
    for (;;) {
      this.flush();
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.atMs > untilMs) continue;
        const isSooner = next === undefined || timer.atMs < next.atMs;
        if (isSooner || (timer.atMs === next?.atMs && timer.order < next.order)) next = timer;
      }
      if (next === undefined) break;
      this.#timers.splice(this.#timers.indexOf(next), 1);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
    }
    this.#nowMs = untilMs;
  }

  /** Applies a command at once; throws when it is rejected. */
  command(command: CommandDraft): number {
    const { rejection, orderId } = this.#apply(command);
    if (rejection !== undefined) throw new Error(`${command.kind} is accepted, got ${rejection}`);
    return orderId;
  }

  list(listing: Listing): InstrumentFacts {
    const { symbol, category, priceDecimals, sizeDecimals, realm = "live" } = listing;
    const base = this.#currency(listing.base);
    const quote = this.#currency(listing.quote);
    const settle = this.#currency(listing.settle);
    const terms = {
      symbol,
      category,
      realm,
      base,
      quote,
      settle,
      isInverse: category === "coin_futures" || category === "scoin_futures",
      priceDecimals,
      tickStep: 1,
      sizeDecimals,
      lotStep: 1,
      sizeLotsMin: 1 as Lots,
      sizeLotsMax: 1_000_000_000 as Lots,
      sizeLotsMarketMax: 100_000_000 as Lots,
      valueMin: (5n * 10n ** BigInt(DECIMALS)) as Atoms,
    };
    const rates = { makerRateE6: 200, takerRateE6: 600 };
    const bounds = { buyLimitRatioE6: 50_000, sellLimitRatioE6: 50_000 };
    const isSpot = category === "spot";
    const leverage = { leverageMin: isSpot ? 0 : 1, leverageMax: isSpot ? 0 : 125 };
    const futures = { ...leverage, fundingIntervalHours: isSpot ? 0 : 8 };
    const index = this.command({
      kind: "list_instrument",
      ...terms,
      ...rates,
      ...bounds,
      ...futures,
    });
    const codes = { baseCode: listing.base, quoteCode: listing.quote, quoteDecimals: DECIMALS };
    const facts = { ...terms, ...codes, index, baseDecimals: DECIMALS, deliveryAtMs: 0 };
    this.instruments.push(facts);
    return facts;
  }

  /** Creates a user with credits, as an operator does, and returns its index. */
  createUser(plan: AgentUser): number {
    const { name, accountKind, realm, openOrdersMax } = plan;
    const terms = { accountKind, realm, parent: 0, name, openOrdersMax };
    const user = this.command({ kind: "create_user", ...terms });
    for (const { wallet, currency, amount } of plan.credits) {
      const money = { user, wallet, currency, amount: amount as Atoms };
      this.command({ kind: "credit", ...money });
    }
    return user;
  }

  setIndex(prices: readonly (readonly [instrument: number, ticks: number])[]): void {
    const terms: Pick<CommandOf<"set_index_prices">, "instruments" | "prices"> = {
      instruments: prices.map(([instrument]) => instrument),
      prices: prices.map(([, ticks]) => ticks),
    };
    this.command({ kind: "set_index_prices", ...terms });
  }

  #currency(code: string): number {
    const known = this.currencies.find((currency) => currency.code === code);
    if (known !== undefined) return known.index;
    const terms = { code, decimals: DECIMALS, isPractice: false };
    const index = this.command({ kind: "list_currency", ...terms });
    this.currencies.push({ index, code, decimals: DECIMALS });
    return index;
  }

  #apply(command: CommandDraft): CoreOutcome {
    const { state } = this;
    const stamped = { ...command, seq: (state.seq + 1) as Seq, timeMs: this.#nowMs as TimeMs };
    this.#buffer.clear();
    const startedMs = this.onTimed === undefined ? 0 : performance.now();
    apply(state, stamped as Command, this.#buffer);
    this.onTimed?.(command.kind, performance.now() - startedMs);
    const { rejection, id } = state.outcome;
    const words = this.#keepWords();
    const reader = this.#reader;
    reader.reset(words);
    while (reader.next()) {
      if (reader.kindIndex === EVENT_INDEX.level_changed) this.books.changed(reader);
    }
    this.onApplied?.(words);
    for (const listener of this.#listeners) listener(words);
    return { seq: state.seq, timeMs: state.timeMs, rejection, orderId: id };
  }

  /** Returns a copy of the words of the last command. */
  #keepWords(): Float64Array {
    const words = this.#buffer.words();
    if (this.#keptCount + words.length > this.#kept.length) {
      this.#kept = new Float64Array(Math.max(WORDS_OF_BUFFER, words.length));
      this.#keptCount = 0;
    }
    const kept = this.#kept.subarray(this.#keptCount, this.#keptCount + words.length);
    kept.set(words);
    this.#keptCount += words.length;
    return kept;
  }
}

/** Returns a function that returns the digest of the present state and all events since. */
export function digestEvents(exchange: VirtualExchange): () => string {
  const hash = createHash("sha256").update(encodeState(exchange.state));
  exchange.onEvents((words) => hash.update(words));
  return () => hash.copy().digest("hex");
}

export const BTC_SPOT = {
  symbol: "BTCUSDT",
  category: "spot",
  base: "BTC",
  quote: "USDT",
  settle: "USDT",
  priceDecimals: 2,
  sizeDecimals: 6,
} as const satisfies Listing;

/** What the tests of the living market trade. */
export const LISTINGS: readonly Listing[] = [
  BTC_SPOT,
  {
    symbol: "ETHUSDT",
    category: "spot",
    base: "ETH",
    quote: "USDT",
    settle: "USDT",
    priceDecimals: 2,
    sizeDecimals: 4,
  },
  {
    symbol: "BTCUSDT",
    category: "usdt_futures",
    base: "BTC",
    quote: "USDT",
    settle: "USDT",
    priceDecimals: 1,
    sizeDecimals: 4,
  },
  {
    symbol: "ETHUSDT",
    category: "usdt_futures",
    base: "ETH",
    quote: "USDT",
    settle: "USDT",
    priceDecimals: 2,
    sizeDecimals: 2,
  },
  {
    symbol: "BTCUSD",
    category: "coin_futures",
    base: "BTC",
    quote: "USD",
    settle: "BTC",
    priceDecimals: 1,
    sizeDecimals: 0,
  },
];
