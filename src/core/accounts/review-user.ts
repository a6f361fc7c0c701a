/**
 * Accounts under review, whose funds the operator holds (decision 0040). A review applies to a main
 * account and all its sub-accounts, because they have one owner.
 */

import { assert } from "../base/assert.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State, userAt } from "../state.ts";
import type { User } from "./user.ts";

/** Returns the main account of a user, which records the review of all its accounts. */
function reviewedUser(state: State, user: User): User {
  const main = userAt(state, user.parent);
  assert(main.parent === main.index, "the parent of a user is a main account");
  return main;
}

/** Whether the main account of a user is under review, so that funds may not leave the user. */
export function isUnderReview(state: State, user: User): boolean {
  return reviewedUser(state, user).review !== undefined;
}

/**
 * Emits `user_review_changed` for the main account, or `command_rejected` for an unknown user. A
 * review whose reason changes keeps its start time.
 */
export function setUserReview(state: State, command: DraftOf<"set_user_review">, emit: Emit): void {
  const { isHeld, reason } = command;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const main = reviewedUser(state, user);
  if (!isHeld) main.heldSinceMs = 0;
  else if (main.review === undefined) main.heldSinceMs = state.timeMs;
  main.review = isHeld ? reason : undefined;
  emit.write("user_review_changed", {
    user: main.index,
    isHeld,
    reason,
    heldSinceMs: main.heldSinceMs,
  });
}
