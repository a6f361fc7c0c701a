/** Changing the take-profit and stop-loss of an open order. */
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import { isTrading } from "../base/word-traits.ts";
import type { ExitChange } from "../commands/commands.ts";
import { type Exits, NO_EXITS } from "../commands/exits.ts";
import { haltRefusal } from "../instruments/delivery-terms.ts";
import type { Ticks } from "../money/units.ts";
import { ORDER_FLAGS } from "../order-book/order-table.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { keepOrderExits } from "../plans/order-exits.ts";
import { areSameExits, exitsAfter, hasExits } from "../plans/plan.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import { type Emit, instrumentAt, type State, userAt } from "../state.ts";

function exitsOfOrder(state: State, slot: number): Exits {
  return state.plans.orderExits.get(state.orders.id(slot))?.exits ?? NO_EXITS;
}

/** Whether the change alters the exits of the order. */
export function changesExits(state: State, slot: number, change: ExitChange): boolean {
  const before = exitsOfOrder(state, slot);
  const after = exitsAfter(before, change);
  return !areSameExits(before, after) && (hasExits(before) || hasExits(after));
}

/**
 * Returns the reason to refuse a change of exits, if any. Only orders that open a position or buy
 * on spot have exits (auth-and-errors.md, 25612); their triggers lie around the new `price` of the
 * order. After the first fill, plans protect the filled quantity and the exits no longer change
 * (rest-v2.md, modify-order).
 */
export function checkExitChange(
  state: State,
  slot: number,
  change: ExitChange,
  price: Ticks,
): Rejection | undefined {
  const { orders } = state;
  const before = exitsOfOrder(state, slot);
  const exits = exitsAfter(before, change);
  const instrument = instrumentAt(state, orders.instrument(slot));
  if (orders.isOnMarginAccount(slot)) return "order_not_amendable";
  if (orders.filled(slot) > 0) return "order_not_amendable";
  if (!isTrading(instrument.status)) return haltRefusal(instrument, state.timeMs);
  const isLong = orders.isBuy(slot);
  const isOpening = instrument.isFutures ? !isClosingOrder(state, slot) : isLong;
  if (!isOpening) return "exits_not_allowed";
  const refusal = checkExits(state, instrument, { isLong, reference: price }, exits);
  if (refusal !== undefined || hasExits(before)) return refusal;
  return checkPlanCount(state, userAt(state, orders.user(slot)), 2);
}

/** Changes the exits of an order. Emits `order_exits_set` if they differ from those before. */
export function changeExits(state: State, slot: number, change: ExitChange, emit: Emit): void {
  if (!changesExits(state, slot, change)) return;
  const { orders } = state;
  assert(orders.filled(slot) === 0, "exits change only before the first fill");
  const exits = exitsAfter(exitsOfOrder(state, slot), change);
  const flags = orders.flags(slot);
  orders.setFlags(
    slot,
    hasExits(exits) ? flags | ORDER_FLAGS.exitsBit : flags & ~ORDER_FLAGS.exitsBit,
  );
  keepOrderExits(state, slot, exits, emit);
}
