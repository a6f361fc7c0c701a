/** Cancels the orders and plans of a user before its positions are closed, in bounded pieces. */

import type { User } from "../accounts/user.ts";
import { LIQUIDATION_CANCELS_PER_STEP } from "../base/limits.ts";
import { type CloseReason, indexIn, POSITION_SIDES } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { closeOrder } from "../orders/close-order.ts";
import { endPlan } from "../plans/cancel-plans.ts";
import { type Emit, instrumentAt, type State } from "../state.ts";

/** Selects orders and plans by instrument and index of position side (0 in one-way mode). */
export type OrderFilter = (instrument: Instrument, positionSide: number) => boolean;

/** Cancels selected orders of a user, oldest first, up to a limit per step; returns how many. */
export function endOrders(
  state: State,
  user: User,
  selection: { readonly isEnding: OrderFilter; readonly reason: CloseReason },
  emit: Emit,
): number {
  const { orders } = state;
  let ended = 0;
  let slot = user.ordersFirst;
  while (slot !== 0 && ended < LIQUIDATION_CANCELS_PER_STEP) {
    const next = orders.userNext(slot);
    const instrument = instrumentAt(state, orders.instrument(slot));
    const isOfUser = !orders.isOnMargin(slot) || orders.isOnUnifiedMargin(slot);
    if (isOfUser && selection.isEnding(instrument, orders.positionSide(slot))) {
      closeOrder(state, slot, selection.reason, emit);
      ended += 1;
    }
    slot = next;
  }
  return ended;
}

/** Cancels selected plans of a user, up to a limit per step; returns how many. */
export function endPlans(state: State, user: User, isEnding: OrderFilter, emit: Emit): number {
  if (state.plans.count === 0) return 0;
  let ended = 0;
  for (const plan of [...state.plans.ofUser(user.index)]) {
    if (ended === LIQUIDATION_CANCELS_PER_STEP) break;
    const instrument = instrumentAt(state, plan.instrument);
    if (!isEnding(instrument, indexIn(POSITION_SIDES, plan.positionSide))) continue;
    endPlan(state, plan, "liquidation", emit);
    ended += 1;
  }
  return ended;
}
