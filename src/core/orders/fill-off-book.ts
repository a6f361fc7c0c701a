/** Fills outside the book, at a price that the exchange sets and without a resting order. */
import { assert } from "../base/assert.ts";
import { notionalAt } from "../instruments/instrument.ts";
import type { Ticks } from "../money/units.ts";
import { type Emit, instrumentAt, nextId, type State } from "../state.ts";
import { closeOrder } from "./close-order.ts";
import { type FillFee, fillOrder } from "./fill-order.ts";

/** Fee of an order that is filled outside the book. */
export type OffBookFee = Exclude<FillFee, "by_role">;

/**
 * Fills a whole futures order at a price outside the book, and ends it. Emits no `trade_executed`:
 * the fill is no trade of the market. The order takes nothing from the book, so its role is maker.
 */
export function fillOffBook(
  state: State,
  slot: number,
  fill: { readonly price: Ticks; readonly fee: OffBookFee },
  emit: Emit,
): void {
  const { match, orders } = state;
  const { fee, price } = fill;
  const instrument = instrumentAt(state, orders.instrument(slot));
  assert(instrument.isFutures, "orders outside the book are futures orders");
  assert(orders.level(slot) === 0, "an order that is filled outside the book does not rest");
  match.tradeId = nextId(state);
  match.instrument = instrument.index;
  match.price = price;
  match.size = orders.remaining(slot);
  match.value = notionalAt(instrument, price, match.size);
  match.taker = 0;
  match.maker = slot;
  fillOrder(state, slot, fee, emit);
  assert(orders.remaining(slot) === 0, "a fill outside the book fills the whole order");
  closeOrder(state, slot, "filled", emit);
}
