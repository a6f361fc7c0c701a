/** Executing an accepted order by its time in force: it trades, rests or ends. */

import { assert } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import { indexIn, TIMES_IN_FORCE, type TimeInForce } from "../base/vocabulary.ts";
import { TIME_IN_FORCE_TRAITS, wordFlags } from "../base/word-traits.ts";
import { crosses } from "../matching/crossing.ts";
import type { Ticks } from "../money/units.ts";
import { addOrderExposure, removeOrderExposure } from "../positions/exposure.ts";
import { forgetNeed } from "../positions/row-need.ts";
import { bookAt, type Emit, instrumentAt, type State } from "../state.ts";
import { closeOrder } from "./close-order.ts";
import { isFillable } from "./fillable.ts";
import { matchOrder } from "./match-order.ts";
import { emitLevel } from "./order-events.ts";

type Remainder = (typeof TIME_IN_FORCE_TRAITS)[TimeInForce]["remainder"];

/** By index of the time in force. */
const REMAINDERS: readonly Remainder[] = TIMES_IN_FORCE.map(
  (word) => TIME_IN_FORCE_TRAITS[word].remainder,
);
const MAY_TAKE = wordFlags(TIMES_IN_FORCE, (word) => TIME_IN_FORCE_TRAITS[word].mayTake);
const IS_WHOLE = wordFlags(TIMES_IN_FORCE, (word) => TIME_IN_FORCE_TRAITS[word].isWhole);

/** Time in force of orders without a price, whatever their record says. */
const IOC = indexIn(TIMES_IN_FORCE, "ioc");

/** Puts an order into the book. The margin of a futures order is then that of its own price. */
function rest(state: State, slot: number, emit: Emit): void {
  const orders = state.orders;
  const index = orders.instrument(slot);
  const instrument = instrumentAt(state, index);
  assert(orders.price(slot) > 0, "an order that rests has a price");
  assert(orders.remaining(slot) > 0, "an order that rests has a remaining size");
  if (instrument.isFutures && orders.marginPrice(slot) !== orders.price(slot)) {
    forgetNeed(state, orders.positionRow(slot));
    removeOrderExposure(state, slot);
    orders.setMarginPrice(slot, orders.price(slot));
    addOrderExposure(state, slot);
  }
  emitLevel(state, slot, bookAt(state, index).add(slot), emit);
}

/**
 * Executes an order that has passed every check and is in its user's list and sums. `limit` is the
 * worst price in ticks that it may trade at, 0 for no limit. Emits trades, fills, closed orders and
 * changed levels in the order in which they happen.
 */
export function executeOrder(state: State, slot: number, limit: Ticks, emit: Emit): void {
  const orders = state.orders;
  assert(orders.level(slot) === 0, "an order that is executed does not rest yet");
  const book = bookAt(state, orders.instrument(slot));
  const hasPrice = orders.hasPrice(slot);
  const timeInForce = hasPrice ? orders.timeInForce(slot) : IOC;
  const remainder = elementAt(REMAINDERS, timeInForce);
  const isCrossing = crosses(book, orders.isBuy(slot), limit);
  if (!isCrossing && remainder === "rests") {
    rest(state, slot, emit);
    return;
  }
  if (MAY_TAKE[timeInForce] === 0) {
    closeOrder(state, slot, "post_only_would_take", emit);
    return;
  }
  if (IS_WHOLE[timeInForce] === 1 && !isFillable(state, book, slot, limit)) {
    closeOrder(state, slot, "fok_unfillable", emit);
    return;
  }
  const end = isCrossing ? matchOrder(state, slot, limit, emit) : undefined;
  if (end !== undefined) closeOrder(state, slot, end, emit);
  else if (!hasPrice) closeOrder(state, slot, "no_depth", emit);
  else if (remainder === "rests") rest(state, slot, emit);
  else closeOrder(state, slot, remainder, emit);
}
