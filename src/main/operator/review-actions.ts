/** Administrative actions on account reviews: begins, ends and shows them. */
import type { UserRead } from "../../core/reads/account-reads.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { Review, ReviewActions } from "../../ops/review-port.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, submit } from "./admin-command.ts";
import { timeText } from "./times.ts";

function reviewOf({ accounts, state }: ActingEngine, uid: string, user: UserRead): Review {
  const main = accounts.user(user.parent) ?? user;
  const { heldSinceMs, review } = main;
  const subs =
    main.subAccounts === 0
      ? []
      : state.users.filter(({ index, parent }) => parent === main.index && index !== parent);
  return {
    uid,
    mainUid: uidOf(main.index),
    subUids: subs.map(({ index }) => uidOf(index)),
    isHeld: review !== undefined,
    reason: review ?? "",
    heldSince: review === undefined ? "" : timeText(heldSinceMs),
  };
}

/** Returns all administrative actions on reviews. */
export function reviewActions({ engine }: { readonly engine: ActingEngine }): ReviewActions {
  const reviewed = (uid: string): AdminOutcome<Review> => {
    const user = ordinaryUserOf({ engine }, uid);
    return "refused" in user ? user : { done: reviewOf(engine, uid, user) };
  };
  return {
    review: reviewed,
    async setReview({ uid, isHeld, reason }) {
      const user = ordinaryUserOf({ engine }, uid);
      if ("refused" in user) return user;
      const review = { user: user.index, isHeld, reason };
      const outcome = await submit(engine, { kind: "set_user_review", ...review });
      return outcome.rejection === undefined ? reviewed(uid) : refusalOf(outcome.rejection);
    },
  };
}
