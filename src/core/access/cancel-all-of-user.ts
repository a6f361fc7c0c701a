/** Cancels everything of a user that waits in a market, in one command. */
import { OPERATOR_CANCELS_PER_COMMAND } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, instrumentAt, ordinaryUser, type State } from "../state.ts";
import { endOrdersOf, endPlansOf } from "./end-of-user.ts";

type CancelAll = DraftOf<"cancel_all_of_user">;

function isInScope(state: State, index: number, { category, instrument }: CancelAll): boolean {
  if (instrument !== 0) return index === instrument - 1;
  return category === "all" || instrumentAt(state, index).category === category;
}

/**
 * Cancels open orders, then plans, those on margin too, up to `OPERATOR_CANCELS_PER_COMMAND`; a
 * command that reaches the limit is repeated. If the scope is everything, a running cancel
 * countdown ends. Emits `order_closed` and `plan_cancelled`, then `cancel_countdown_changed`; or
 * `command_rejected` with `no_orders` if there is nothing to end. The outcome lists the orders
 * first, and its id is their number.
 */
export function cancelAllOfUser(state: State, command: CancelAll, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const { orders, countdowns } = state;
  const max = OPERATOR_CANCELS_PER_COMMAND;
  const isOrderEnding = (slot: number) => isInScope(state, orders.instrument(slot), command);
  const ofOrders = endOrdersOf(state, user, { isEnding: isOrderEnding, max }, emit);
  const left = max - ofOrders.length;
  const isPlanEnding = ({ instrument }: { instrument: number }) =>
    isInScope(state, instrument, command);
  const ofPlans = endPlansOf(state, user, { isEnding: isPlanEnding, max: left }, emit);
  const isEverything = command.category === "all" && command.instrument === 0;
  const endsCountdown = isEverything && countdowns.of(user.index) !== undefined;
  if (ofOrders.length + ofPlans.length === 0 && !endsCountdown) {
    return rejectCommand(state, user.index, "no_orders", emit);
  }
  if (endsCountdown) {
    countdowns.end(user.index);
    emit.write("cancel_countdown_changed", { user: user.index, endsAtMs: 0, isExpired: false });
  }
  state.outcome.id = ofOrders.length;
  state.outcome.items = [...ofOrders, ...ofPlans];
}
