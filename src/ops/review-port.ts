import type { ReviewReason } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** Change of the review of a user's main account. */
export interface ReviewChange {
  readonly uid: string;
  readonly isHeld: boolean;
  readonly reason: ReviewReason;
}

/** Review of a main account; it covers all sub-accounts. */
export interface Review {
  readonly uid: string;
  readonly mainUid: string;
  readonly subUids: readonly string[];
  readonly isHeld: boolean;
  /** Reason of the review; empty without one. */
  readonly reason: ReviewReason | "";
  /** ISO time at which the review began; empty without one. */
  readonly heldSince: string;
}

/** Actions on reviews. During a review no funds move between users of the account. */
export interface ReviewActions {
  setReview(change: ReviewChange): Promise<AdminOutcome<Review>>;
  review(uid: string): AdminOutcome<Review>;
}
