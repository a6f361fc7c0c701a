/**
 * The order mixes of the benchmarks, generated from a seed before the clock starts.
 *
 * `moves` is the mix with which exchange-core measures itself: 72 % change the price of a resting
 * order by about 1 % of its distance to the last trade, 12 % place GTC (mostly not crossing), 7 %
 * cancel, 7 % reduce the size, 2 % place IOC; about 2 % of commands trade. `places` is place-heavy:
 * 48 % GTC, 26 % IOC, 20 % cancel, 5 % move; a quarter of commands trade. Sizes are 1 + the product
 * of three uniform draws from 0 to 5.
 *
 * The shares alone let a book grow or dry up, so the generator steers: above its target an IOC is
 * the largest of some draws and sweeps, well above it other orders may cross too, below it nothing
 * does; the side that runs short is filled first.
 */
import { PRICES, ReferenceBook, ReferenceOrders } from "./reference-book.ts";

export const MIX_KINDS = ["place", "ioc", "move", "cancel", "reduce"] as const;
export type MixKind = (typeof MIX_KINDS)[number];

export type MixShape = {
  readonly name: string;
  readonly seed: number;
  /** After the prefill. */
  readonly commands: number;
  readonly users: number;
  readonly symbols: number;
  /** Resting orders per symbol before the clock starts, and about so many all along. */
  readonly resting: number;
  /** New orders rest up to so many ticks from the other side. */
  readonly reachTicks: number;
  readonly weights: Readonly<Record<MixKind, number>>;
  /** Share of new GTC orders that cross while the book is above its target. */
  readonly crossing: number;
};

export const CENTRE = PRICES / 2;
/** With 1,000 orders at random within this reach about 780 prices are taken. */
const REACH_TICKS = 980;

export const MOVES_WEIGHTS = { place: 12, ioc: 2, move: 72, cancel: 7, reduce: 7 } as const;
export const PLACES_WEIGHTS = { place: 48, ioc: 26, move: 5, cancel: 20, reduce: 1 } as const;

const SMALL = { users: 1_000, symbols: 1, resting: 1_000, reachTicks: REACH_TICKS } as const;

export function movesShape(commands: number, seed = 1): MixShape {
  return { name: "moves", seed, commands, ...SMALL, weights: MOVES_WEIGHTS, crossing: 0.1 };
}

export function placesShape(commands: number, seed = 1): MixShape {
  return { name: "places", seed, commands, ...SMALL, weights: PLACES_WEIGHTS, crossing: 0.1 };
}

/** A million resting orders under the moves mix. */
export function deepShape(commands: number, seed = 1): MixShape {
  const depth = { resting: 1_000_000, reachTicks: 20_000 };
  return { ...movesShape(commands, seed), name: "deep", ...depth };
}

/** One hundred symbols and 100,000 users under the moves mix. */
export function symbolsShape(commands: number, seed = 1): MixShape {
  return { ...movesShape(commands, seed), name: "symbols", symbols: 100, users: 100_000 };
}

/** Users of several symbols hold the coins of four. */
const USER_GROUPS = 25;

/** Symbols that a user trades; all of them when there are few. */
export function symbolsOfUser(shape: MixShape, user: number): number[] {
  const all = Array.from({ length: shape.symbols }, (_, symbol) => symbol);
  if (shape.symbols <= USER_GROUPS) return all;
  return all.filter((symbol) => symbol % USER_GROUPS === user % USER_GROUPS);
}

/** xorshift32: whole numbers only, the same everywhere. */
export class MixRandom {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) | 1;
  }
  /** Uniform from 0 to bound - 1. */
  below(bound: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) % bound;
  }
}

/** Commands in columns, the prefill first. */
export type Mix = {
  readonly shape: MixShape;
  /** Commands before the clock starts. */
  readonly prefill: number;
  readonly count: number;
  /** Index in `MIX_KINDS`. */
  readonly kind: Uint8Array;
  /** Number of the order the command places or names. */
  readonly order: Int32Array;
  /** Price of a new or moved order. */
  readonly price: Int32Array;
  /** Whole size of a new or reduced order, filled part included. */
  readonly size: Int32Array;
  /** What is left of a reduced order. */
  readonly remaining: Int32Array;
  /** Orders by number; `placedAt` is the place of its first command. */
  readonly orders: ReferenceOrders;
  readonly placedAt: Int32Array;
  readonly books: readonly ReferenceBook[];
  /** What happened after the prefill. */
  readonly trading: number;
  readonly trades: number;
  /** Price levels of the first symbol after the prefill, and resting orders at both ends. */
  readonly levels: number;
  readonly restingFirst: number;
  readonly restingLast: number;
};

const PLACE = 0;
const IOC = 1;
const MOVE = 2;
const CANCEL = 3;
const REDUCE = 4;
const PICKS_MAX = 32;
/** From here on an IOC sweeps. */
const FULL = 1.02;
/** From here on any order may cross. */
const OVERFULL = 1.06;
const IOC_DRAWS = 2;
const IOC_DRAWS_FULL = 8;
const IOC_REACH_TICKS = 50;

class Generator {
  readonly #shape: MixShape;
  readonly #random: MixRandom;
  readonly kind: Uint8Array;
  readonly order: Int32Array;
  readonly price: Int32Array;
  readonly size: Int32Array;
  readonly remaining: Int32Array;
  readonly placedAt: Int32Array;
  readonly orders: ReferenceOrders;
  readonly books: ReferenceBook[];
  count = 0;
  trading = 0;

  constructor(shape: MixShape) {
    const capacity = shape.commands + shape.resting * shape.symbols;
    const column = (): Int32Array => new Int32Array(capacity);
    this.#shape = shape;
    this.#random = new MixRandom(shape.seed);
    this.kind = new Uint8Array(capacity);
    this.order = column();
    this.price = column();
    this.size = column();
    this.remaining = column();
    this.placedAt = column();
    this.orders = new ReferenceOrders(capacity);
    this.books = Array.from(
      { length: shape.symbols },
      () => new ReferenceBook(this.orders, CENTRE),
    );
  }

  prefill(): void {
    for (let symbol = 0; symbol < this.#shape.symbols; symbol++) {
      const book = this.books[symbol] as ReferenceBook;
      for (let count = 0; count < this.#shape.resting; count++) {
        const isBuy = count % 2 === 0;
        const distance = 1 + this.#random.below(this.#shape.reachTicks);
        const order = this.#newOrder(symbol, isBuy, isBuy ? CENTRE - distance : CENTRE + distance);
        this.#write(PLACE, order);
        book.rest(order);
      }
    }
  }

  /** Appends one command of a kind drawn by weight. */
  next(): void {
    const { weights } = this.#shape;
    let draw = this.#random.below(
      weights.place + weights.ioc + weights.move + weights.cancel + weights.reduce,
    );
    let kind = 0;
    for (; kind < MIX_KINDS.length - 1; kind++) {
      draw -= weights[MIX_KINDS[kind] as MixKind];
      if (draw < 0) break;
    }
    if (kind === PLACE || this.orders.openCount === 0) this.#place();
    else if (kind === IOC) this.#placeIoc();
    else if (kind === MOVE) this.#move();
    else if (kind === CANCEL || !this.#reduce()) this.#cancel();
  }

  #write(kind: number, order: number): void {
    const at = this.count++;
    const { price, remaining, size } = this.orders;
    this.kind[at] = kind;
    this.order[at] = order;
    this.price[at] = price[order] as number;
    this.size[at] = size[order] as number;
    this.remaining[at] = remaining[order] as number;
    if (kind === PLACE || kind === IOC) this.placedAt[order] = at;
  }

  #newOrder(symbol: number, isBuy: boolean, price: number, draws = 1): number {
    const { orders } = this;
    const order = orders.count++;
    let size = 0;
    for (let draw = 0; draw < draws; draw++) size = Math.max(size, this.#drawSize());
    orders.symbol[order] = symbol;
    orders.isBuy[order] = isBuy ? 1 : 0;
    orders.price[order] = Math.min(PRICES - 1, Math.max(1, price));
    orders.size[order] = size;
    orders.remaining[order] = size;
    orders.user[order] = this.#userOf(symbol);
    return order;
  }

  #drawSize(): number {
    const random = this.#random;
    return 1 + random.below(6) * random.below(6) * random.below(6);
  }

  /** The book's orders as a share of its target. */
  #fullness(book: ReferenceBook): number {
    return (book.asks + book.bids) / this.#shape.resting;
  }

  #userOf(symbol: number): number {
    const { symbols, users } = this.#shape;
    if (symbols <= USER_GROUPS) return this.#random.below(users);
    return this.#random.below(users / USER_GROUPS) * USER_GROUPS + (symbol % USER_GROUPS);
  }

  /** True with a chance of one half shifted by `bias`, of which at most 0.4 counts. */
  #isDrawn(bias: number): boolean {
    return this.#random.below(1_000) < 500 + 1_000 * Math.min(0.4, Math.max(-0.4, bias));
  }

  #place(): void {
    const symbol = this.#random.below(this.#shape.symbols);
    const book = this.books[symbol] as ReferenceBook;
    const { asks, bids } = book;
    const isBuy = this.#isDrawn((asks - bids) / (asks + bids + 1));
    const isOverfull = this.#fullness(book) > OVERFULL;
    const isCrossing = isOverfull && this.#random.below(1_000) < this.#shape.crossing * 1_000;
    const order = this.#newOrder(symbol, isBuy, this.#priceOf(book, isBuy, isCrossing));
    this.#write(PLACE, order);
    this.#execute(book, order, true);
  }

  #priceOf(book: ReferenceBook, isBuy: boolean, isCrossing: boolean): number {
    const other = isBuy
      ? Math.min(book.ask, Math.max(book.last, book.bid) + 1 + this.#shape.reachTicks)
      : Math.max(book.bid, Math.min(book.last, book.ask) - 1 - this.#shape.reachTicks);
    if (isCrossing) return other;
    const distance = 1 + this.#random.below(this.#shape.reachTicks);
    return isBuy ? other - distance : other + distance;
  }

  #placeIoc(): void {
    const symbol = this.#random.below(this.#shape.symbols);
    const book = this.books[symbol] as ReferenceBook;
    const { ask, asks, bid, bids, last } = book;
    const drift = (CENTRE - last) / (8 * this.#shape.reachTicks);
    const isBuy = this.#isDrawn((asks - bids) / (asks + bids + 1) + drift);
    const fullness = this.#fullness(book);
    const isBelow = fullness < 1;
    const draws = isBelow ? 1 : fullness < FULL ? IOC_DRAWS : IOC_DRAWS_FULL;
    const reach = isBelow ? 1 : IOC_REACH_TICKS;
    const crossing = isBuy ? Math.min(PRICES - 1, ask) + reach : Math.max(1, bid) - reach;
    const missing = isBuy ? ask - 1 - reach : bid + 1 + reach;
    const order = this.#newOrder(symbol, isBuy, isBelow ? missing : crossing, draws);
    this.#write(IOC, order);
    this.#execute(book, order, false);
  }

  #execute(book: ReferenceBook, order: number, rests: boolean): void {
    if (book.match(order) > 0) this.trading += 1;
    if (rests && (this.orders.remaining[order] as number) > 0) book.rest(order);
  }

  #pick(): number {
    return this.orders.openAt(this.#random.below(this.orders.openCount));
  }

  /** A hundredth of the way to the last trade, at least a tick; from the last trade either way. */
  #move(): void {
    const order = this.#pick();
    const { isBuy, price, symbol } = this.orders;
    const book = this.books[symbol[order] as number] as ReferenceBook;
    const isBuyOrder = isBuy[order] === 1;
    const from = price[order] as number;
    const way = book.last - from;
    const step = Math.max(1, Math.round(Math.abs(way) / 100));
    const sign = way === 0 ? this.#random.below(2) * 2 - 1 : Math.sign(way);
    let to = from + sign * step;
    if (this.#fullness(book) < OVERFULL && book.crosses(isBuyOrder, to))
      to = isBuyOrder ? from - 1 : from + 1;
    to = Math.min(PRICES - 1, Math.max(1, to));
    if (to === from) to = isBuyOrder ? from + 1 : from - 1;
    book.remove(order);
    price[order] = to;
    this.#write(MOVE, order);
    this.#execute(book, order, true);
  }

  #cancel(): void {
    const order = this.#pick();
    (this.books[this.orders.symbol[order] as number] as ReferenceBook).remove(order);
    this.#write(CANCEL, order);
  }

  /** False when no order drawn has more than a lot left. */
  #reduce(): boolean {
    const { remaining, size } = this.orders;
    for (let picks = 0; picks < PICKS_MAX; picks++) {
      const order = this.#pick();
      const left = remaining[order] as number;
      if (left < 2) continue;
      const by = 1 + this.#random.below(left - 1);
      remaining[order] = left - by;
      size[order] = (size[order] as number) - by;
      this.#write(REDUCE, order);
      return true;
    }
    return false;
  }
}

/** The same shape gives the same mix. */
export function generateMix(shape: MixShape): Mix {
  const generator = new Generator(shape);
  generator.prefill();
  const {
    books,
    count: prefill,
    kind,
    order,
    orders,
    placedAt,
    price,
    remaining,
    size,
  } = generator;
  const levels = books[0]?.levels ?? 0;
  const restingFirst = orders.openCount;
  while (generator.count < prefill + shape.commands) generator.next();
  return {
    shape,
    prefill,
    count: generator.count,
    kind,
    order,
    price,
    size,
    remaining,
    orders,
    placedAt,
    books,
    trading: generator.trading,
    trades: books.reduce((sum, book) => sum + book.trades, 0),
    levels,
    restingFirst,
    restingLast: orders.openCount,
  };
}

/** What a mix is made of, for the report. */
export function describeMix(mix: Mix): Readonly<Record<string, unknown>> {
  const { levels, prefill, restingFirst, restingLast, shape, trades, trading } = mix;
  const counts = MIX_KINDS.map(() => 0);
  for (let at = prefill; at < mix.count; at++) {
    const kind = mix.kind[at] as number;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const percent = (count: number): number => Math.round((count / shape.commands) * 1_000) / 10;
  return {
    name: shape.name,
    seed: shape.seed,
    commands: shape.commands,
    users: shape.users,
    symbols: shape.symbols,
    percentByKind: Object.fromEntries(
      MIX_KINDS.map((kind, at) => [kind, percent(counts[at] ?? 0)]),
    ),
    percentTrading: percent(trading),
    trades,
    levels,
    restingFirst,
    restingLast,
  };
}
