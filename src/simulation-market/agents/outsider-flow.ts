import type { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";

const FILLED = eventLayout("order_filled");

/** A trade between an agent and somebody else. */
export type OutsiderTrade = {
  readonly instrument: number;
  /** Price in ticks, size in lots. */
  readonly price: number;
  readonly size: number;
  readonly isOutsiderBuying: boolean;
};

/**
 * Finds the trades between agents and other users among the events. The two fills of a trade name
 * its two users; trades of agents with each other, and of outsiders with each other, are ignored.
 */
export class OutsiderFlow {
  readonly #isAgent: (user: number) => boolean;
  readonly #onTrade: (trade: OutsiderTrade) => void;
  #tradeId = 0;
  #isFirstAgent = false;

  constructor(isAgent: (user: number) => boolean, onTrade: (trade: OutsiderTrade) => void) {
    this.#isAgent = isAgent;
    this.#onTrade = onTrade;
  }

  /** Reads one event. */
  read(reader: EventReader): void {
    if (reader.kindIndex !== EVENT_INDEX.order_filled) return;
    const tradeId = reader.number(FILLED.tradeId);
    const isAgent = this.#isAgent(reader.number(FILLED.user));
    if (tradeId !== this.#tradeId) {
      this.#tradeId = tradeId;
      this.#isFirstAgent = isAgent;
      return;
    }
    this.#tradeId = 0;
    if (isAgent === this.#isFirstAgent) return;
    const isBuy = reader.number(FILLED.side) === 0;
    this.#onTrade({
      instrument: reader.number(FILLED.instrument),
      price: reader.number(FILLED.price),
      size: reader.number(FILLED.size),
      isOutsiderBuying: isBuy !== isAgent,
    });
  }
}
