import type { Category, Realm } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import type { EventOf } from "../../core/events/events.ts";
import { IS_LIQUIDATION_PUBLIC } from "../../projections/live/public-liquidations.ts";
import type { Listings } from "../../wire/listings.ts";
import { liquidationRow } from "../../wire/v3/liquidation-row.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { type Member, PushPerArg } from "../push.ts";

/** The orders that liquidate positions of a whole product line (websocket.md section 5.5). */
export type LiquidationChannel = { readonly realm: Realm; readonly category: Category };

/** Most rows of one push; further rows of the same batch are dropped. */
const ROWS_MAX = 500;

type Line = { readonly members: Set<Member>; readonly rows: string[] };

function lineName({ category, realm }: LiquidationChannel): string {
  return `${realm} ${category}`;
}

/** The liquidation channels that have subscribers. A subscriber that is behind misses rows. */
export class LiquidationChannels {
  readonly #listings: Listings;
  readonly #clock: ChannelClock;
  readonly #lines = new Map<string, Line>();

  constructor(options: { readonly listings: Listings; readonly clock: ChannelClock }) {
    this.#listings = options.listings;
    this.#clock = options.clock;
  }

  /** Subscribes, without a snapshot. Returns a function that ends the subscription. */
  open(channel: LiquidationChannel, member: Member): () => void {
    const name = lineName(channel);
    const line = this.#lines.get(name) ?? { members: new Set(), rows: [] };
    this.#lines.set(name, line);
    line.members.add(member);
    return () => {
      line.members.delete(member);
      if (line.members.size === 0 && this.#lines.get(name) === line) this.#lines.delete(name);
    };
  }

  /** Processes a `position_liquidated` of a durable batch. */
  apply(reader: EventReader): void {
    if (this.#lines.size === 0) return;
    const event = reader.decode() as EventOf<"position_liquidated">;
    const instrument = this.#listings.instrumentAt(event.instrument);
    if (instrument === undefined || !IS_LIQUIDATION_PUBLIC[event.taker]) return;
    const line = this.#lines.get(lineName(instrument));
    if (line === undefined || line.rows.length >= ROWS_MAX) return;
    line.rows.push(JSON.stringify(liquidationRow(instrument, event)));
  }

  /** Called after each batch. */
  changed(): void {
    for (const { members, rows } of this.#lines.values()) {
      if (rows.length === 0) continue;
      const pushes = new PushPerArg("update", `[${rows.join(",")}]`, this.#clock.nowMs());
      rows.length = 0;
      for (const { argJson, subscriber } of members) {
        if (!subscriber.isBehind) subscriber.send(pushes.of(argJson));
      }
    }
  }

  stop(): void {
    this.#lines.clear();
  }
}
