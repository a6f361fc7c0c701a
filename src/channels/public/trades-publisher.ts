import type { LiveTrade } from "../../projections/live/live-trade.ts";
import type { RecentTrades } from "../../projections/live/recent-trades.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { type Member, Push, PushPerArg, pushText } from "../push.ts";
import type { PublicRows } from "./public-rows.ts";
import { BEHIND_RECHECK_MS, type Publisher } from "./publisher.ts";

/** Trades in the snapshot that opens a subscription. */
export const TRADES_SNAPSHOT_MAX = 50;
/** Most trades in one update; a subscriber that missed more receives the newest. */
export const TRADES_UPDATE_MAX = 500;

/** A subscriber and the id of the last trade that was sent to it. */
interface TradesMember {
  readonly member: Member;
  lastTradeId: number;
}

/**
 * Publishes the public trades of one instrument, newest first within a push: recent ones at
 * subscription, then each batch of new ones at once. A subscriber that reads too slowly receives
 * the missed trades later, at most `TRADES_UPDATE_MAX`.
 */
export class TradesPublisher implements Publisher {
  readonly #rows: PublicRows;
  readonly #instrument: ListedInstrument;
  readonly #trades: RecentTrades;
  readonly #clock: ChannelClock;
  readonly #members: TradesMember[] = [];
  #cancelRecheck: (() => void) | undefined;
  #lastTradeId: number;

  constructor(options: {
    readonly rows: PublicRows;
    readonly instrument: ListedInstrument;
    readonly trades: RecentTrades;
    readonly clock: ChannelClock;
  }) {
    this.#rows = options.rows;
    this.#instrument = options.instrument;
    this.#trades = options.trades;
    this.#clock = options.clock;
    this.#lastTradeId = options.trades.newest?.tradeId ?? 0;
  }

  get memberCount(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    const lastTradeId = this.#trades.newest?.tradeId ?? 0;
    this.#members.push({ member, lastTradeId });
    const rows = this.#trades.page({ limit: TRADES_SNAPSHOT_MAX });
    const { subscriber, argJson } = member;
    if (subscriber.isBehind) return;
    const nowMs = this.#clock.nowMs();
    subscriber.send(new Push(pushText("snapshot", argJson, this.#dataJson(rows), nowMs)));
  }

  remove(member: Member): void {
    const index = this.#members.findIndex((known) => known.member === member);
    if (index >= 0) this.#members.splice(index, 1);
  }

  changed(): void {
    const newest = this.#trades.newest?.tradeId ?? 0;
    if (newest === this.#lastTradeId) return;
    const before = this.#lastTradeId;
    this.#lastTradeId = newest;
    const nowMs = this.#clock.nowMs();
    const pushes = new PushPerArg("update", this.#dataJson(this.#since(before)), nowMs);
    for (const target of this.#members) {
      if (target.lastTradeId !== before || target.member.subscriber.isBehind) continue;
      target.lastTradeId = newest;
      target.member.subscriber.send(pushes.of(target.member.argJson));
    }
    this.#catchUpAll();
  }

  stop(): void {
    this.#cancelRecheck?.();
    this.#cancelRecheck = undefined;
  }

  /** Sends missed trades to each subscriber whose last trade is not the newest. */
  #catchUpAll(): void {
    let isAnyBehind = false;
    for (const target of this.#members) {
      if (target.lastTradeId >= this.#lastTradeId) continue;
      if (target.member.subscriber.isBehind) isAnyBehind = true;
      else this.#catchUp(target);
    }
    if (!isAnyBehind) return;
    this.#cancelRecheck ??= this.#clock.after(BEHIND_RECHECK_MS, () => {
      this.#cancelRecheck = undefined;
      this.#catchUpAll();
    });
  }

  #catchUp(target: TradesMember): void {
    const rows = this.#since(target.lastTradeId);
    const { subscriber, argJson } = target.member;
    target.lastTradeId = this.#lastTradeId;
    const data = this.#dataJson(rows);
    subscriber.send(new Push(pushText("update", argJson, data, this.#clock.nowMs())));
  }

  /** Returns the trades after `tradeId`, newest first. */
  #since(tradeId: number): LiveTrade[] {
    const rows = this.#trades.page({ limit: TRADES_UPDATE_MAX });
    const end = rows.findIndex((trade) => trade.tradeId <= tradeId);
    return end < 0 ? rows : rows.slice(0, end);
  }

  #dataJson(trades: readonly LiveTrade[]): string {
    const texts = trades.map((trade) => this.#rows.trade(this.#instrument, trade));
    return `[${texts.join(",")}]`;
  }
}
