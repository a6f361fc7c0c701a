import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";

const FILLED = eventLayout("order_filled");

/** Result of the fills of one order. */
export type FillTotal = {
  /** In atoms of the coin in which the contract settles. */
  realisedPnl: bigint;
  /** In ticks; bounds of the prices of all fills. */
  priceMin: number;
  priceMax: number;
};

/**
 * Results of the fills of one tick command, by order: the events of liquidations name their orders,
 * whose fills precede them in the same command. Work per tick is bounded, and so are its fills.
 */
export class FillTotals {
  readonly #byOrder = new Map<number, FillTotal>();

  clear(): void {
    if (this.#byOrder.size > 0) this.#byOrder.clear();
  }

  /** Adds the fill that the reader is at. */
  add(reader: EventReader): void {
    const orderId = reader.number(FILLED.orderId);
    const realisedPnl = reader.money(FILLED.realisedPnl);
    const priceMin = reader.number(FILLED.fillPriceMin);
    const priceMax = reader.number(FILLED.fillPriceMax);
    const known = this.#byOrder.get(orderId);
    if (known === undefined) this.#byOrder.set(orderId, { realisedPnl, priceMin, priceMax });
    else Object.assign(known, { realisedPnl: known.realisedPnl + realisedPnl, priceMin, priceMax });
  }

  of(orderId: number): FillTotal | undefined {
    return this.#byOrder.get(orderId);
  }
}
