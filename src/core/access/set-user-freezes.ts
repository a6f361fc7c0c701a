/** Freezes what a user does, by kind (decision 0091). */
import { freezeBits, freezesOf, isTradingFrozen } from "../accounts/freezes.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import { type Emit, instrumentAt, ordinaryUser, type State } from "../state.ts";
import { isClosing } from "../triggers/plan-checks.ts";
import { endOrdersOf, endPlansOf } from "./end-of-user.ts";

/** Whether an open order could open a position, or trades on spot. */
function mayAddRisk(state: State, slot: number): boolean {
  const isFutures = instrumentAt(state, state.orders.instrument(slot)).isFutures;
  return !isFutures || !isClosingOrder(state, slot);
}

/** Whether the order of a plan could open a position, or trades on spot. */
function mayPlanAddRisk(
  state: State,
  plan: Parameters<typeof isClosing>[0] & { instrument: number },
) {
  return !instrumentAt(state, plan.instrument).isFutures || !isClosing(plan);
}

/**
 * Sets all four freezes of a user. Emits `user_freezes_changed`, then, if trading is frozen,
 * `order_closed` and `plan_cancelled` for each order and plan that could open a position or trades
 * on spot; or `command_rejected` for an unknown user. The work is bounded by the limits of the
 * user's open orders and plans.
 */
export function setUserFreezes(
  state: State,
  command: DraftOf<"set_user_freezes">,
  emit: Emit,
): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  user.freezes = freezeBits(command);
  user.accessChangedAtMs = state.timeMs;
  emit.write("user_freezes_changed", { user: user.index, ...freezesOf(user) });
  if (!isTradingFrozen(user)) return;
  const max = Number.POSITIVE_INFINITY;
  endOrdersOf(state, user, { isEnding: (slot) => mayAddRisk(state, slot), max }, emit);
  endPlansOf(state, user, { isEnding: (plan) => mayPlanAddRisk(state, plan), max }, emit);
}

/** Checks that no user whose trading is frozen has an order or plan that could open a position. */
export function checkFreezes(state: State, report: (finding: string) => void): void {
  const { orders, plans } = state;
  for (const user of state.users) {
    if (!isTradingFrozen(user)) continue;
    for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
      if (mayAddRisk(state, slot)) report(`order ${orders.id(slot)} of a frozen user may open`);
    }
    for (const plan of plans.ofUser(user.index)) {
      if (mayPlanAddRisk(state, plan)) report(`plan ${plan.id} of a frozen user may open`);
    }
  }
}
