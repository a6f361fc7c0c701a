/** Orders and plans that end before positions are closed, in bounded pieces. */

import type { User } from "../accounts/user.ts";
import { LIQUIDATION_CANCELS_PER_STEP } from "../base/limits.ts";
import { type CloseReason, indexIn, POSITION_SIDES } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { closeOrder } from "../orders/close-order.ts";
import { endPlan } from "../plans/cancel-plans.ts";
import { type Emit, instrumentAt, type State } from "../state.ts";

/** Which orders end: by instrument and index of position side, 0 for one-way. */
export type OrderFilter = (instrument: Instrument, positionSide: number) => boolean;

/** Ends a user's orders that pass, oldest first, up to the bound of a step; answers how many. */
export function endOrders(
  state: State,
  user: User,
  terms: { readonly isEnding: OrderFilter; readonly reason: CloseReason },
  emit: Emit,
): number {
  const { orders } = state;
  let ended = 0;
  let slot = user.ordersFirst;
  while (slot !== 0 && ended < LIQUIDATION_CANCELS_PER_STEP) {
    const next = orders.userNext(slot);
    const instrument = instrumentAt(state, orders.instrument(slot));
    const isOfUser = !orders.isOnMargin(slot) || orders.isOnUnifiedMargin(slot);
    if (isOfUser && terms.isEnding(instrument, orders.positionSide(slot))) {
      closeOrder(state, slot, terms.reason, emit);
      ended += 1;
    }
    slot = next;
  }
  return ended;
}

/** Ends a user's plans that pass; answers how many. */
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
