import type { CandleInterval } from "../../projections/live/candle-interval.ts";
import type { Candle } from "../../projections/live/candle-series.ts";
import type { LiveViews } from "../../projections/live/live-views.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { type Member, Push, PushPerArg, pushText } from "../push.ts";
import type { PublicRows } from "./public-rows.ts";
import { BEHIND_RECHECK_MS, type Publisher } from "./publisher.ts";

/** Candles in the snapshot that opens a subscription. */
export const CANDLES_SNAPSHOT_MAX = 100;
/** Interval at which changes of the current candle are pushed, in ms (websocket.md 5.2). */
export const CANDLE_PUSH_MS = 1_000;

/** Loads candles of the history before those in memory; adds none where they cannot be read. */
export type LoadOlderCandles = (instrument: number, interval: CandleInterval) => Promise<void>;

/**
 * Publishes the candles of one instrument and interval: recent ones at subscription, ascending,
 * then the current one each second in which it changed. When an interval has ended, the last state
 * of its candle is in the same push as the new one.
 */
export class CandlesPublisher implements Publisher {
  readonly #rows: PublicRows;
  readonly #listings: Listings;
  readonly #instrument: ListedInstrument;
  readonly #interval: CandleInterval;
  readonly #views: LiveViews;
  readonly #clock: ChannelClock;
  readonly #members: Member[] = [];
  readonly #behind = new Set<Member>();
  #cancel: (() => void) | undefined;
  /** Whether members wait for candles that are being loaded. */
  #isLoading = false;
  /** Data of the last update. */
  #lastData = "";
  #lastStartMs = 0;

  constructor(options: {
    readonly rows: PublicRows;
    readonly listings: Listings;
    readonly instrument: ListedInstrument;
    readonly interval: CandleInterval;
    readonly views: LiveViews;
    readonly clock: ChannelClock;
    readonly loadOlder: LoadOlderCandles;
  }) {
    this.#rows = options.rows;
    this.#listings = options.listings;
    this.#instrument = options.instrument;
    this.#interval = options.interval;
    this.#views = options.views;
    this.#clock = options.clock;
    this.#lastStartMs = this.#candles(1).at(-1)?.startMs ?? 0;
    this.#schedule();
    if (!this.#reachesSnapshot()) void this.#load(options.loadOlder);
  }

  get memberCount(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    this.#members.push(member);
    if (this.#isLoading || member.subscriber.isBehind) this.#behind.add(member);
    else this.#sendSnapshot(member);
  }

  remove(member: Member): void {
    const index = this.#members.indexOf(member);
    if (index >= 0) this.#members.splice(index, 1);
    this.#behind.delete(member);
  }

  /** Candles are pushed on a timer, not with each batch. */
  changed(): void {}

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    const delayMs = this.#behind.size > 0 ? BEHIND_RECHECK_MS : CANDLE_PUSH_MS;
    this.#cancel = this.#clock.after(delayMs, () => {
      this.#publish();
      this.#schedule();
    });
  }

  #publish(): void {
    const candles = this.#candles(2).filter(({ startMs }) => startMs >= this.#lastStartMs);
    const data = this.#dataJson(candles);
    if (data !== this.#lastData && candles.length > 0) {
      this.#lastData = data;
      this.#lastStartMs = candles.at(-1)?.startMs ?? this.#lastStartMs;
      const pushes = new PushPerArg("update", data, this.#clock.nowMs());
      for (const member of this.#members) {
        if (member.subscriber.isBehind) this.#behind.add(member);
        else if (!this.#behind.has(member)) member.subscriber.send(pushes.of(member.argJson));
      }
    }
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    if (this.#isLoading) return;
    for (const member of this.#behind) {
      if (member.subscriber.isBehind) continue;
      this.#behind.delete(member);
      this.#sendSnapshot(member);
    }
  }

  async #load(loadOlder: LoadOlderCandles): Promise<void> {
    this.#isLoading = true;
    await loadOlder(this.#instrument.index, this.#interval);
    this.#isLoading = false;
    if (this.#cancel !== undefined) this.#sendWaiting();
  }

  #reachesSnapshot(): boolean {
    const query = { instrument: this.#instrument.index, interval: this.#interval };
    const snapshot = { ...query, kind: "last", limit: CANDLES_SNAPSHOT_MAX } as const;
    return this.#views.candles.reaches(snapshot, this.#views.timeMs);
  }

  #sendSnapshot(member: Member): void {
    const data = this.#dataJson(this.#candles(CANDLES_SNAPSHOT_MAX));
    const nowMs = this.#clock.nowMs();
    member.subscriber.send(new Push(pushText("snapshot", member.argJson, data, nowMs)));
  }

  #candles(limit: number): Candle[] {
    const query = { instrument: this.#instrument.index, interval: this.#interval, limit };
    return this.#views.readCandles({ ...query, kind: "last" });
  }

  #dataJson(candles: readonly Candle[]): string {
    const texts = candles.map((candle) => {
      return this.#rows.candle(this.#listings, this.#instrument, candle);
    });
    return `[${texts.join(",")}]`;
  }
}
