import type { DepthCursor } from "../../projections/live/depth-cursor.ts";
import type { LiveBook } from "../../projections/live/live-book.ts";
import {
  bookChecksum,
  CHECKSUM_LEVELS,
  type SidesJson,
  sidesJson,
} from "../../wire/book-levels.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { type Member, Push, PushPerArg, pushText } from "../push.ts";
import { MissedChanges } from "./missed-changes.ts";
import { Paced } from "./paced.ts";
import type { PublicRows } from "./public-rows.ts";
import { BEHIND_RECHECK_MS, type Publisher } from "./publisher.ts";
import type { PushGroup } from "./push-group.ts";

/** Seq before that of any state. */
const NOTHING_SENT = -1;

interface BooksMember {
  readonly member: Member;
  /** Seq of the book state that was last sent to this subscriber, or `NOTHING_SENT`. */
  seq: number;
  /** Whether pushes were left out because the subscriber was behind. */
  isMissing: boolean;
}

/**
 * Publishes the channel `books` of one instrument: the whole depth once, then its changes,
 * conflated to the interval. `pseq` of an update is the seq of the push before it to the same
 * subscriber, so a book rebuilt from the pushes equals the live book at `seq` (websocket.md section
 * 5.4).
 *
 * A subscriber that reads too slowly receives merged changes: later, one update with all changes
 * since its last push. It gets no second snapshot, at which some clients keep the levels of the
 * first one (ccxt), unless more changes were missed than `MissedChanges` keeps. By the checksum of
 * each push a client finds levels of an earlier connection.
 */
export class BooksPublisher implements Publisher {
  readonly #rows: PublicRows;
  readonly #instrument: ListedInstrument;
  readonly #book: LiveBook;
  readonly #clock: ChannelClock;
  readonly #cursor: DepthCursor;
  readonly #paced: Paced;
  readonly #members: BooksMember[] = [];
  readonly #missed = new MissedChanges();
  #cancelRecheck: (() => void) | undefined;
  /** Seq of the book at the last push. */
  #seq: number;
  #checkedSeq = NOTHING_SENT;
  #checksum = 0;

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
    const { isBehind } = member.subscriber;
    const added: BooksMember = { member, seq: NOTHING_SENT, isMissing: isBehind };
    this.#members.push(added);
    if (isBehind) this.#scheduleRecheck();
    else this.#sendSnapshot(added);
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
      this.#missed.lose(this.#seq);
      for (const target of this.#members) target.isMissing = true;
      this.#catchUpAll();
      return;
    }
    const changes = this.#cursor.drain();
    const sides = sidesJson(this.#instrument, changes);
    const nowMs = this.#clock.nowMs();
    const common = new PushPerArg("update", this.#dataJson(sides, before), nowMs);
    let isAnyMissing = false;
    for (const target of this.#members) {
      if (target.isMissing || target.member.subscriber.isBehind) {
        target.isMissing = true;
        isAnyMissing = true;
      } else if (target.seq === before) {
        target.member.subscriber.send(common.of(target.member.argJson));
        target.seq = this.#seq;
      } else if (target.seq < this.#seq) {
        // Subscribed since the last push: its snapshot is newer than the last push to the others.
        this.#sendOwn(target, sides);
      }
    }
    if (!isAnyMissing) return;
    this.#missed.add(changes, this.#seq);
    this.#catchUpAll();
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
      if (!target.isMissing) continue;
      if (target.member.subscriber.isBehind) isAnyBehind = true;
      else this.#catchUp(target);
    }
    if (isAnyBehind) this.#scheduleRecheck();
    else this.#missed.clear();
  }

  #scheduleRecheck(): void {
    this.#cancelRecheck ??= this.#clock.after(BEHIND_RECHECK_MS, () => {
      this.#cancelRecheck = undefined;
      if (this.#book.seq === this.#seq) this.#catchUpAll();
      else this.#paced.request();
    });
  }

  #catchUp(target: BooksMember): void {
    target.isMissing = false;
    const changes = this.#missed.since(target.seq, this.#book);
    if (changes === undefined) this.#sendSnapshot(target);
    else if (target.seq < this.#seq) this.#sendOwn(target, sidesJson(this.#instrument, changes));
  }

  #sendSnapshot(target: BooksMember): void {
    const { argJson, subscriber } = target.member;
    target.seq = this.#book.seq;
    const depth = this.#book.top(Number.MAX_SAFE_INTEGER);
    const sides = sidesJson(this.#instrument, depth);
    const data = this.#dataJson(sides, 0);
    subscriber.send(new Push(pushText("snapshot", argJson, data, this.#clock.nowMs())));
  }

  /** Data of a push that leads to the present book. */
  #dataJson(sides: SidesJson, pseq: number): string {
    const { seq, timeMs } = this.#book;
    const version = { seq, pseq, timeMs, checksum: this.#presentChecksum() };
    return `[${this.#rows.book(sides, version)}]`;
  }

  /** Checksum of the present book, computed once for all that are sent its state. */
  #presentChecksum(): number {
    if (this.#checkedSeq !== this.#book.seq) {
      this.#checkedSeq = this.#book.seq;
      this.#checksum = bookChecksum(this.#instrument, this.#book.top(CHECKSUM_LEVELS));
    }
    return this.#checksum;
  }
}
