/** Cancel countdowns, by the rules as written in decision 0070. */
import { COUNTDOWN_ORDERS_PER_TICK, COUNTDOWNS_PER_TICK } from "../../../src/core/base/limits.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { closeOrder } from "./naive-matching.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaiveCountdown = { readonly user: number; readonly endsAtMs: number };

/** Starts it from the present time, or ends it with 0. */
export function setCancelCountdown(
  state: NaiveState,
  command: CommandOf<"set_cancel_countdown">,
): void {
  const { seconds, user: index } = command;
  const user = state.ordinary(index);
  if (user === undefined) return state.rejectCommand(index, "user_not_found");
  if (user.accountKind !== "unified") return state.rejectCommand(index, "account_not_unified");
  if (seconds !== 0 && (seconds < 5 || seconds > 60)) {
    return state.rejectCommand(index, "countdown_out_of_range");
  }
  state.countdowns = state.countdowns.filter((one) => one.user !== index);
  const endsAtMs = seconds === 0 ? 0 : state.timeMs + seconds * 1_000;
  if (seconds !== 0) state.countdowns.push({ user: index, endsAtMs });
  state.emit("cancel_countdown_changed", { user: index, endsAtMs, isExpired: false });
}

/** The one that ends first; of several with one end, the one that was set first. */
function firstOver(state: NaiveState): NaiveCountdown | undefined {
  return state.countdowns
    .filter((one) => one.endsAtMs <= state.timeMs)
    .sort((one, other) => one.endsAtMs - other.endsAtMs)[0];
}

/** Account after account is done, until enough accounts or orders are. */
export function endCountdowns(state: NaiveState): void {
  let orders = 0;
  for (let done = 0; done < COUNTDOWNS_PER_TICK && orders < COUNTDOWN_ORDERS_PER_TICK; done++) {
    const over = firstOver(state);
    if (over === undefined) return;
    state.countdowns = state.countdowns.filter((one) => one !== over);
    for (const order of state.openOrdersOf(over.user)) {
      closeOrder(state, order, "user_cancelled");
      orders += 1;
    }
    state.emit("cancel_countdown_changed", { user: over.user, endsAtMs: 0, isExpired: true });
  }
}
