/**
 * Accounts under review: the operator holds their funds (decision 0040). A review is of a whole
 * family, the main account and its sub-accounts, since they have one owner.
 */

import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State, userAt } from "../state.ts";
import type { User } from "./user.ts";

/** The user that keeps the review of a family: its main account. */
function reviewedUser(state: State, user: User): User {
  return userAt(state, user.parent);
}

/** Whether funds of the user may not leave it: its main account is under review. */
export function isUnderReview(state: State, user: User): boolean {
  return reviewedUser(state, user).review !== undefined;
}

/**
 * Emits `user_review_changed` of the main account, or `command_rejected` of an unknown user. A
 * review that goes on for another reason keeps the time of its beginning.
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
