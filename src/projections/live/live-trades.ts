import { SIDES, wordAt } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { LiveTrade } from "./live-trade.ts";
import { RecentTrades, type TradePage } from "./recent-trades.ts";

const FILLED = eventLayout("order_filled");

/** Returns the trade of the taker's `order_filled`, which has its exact value. */
export function tradeFrom(reader: EventReader): LiveTrade {
  return {
    tradeId: reader.number(FILLED.tradeId),
    instrument: reader.number(FILLED.instrument),
    price: reader.number(FILLED.price),
    size: reader.number(FILLED.size),
    value: reader.money(FILLED.value),
    takerSide: wordAt(SIDES, reader.number(FILLED.side)),
    seq: reader.seq,
    timeMs: reader.timeMs,
  };
}

/** The recent trades of all instruments. */
export class LiveTrades {
  readonly #byInstrument: RecentTrades[] = [];

  /** Trades of an instrument; none for an unlisted one. */
  of(instrument: number): RecentTrades {
    while (this.#byInstrument.length <= instrument) this.#byInstrument.push(new RecentTrades());
    return this.#byInstrument[instrument] ?? new RecentTrades();
  }

  /** Newest first. */
  page(instrument: number, page: TradePage): LiveTrade[] {
    return this.#byInstrument[instrument]?.page(page) ?? [];
  }

  add(trade: LiveTrade): void {
    this.of(trade.instrument).add(trade);
  }
}
