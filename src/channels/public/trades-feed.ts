import type { LiveTrade } from "../../projections/live/live-trade.ts";
import type { RecentTrades } from "../../projections/live/recent-trades.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { type Member, Push, PushPerArg, pushText } from "../push.ts";
import { BEHIND_RECHECK_MS, type Feed } from "./feed.ts";
import type { PublicRows } from "./public-rows.ts";

/** Trades in the snapshot that opens a subscription. */
export const TRADES_SNAPSHOT_MAX = 50;
/** Most trades in one update; a subscriber that missed more gets the newest. */
export const TRADES_UPDATE_MAX = 500;

/** A subscriber and the last trade it was told. */
interface TradesMember {
  readonly member: Member;
  lastTradeId: number;
}

/**
 * The public trades of one instrument, newest first within a push: recent ones at subscription,
 * then each batch of new ones at once. A subscriber that reads too slowly gets what it missed
 * later, at most `TRADES_UPDATE_MAX` trades.
 */
export class TradesFeed implements Feed {
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
    const at = this.#members.findIndex((one) => one.member === member);
    if (at >= 0) this.#members.splice(at, 1);
  }

  changed(): void {
    const newest = this.#trades.newest?.tradeId ?? 0;
    if (newest === this.#lastTradeId) return;
    const before = this.#lastTradeId;
    this.#lastTradeId = newest;
    const nowMs = this.#clock.nowMs();
    const pushes = new PushPerArg("update", this.#dataJson(this.#since(before)), nowMs);
    for (const one of this.#members) {
      if (one.lastTradeId !== before || one.member.subscriber.isBehind) continue;
      one.lastTradeId = newest;
      one.member.subscriber.send(pushes.of(one.member.argJson));
    }
    this.#catchUpAll();
  }

  stop(): void {
    this.#cancelRecheck?.();
    this.#cancelRecheck = undefined;
  }

  /** Sends each subscriber whose last trade is not the newest what it has not seen. */
  #catchUpAll(): void {
    let isAnyBehind = false;
    for (const one of this.#members) {
      if (one.lastTradeId >= this.#lastTradeId) continue;
      if (one.member.subscriber.isBehind) isAnyBehind = true;
      else this.#catchUp(one);
    }
    if (!isAnyBehind) return;
    this.#cancelRecheck ??= this.#clock.after(BEHIND_RECHECK_MS, () => {
      this.#cancelRecheck = undefined;
      this.#catchUpAll();
    });
  }

  #catchUp(one: TradesMember): void {
    const rows = this.#since(one.lastTradeId);
    const { subscriber, argJson } = one.member;
    one.lastTradeId = this.#lastTradeId;
    const data = this.#dataJson(rows);
    subscriber.send(new Push(pushText("update", argJson, data, this.#clock.nowMs())));
  }

  /** Trades after `tradeId`, newest first. */
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
