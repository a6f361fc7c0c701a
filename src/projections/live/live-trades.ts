import type { EventReader } from "../../core/event-buffer.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import { SIDES } from "../../core/vocabulary.ts";
import { eventFields, wordAt } from "./event-fields.ts";
import type { LiveTrade } from "./live-trade.ts";
import { RecentTrades, type TradePage } from "./recent-trades.ts";

const FILLED = eventFields("order_filled");

/** Reads the taker's `order_filled`, which tells all of a trade including its exact value. */
export function tradeFrom(reader: EventReader): LiveTrade {
  return {
    tradeId: reader.number(FILLED.tradeId),
    instrument: reader.number(FILLED.instrument),
    price: ticks(reader.number(FILLED.price)),
    size: lots(reader.number(FILLED.size)),
    value: atoms(reader.money(FILLED.value)),
    takerSide: wordAt(SIDES, reader.number(FILLED.side)),
    seq: reader.seq,
    timeMs: reader.timeMs,
  };
}

/** The recent trades of all instruments. */
export class LiveTrades {
  readonly #byInstrument: RecentTrades[] = [];

  /** The trades of an instrument; of an unlisted one there are none. */
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
