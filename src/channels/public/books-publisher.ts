import type { Side } from "../../core/base/vocabulary.ts";
import { ticks } from "../../core/money/units.ts";
import type { Level } from "../../projections/live/book-side.ts";
import type { DepthChanges, DepthCursor } from "../../projections/live/depth-cursor.ts";
import type { LiveBook } from "../../projections/live/live-book.ts";
import { type SidesJson, sidesJson } from "../../wire/book-levels.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { type Member, Push, PushPerArg, pushText } from "../push.ts";
import { Paced } from "./paced.ts";
import type { PublicRows } from "./public-rows.ts";
import { BEHIND_RECHECK_MS, type Publisher } from "./publisher.ts";
import type { PushGroup } from "./push-group.ts";

/** Most prices kept for a subscriber that fell behind; beyond it a new snapshot is cheaper. */
export const MISSED_PRICES_MAX = 5_000;

interface BooksMember {
  readonly member: Member;
  /** Seq of the book state that was last sent to this subscriber. */
  seq: number;
  /** Prices that changed while the subscriber was behind; undefined while it keeps up. */
  missed: MissedPrices | undefined;
}

/** Prices whose levels a subscriber must receive again. */
class MissedPrices {
  readonly #prices: Readonly<Record<Side, Set<number>>> = { buy: new Set(), sell: new Set() };
  /** Whether there are too many, so that none are kept. */
  isTooMany = false;

  add(changes: DepthChanges): void {
    if (this.isTooMany) return;
    for (const { price } of changes.bids) this.#prices.buy.add(price);
    for (const { price } of changes.asks) this.#prices.sell.add(price);
    if (this.#prices.buy.size + this.#prices.sell.size > MISSED_PRICES_MAX) this.overflow();
  }

  overflow(): void {
    this.isTooMany = true;
    this.#prices.buy.clear();
    this.#prices.sell.clear();
  }

  /** Returns the current levels at these prices, best first. */
  changesIn(book: LiveBook): DepthChanges {
    return { bids: this.#levels(book, "buy", -1), asks: this.#levels(book, "sell", 1) };
  }

  #levels(book: LiveBook, side: Side, direction: 1 | -1): Level[] {
    const prices = [...this.#prices[side]].sort((a, b) => (a - b) * direction);
    return prices.map((price) => {
      return { price: ticks(price), size: book.sideOf(side).sizeOf(ticks(price)) };
    });
  }
}

/**
 * Publishes the channel `books` of one instrument: the whole depth once, then its changes,
 * conflated to the interval. `pseq` of an update is the seq of the push before it to the same
 * subscriber, so a book rebuilt from the pushes equals the live book at `seq` (websocket.md section
 * 5.4).
 *
 * A subscriber that reads too slowly receives merged changes: later, one update with all changes
 * since its last push, or a new snapshot when these are more than `MISSED_PRICES_MAX` levels.
 */
export class BooksPublisher implements Publisher {
  readonly #rows: PublicRows;
  readonly #instrument: ListedInstrument;
  readonly #book: LiveBook;
  readonly #clock: ChannelClock;
  readonly #cursor: DepthCursor;
  readonly #paced: Paced;
  readonly #members: BooksMember[] = [];
  #cancelRecheck: (() => void) | undefined;
  /** Seq of the book at the last push. */
  #seq: number;

  constructor(options: {
    readonly rows: PublicRows;
    readonly instrument: ListedInstrument;
    readonly book: LiveBook;
    readonly cursor: DepthCursor;
    readonly clock: ChannelClock;
    readonly intervalMs: number;
    readonly group: PushGroup;
  }) {
    this.#rows = options.rows;
    this.#instrument = options.instrument;
    this.#book = options.book;
    this.#cursor = options.cursor;
    this.#clock = options.clock;
    this.#seq = options.book.seq;
    const publish = (): void => this.#publish();
    this.#paced = new Paced(options.clock, options.intervalMs, publish, options.group);
  }

  get memberCount(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    const added: BooksMember = { member, seq: this.#book.seq, missed: undefined };
    this.#members.push(added);
    if (member.subscriber.isBehind) {
      this.#missAll(added);
      this.#scheduleRecheck();
    } else {
      this.#sendSnapshot(added);
    }
  }

  remove(member: Member): void {
    const index = this.#members.findIndex((known) => known.member === member);
    if (index >= 0) this.#members.splice(index, 1);
  }

  changed(): void {
    if (this.#book.seq !== this.#seq) this.#paced.request();
  }

  stop(): void {
    this.#paced.stop();
    this.#cancelRecheck?.();
    this.#book.closeCursor(this.#cursor);
  }

  #publish(): void {
    const before = this.#seq;
    this.#seq = this.#book.seq;
    if (this.#cursor.isOverflown) {
      this.#cursor.reset();
      for (const target of this.#members) this.#missAll(target);
      this.#catchUpAll();
      return;
    }
    const changes = this.#cursor.drain();
    const sides = sidesJson(this.#instrument, changes);
    const nowMs = this.#clock.nowMs();
    const common = new PushPerArg("update", this.#dataJson(sides, before), nowMs);
    let isAnyBehind = false;
    for (const target of this.#members) {
      if (target.missed !== undefined || target.member.subscriber.isBehind) {
        target.missed ??= new MissedPrices();
        target.missed.add(changes);
        isAnyBehind = true;
      } else if (target.seq === before) {
        target.member.subscriber.send(common.of(target.member.argJson));
        target.seq = this.#seq;
      } else if (target.seq < this.#seq) {
        // Subscribed since the last push: its snapshot is newer than the last push to the others.
        this.#sendOwn(target, sides);
      }
    }
    if (isAnyBehind) this.#catchUpAll();
  }

  /** Sends an update to one subscriber whose last state differs from that of the others. */
  #sendOwn(target: BooksMember, sides: SidesJson): void {
    const { argJson, subscriber } = target.member;
    const data = this.#dataJson(sides, target.seq);
    subscriber.send(new Push(pushText("update", argJson, data, this.#clock.nowMs())));
    target.seq = this.#seq;
  }

  /** Called only while the book is as at the last push, so that `seq` is that of the data. */
  #catchUpAll(): void {
    let isAnyBehind = false;
    for (const target of this.#members) {
      if (target.missed === undefined) continue;
      if (target.member.subscriber.isBehind) isAnyBehind = true;
      else this.#catchUp(target, target.missed);
    }
    if (isAnyBehind) this.#scheduleRecheck();
  }

  #scheduleRecheck(): void {
    this.#cancelRecheck ??= this.#clock.after(BEHIND_RECHECK_MS, () => {
      this.#cancelRecheck = undefined;
      if (this.#book.seq === this.#seq) this.#catchUpAll();
      else this.#paced.request();
    });
  }

  #catchUp(target: BooksMember, missed: MissedPrices): void {
    target.missed = undefined;
    if (missed.isTooMany) {
      target.seq = this.#seq;
      this.#sendSnapshot(target);
      return;
    }
    const sides = sidesJson(this.#instrument, missed.changesIn(this.#book));
    this.#sendOwn(target, sides);
  }

  #missAll(target: BooksMember): void {
    target.missed ??= new MissedPrices();
    target.missed.overflow();
  }

  #sendSnapshot(target: BooksMember): void {
    const { argJson, subscriber } = target.member;
    const depth = this.#book.top(Number.MAX_SAFE_INTEGER);
    const sides = sidesJson(this.#instrument, depth);
    const version = { seq: target.seq, pseq: 0, timeMs: this.#book.timeMs };
    const data = `[${this.#rows.book(sides, version)}]`;
    subscriber.send(new Push(pushText("snapshot", argJson, data, this.#clock.nowMs())));
  }

  #dataJson(sides: SidesJson, pseq: number): string {
    const version = { seq: this.#seq, pseq, timeMs: this.#book.timeMs };
    return `[${this.#rows.book(sides, version)}]`;
  }
}
