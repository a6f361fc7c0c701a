import { formatTrimmed } from "../../core/money/decimals.ts";
import type { CandleInterval } from "../../projections/live/candle-interval.ts";
import type { Candle } from "../../projections/live/candle-series.ts";
import type { LiveViews } from "../../projections/live/live-views.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import { priceText, sizeText } from "../../wire/texts.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { type Member, Push, PushPerArg, pushText } from "../push.ts";
import type { Dialect } from "./book-levels.ts";
import { BEHIND_RECHECK_MS, type Feed } from "./feed.ts";

/** Candles in the snapshot that opens a subscription. */
export const CANDLES_SNAPSHOT_MAX = 100;
/** How often the current candle is looked at, in ms (websocket.md section 5.2). */
export const CANDLE_PUSH_MS = 1_000;

/**
 * The candles of one instrument and interval: recent ones at subscription, ascending, then the
 * current one each second in which it changed. When an interval has ended, the last state of its
 * candle comes together with the new one.
 */
export class CandlesFeed implements Feed {
  readonly #dialect: Dialect;
  readonly #instrument: ListedInstrument;
  /** Decimals of the atoms of a candle's value. */
  readonly #valueDecimals: number;
  readonly #interval: CandleInterval;
  readonly #views: LiveViews;
  readonly #clock: ChannelClock;
  readonly #members: Member[] = [];
  readonly #behind = new Set<Member>();
  #cancel: (() => void) | undefined;
  /** The rows of the last look, as they were told. */
  #told = "";
  #lastStartMs = 0;

  constructor(options: {
    readonly dialect: Dialect;
    readonly instrument: ListedInstrument;
    readonly valueDecimals: number;
    readonly interval: CandleInterval;
    readonly views: LiveViews;
    readonly clock: ChannelClock;
  }) {
    this.#dialect = options.dialect;
    this.#instrument = options.instrument;
    this.#valueDecimals = options.valueDecimals;
    this.#interval = options.interval;
    this.#views = options.views;
    this.#clock = options.clock;
    this.#lastStartMs = this.#rows(1).at(-1)?.startMs ?? 0;
    this.#plan();
  }

  get memberCount(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    this.#members.push(member);
    if (member.subscriber.isBehind) this.#behind.add(member);
    else this.#sendSnapshot(member);
  }

  remove(member: Member): void {
    const at = this.#members.indexOf(member);
    if (at >= 0) this.#members.splice(at, 1);
    this.#behind.delete(member);
  }

  /** Candles are looked at by the second, not with each batch. */
  changed(): void {}

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #plan(): void {
    const delayMs = this.#behind.size > 0 ? BEHIND_RECHECK_MS : CANDLE_PUSH_MS;
    this.#cancel = this.#clock.after(delayMs, () => {
      this.#publish();
      this.#plan();
    });
  }

  #publish(): void {
    const rows = this.#rows(2).filter((row) => row.startMs >= this.#lastStartMs);
    const told = this.#dataJson(rows);
    if (told !== this.#told && rows.length > 0) {
      this.#told = told;
      this.#lastStartMs = rows.at(-1)?.startMs ?? this.#lastStartMs;
      const pushes = new PushPerArg("update", told, this.#clock.nowMs());
      for (const member of this.#members) {
        if (member.subscriber.isBehind) this.#behind.add(member);
        else if (!this.#behind.has(member)) member.subscriber.send(pushes.of(member.argJson));
      }
    }
    for (const member of this.#behind) {
      if (member.subscriber.isBehind) continue;
      this.#behind.delete(member);
      this.#sendSnapshot(member);
    }
  }

  #sendSnapshot(member: Member): void {
    const data = this.#dataJson(this.#rows(CANDLES_SNAPSHOT_MAX));
    const nowMs = this.#clock.nowMs();
    member.subscriber.send(new Push(pushText("snapshot", member.argJson, data, nowMs)));
  }

  #rows(limit: number): Candle[] {
    const query = { instrument: this.#instrument.index, interval: this.#interval, limit };
    return this.#views.readCandles({ ...query, kind: "last" });
  }

  #dataJson(rows: readonly Candle[]): string {
    return `[${rows.map((row) => this.#rowJson(row)).join(",")}]`;
  }

  #rowJson(row: Candle): string {
    const instrument = this.#instrument;
    const open = priceText(instrument, row.open);
    const high = priceText(instrument, row.high);
    const low = priceText(instrument, row.low);
    const close = priceText(instrument, row.close);
    const size = sizeText(instrument, row.volume);
    const value = formatTrimmed(row.turnover, this.#valueDecimals);
    // An inverse contract is sized in quote units, its value is in base.
    const [base, quote] = instrument.isInverse ? [value, size] : [size, value];
    if (this.#dialect === "v2") {
      return (
        `["${row.startMs}","${open}","${high}","${low}","${close}",` +
        `"${base}","${quote}","${quote}"]`
      );
    }
    return (
      `{"start":"${row.startMs}","open":"${open}","high":"${high}","low":"${low}",` +
      `"close":"${close}","volume":"${base}","turnover":"${quote}"}`
    );
  }
}
