/** Reviews of accounts: one of a main account concerns all who belong to it. */
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import type { NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** Whether any main account that the user belongs to is under review. */
export function isHeldFor(state: NaiveState, user: NaiveUser): boolean {
  const mains = state.users.filter((main) => main.review !== undefined);
  return mains.some((main) => main.index === user.parent);
}

export function setUserReview(state: NaiveState, command: CommandOf<"set_user_review">): void {
  const { isHeld, reason } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const main = state.userAt(user.parent);
  const sinceMs = main.review?.sinceMs ?? state.timeMs;
  main.review = isHeld ? { reason, sinceMs } : undefined;
  state.emit("user_review_changed", {
    user: main.index,
    isHeld,
    reason,
    heldSinceMs: isHeld ? sinceMs : 0,
  });
}
