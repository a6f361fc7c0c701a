/** Sets cancel countdowns and executes those that have ended (decision 0070). */

import { COUNTDOWN_ORDERS_PER_TICK, COUNTDOWNS_PER_TICK } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State, userAt } from "../state.ts";
import { isCountdownLength } from "./cancel-countdowns.ts";
import { closeOrder } from "./close-order.ts";

/**
 * Starts, renews or ends the countdown of a unified account. Emits `cancel_countdown_changed`, or
 * `command_rejected`.
 */
export function setCancelCountdown(
  state: State,
  command: DraftOf<"set_cancel_countdown">,
  emit: Emit,
): void {
  const { seconds } = command;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  if (!user.isUnified) return rejectCommand(state, user.index, "account_not_unified", emit);
  if (seconds !== 0 && !isCountdownLength(seconds)) {
    return rejectCommand(state, user.index, "countdown_out_of_range", emit);
  }
  const { countdowns } = state;
  countdowns.end(user.index);
  const endsAtMs = seconds === 0 ? 0 : countdowns.start(user.index, seconds, state.timeMs).endsAtMs;
  emit.write("cancel_countdown_changed", { user: user.index, endsAtMs, isExpired: false });
}

/** Cancels all open orders of a user in the order of their creation; returns their number. */
function cancelAll(state: State, index: number, emit: Emit): number {
  const user = userAt(state, index);
  let cancelled = 0;
  while (user.ordersFirst !== 0) {
    closeOrder(state, user.ordersFirst, "user_cancelled", emit);
    cancelled += 1;
  }
  return cancelled;
}

/** Whether a countdown has ended and its orders are still to be cancelled. */
export function isCountdownDue(state: State): boolean {
  if (state.countdowns.size === 0) return false;
  const next = state.countdowns.next();
  return next !== undefined && next.endsAtMs <= state.timeMs;
}

/**
 * Executes countdowns that have ended, the earliest first. An account is done at once; a tick
 * begins no further one after `COUNTDOWN_ORDERS_PER_TICK` orders or `COUNTDOWNS_PER_TICK` accounts.
 * Emits `order_closed` for each order, then `cancel_countdown_changed`. Plans stay: they protect
 * positions of a client that is gone.
 */
export function runCountdowns(state: State, emit: Emit): void {
  const { countdowns } = state;
  let cancelled = 0;
  for (let done = 0; done < COUNTDOWNS_PER_TICK; done++) {
    if (cancelled >= COUNTDOWN_ORDERS_PER_TICK || !isCountdownDue(state)) return;
    const next = countdowns.next();
    if (next === undefined) return;
    countdowns.end(next.user);
    cancelled += cancelAll(state, next.user, emit);
    emit.write("cancel_countdown_changed", { user: next.user, endsAtMs: 0, isExpired: true });
  }
}
