/** Administrative actions on account reviews: begins, ends and shows them. */
import type { UserRead } from "../../core/reads/account-reads.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { Review, ReviewActions } from "../../ops/review-port.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
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
  const review = (uid: string): AdminOutcome<Review> => {
    const user = engine.accounts.user(userOfUid(uid) ?? -1);
    if (user === undefined) return refuse("not_found", `no user has the uid ${uid}`);
    return { done: reviewOf(engine, uid, user) };
  };
  return {
    review,
    async setReview({ uid, isHeld, reason }) {
      const user = userOfUid(uid);
      if (user === undefined) return refuse("not_found", `no user has the uid ${uid}`);
      const outcome = await submit(engine, { kind: "set_user_review", user, isHeld, reason });
      return outcome.rejection === undefined ? review(uid) : refusalOf(outcome.rejection);
    },
  };
}
