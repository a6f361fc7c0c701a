/** Checks of the audit that concern cancel countdowns. */

import { ordinaryUser, type State } from "../state.ts";
import { isCountdownLength } from "./cancel-countdowns.ts";

const MS_PER_SECOND = 1_000;

/**
 * Checks that running countdowns belong to unified accounts, have allowed lengths and at most that
 * long to run, and that those of one length are in the order of their ends.
 */
export function checkCountdowns(state: State, report: (finding: string) => void): void {
  const lastEnds = new Map<number, number>();
  for (const { endsAtMs, seconds, user } of state.countdowns.values()) {
    if (ordinaryUser(state, user)?.isUnified !== true)
      report(`user ${user}: not a unified account`);
    if (!isCountdownLength(seconds)) report(`user ${user}: a countdown of ${seconds} s`);
    if (endsAtMs > state.timeMs + seconds * MS_PER_SECOND) {
      report(`user ${user}: the countdown runs longer than ${seconds} s`);
    }
    if (endsAtMs < (lastEnds.get(seconds) ?? 0)) {
      report(`user ${user}: the countdown ends before an older one of ${seconds} s`);
    }
    lastEnds.set(seconds, endsAtMs);
  }
}
