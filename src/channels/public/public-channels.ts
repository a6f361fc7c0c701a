import { unreachable } from "../../core/base/assert.ts";
import type { CandleInterval } from "../../projections/live/candle-interval.ts";
import type { ChannelDepth } from "../../projections/live/live-book.ts";
import type { LiveViews } from "../../projections/live/live-views.ts";
import type { Dialect } from "../../wire/dialect.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import type { ChannelClock } from "../channel-clock.ts";
import type { Member, Subscriber } from "../push.ts";
import { BooksPublisher } from "./books-publisher.ts";
import { CandlesPublisher, type LoadOlderCandles } from "./candles-publisher.ts";
import { ConflatedPublisher } from "./conflated-publisher.ts";
import { depthState } from "./depth-state.ts";
import { indexPriceState } from "./index-price-state.ts";
import { PUBLIC_ROWS } from "./public-rows.ts";
import type { Publisher } from "./publisher.ts";
import type { PushGroup } from "./push-group.ts";
import { tickerState } from "./ticker-state.ts";
import { TradesPublisher } from "./trades-publisher.ts";

/** Content of a public channel. */
export type PublicTopic =
  | { readonly kind: "ticker" }
  | { readonly kind: "index_price" }
  | { readonly kind: "trades" }
  | { readonly kind: "books" }
  | { readonly kind: "depth"; readonly depth: ChannelDepth }
  | { readonly kind: "candles"; readonly interval: CandleInterval };

/** A named public channel. */
export interface PublicChannel {
  readonly dialect: Dialect;
  readonly topic: PublicTopic;
  readonly instrument: ListedInstrument;
}

/**
 * Shortest time between two pushes of one channel in ms, on spot and on futures. v3 depth:
 * specification, Channels; the others: websocket.md sections 5 and 8.1.
 */
const DEPTH_INTERVALS: Readonly<
  Record<Dialect, Readonly<Record<ChannelDepth | "books", readonly [number, number]>>>
> = {
  v2: { books: [200, 150], 1: [60, 100], 5: [200, 150], 15: [200, 150], 50: [200, 150] },
  v3: { books: [50, 50], 1: [1, 1], 5: [10, 10], 15: [20, 20], 50: [20, 20] },
};
const TICKER_INTERVALS: readonly [number, number] = [200, 300];

function intervalOf(pair: readonly [number, number], instrument: ListedInstrument): number {
  return instrument.isFutures ? pair[1] : pair[0];
}

function topicName(topic: PublicTopic): string {
  switch (topic.kind) {
    case "depth":
      return `depth${topic.depth}`;
    case "candles":
      return `candles${topic.interval}`;
    case "ticker":
    case "index_price":
    case "trades":
    case "books":
      return topic.kind;
    default:
      return unreachable(topic);
  }
}

/** Returns the name of a channel; equal names share a publisher. */
export function publicChannelName(channel: PublicChannel): string {
  return `${channel.dialect} ${channel.instrument.index} ${topicName(channel.topic)}`;
}

/** Topics that push each change at once; the others have intervals, and a publisher per group. */
const UNPACED: ReadonlySet<PublicTopic["kind"]> = new Set(["trades", "candles"]);

/** All public channels that have subscribers. */
export class PublicChannels {
  readonly #views: LiveViews;
  readonly #listings: Listings;
  readonly #clock: ChannelClock;
  readonly #loadOlder: LoadOlderCandles;
  /** By the name of the channel, and the index of the group if the topic is paced. */
  readonly #publishers = new Map<string, Publisher>();

  constructor(options: {
    readonly views: LiveViews;
    readonly listings: Listings;
    readonly clock: ChannelClock;
    readonly loadOlder: LoadOlderCandles;
  }) {
    this.#loadOlder = options.loadOlder;
    this.#views = options.views;
    this.#listings = options.listings;
    this.#clock = options.clock;
  }

  /** Channels with at least one subscriber; a paced one counts for each group that has it. */
  get publisherCount(): number {
    return this.#publishers.size;
  }

  /** Subscribes and sends the snapshot at once. Returns a function that ends the subscription. */
  open(channel: PublicChannel, member: Member): () => void {
    const { subscriber } = member;
    const channelName = publicChannelName(channel);
    const isPaced = !UNPACED.has(channel.topic.kind);
    const name = isPaced ? `${channelName} ${subscriber.group.index}` : channelName;
    let publisher = this.#publishers.get(name);
    if (publisher === undefined) {
      publisher = this.#makePublisher(channel, subscriber);
      this.#publishers.set(name, publisher);
    }
    const opened = publisher;
    opened.add(member);
    return () => {
      opened.remove(member);
      if (opened.memberCount > 0 || this.#publishers.get(name) !== opened) return;
      opened.stop();
      this.#publishers.delete(name);
    };
  }

  /** Called when the live views reflect a durable batch. */
  changed(): void {
    for (const publisher of this.#publishers.values()) publisher.changed();
  }

  stop(): void {
    for (const publisher of this.#publishers.values()) publisher.stop();
    this.#publishers.clear();
  }

  #makePublisher(channel: PublicChannel, subscriber: Subscriber): Publisher {
    const { dialect, topic, instrument } = channel;
    const rows = PUBLIC_ROWS[dialect];
    const views = this.#views;
    const listings = this.#listings;
    const clock = this.#clock;
    switch (topic.kind) {
      case "ticker": {
        const state = tickerState({ rows, instrument, listings, views });
        const intervalMs = intervalOf(TICKER_INTERVALS, instrument);
        return new ConflatedPublisher({ state, clock, intervalMs, group: subscriber.group });
      }
      case "index_price": {
        const state = indexPriceState({ instrument, listings, views });
        const intervalMs = intervalOf(TICKER_INTERVALS, instrument);
        return new ConflatedPublisher({ state, clock, intervalMs, group: subscriber.group });
      }
      case "trades": {
        const trades = views.trades.of(instrument.index);
        return new TradesPublisher({ rows, instrument, trades, clock });
      }
      case "books":
        return this.#makeBooks(channel, subscriber.group);
      case "depth": {
        const book = views.books.of(instrument.index);
        const state = depthState(rows, instrument, book, topic.depth);
        const intervalMs = intervalOf(DEPTH_INTERVALS[dialect][topic.depth], instrument);
        return new ConflatedPublisher({ state, clock, intervalMs, group: subscriber.group });
      }
      case "candles": {
        const { interval } = topic;
        const loadOlder = this.#loadOlder;
        const parts = { rows, listings, instrument, interval, views, clock, loadOlder };
        return new CandlesPublisher(parts);
      }
      default:
        return unreachable(topic);
    }
  }

  #makeBooks(channel: PublicChannel, group: PushGroup): Publisher {
    const { dialect, instrument } = channel;
    const book = this.#views.books.of(instrument.index);
    const cursor = book.openCursor();
    if (cursor === undefined)
      throw new RangeError("a book has a cursor for each dialect and group");
    const intervalMs = intervalOf(DEPTH_INTERVALS[dialect].books, instrument);
    const rows = PUBLIC_ROWS[dialect];
    const clock = this.#clock;
    return new BooksPublisher({ rows, instrument, book, cursor, clock, intervalMs, group });
  }
}
