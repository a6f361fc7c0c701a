import type { LiveOrder } from "../../projections/live/live-order.ts";

/** Rows kept at most, about 1 KB each; beyond it the one written first is written again. */
export const ROW_TEXTS_MAX = 10_000;

interface RowText {
  /** Seq of the last change of the order that the row shows. */
  readonly seq: number;
  readonly text: string;
}

/**
 * Rows of open orders in JSON, each written once until its order changes: clients list their orders
 * more often than these change. A row must depend on the order and on what never changes of its
 * instrument and its owner.
 */
export class OrderRowTexts {
  readonly #max: number;
  readonly #texts = new Map<LiveOrder, RowText>();

  constructor(max = ROW_TEXTS_MAX) {
    this.#max = max;
  }

  /** Returns the row of an order; `row` makes it if the order has changed since. */
  of(order: LiveOrder, row: (order: LiveOrder) => object): string {
    const known = this.#texts.get(order);
    if (known !== undefined && known.seq === order.seq) return known.text;
    const text = JSON.stringify(row(order));
    if (known === undefined && this.#texts.size >= this.#max) this.#forgetFirst();
    this.#texts.set(order, { seq: order.seq, text });
    return text;
  }

  /** Returns the rows of several orders as a JSON array. */
  listOf(orders: readonly LiveOrder[], row: (order: LiveOrder) => object): string {
    return `[${orders.map((order) => this.of(order, row)).join(",")}]`;
  }

  #forgetFirst(): void {
    const first = this.#texts.keys().next().value;
    if (first !== undefined) this.#texts.delete(first);
  }
}
