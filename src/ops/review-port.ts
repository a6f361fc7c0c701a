import type { ReviewReason } from "../core/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** A change of the review of a user's main account. */
export interface ReviewChange {
  readonly uid: string;
  readonly isHeld: boolean;
  readonly reason: ReviewReason;
}

/** The review of a main account, which covers all its sub-accounts. */
export interface Review {
  readonly uid: string;
  readonly mainUid: string;
  readonly subUids: readonly string[];
  readonly isHeld: boolean;
  /** Empty without a review. */
  readonly reason: ReviewReason | "";
  /** ISO time at which the review began; empty without one. */
  readonly heldSince: string;
}

/** Acts on reviews: while one lasts, no funds move between users of the account. */
export interface ReviewActions {
  setReview(change: ReviewChange): Promise<AdminOutcome<Review>>;
  review(uid: string): AdminOutcome<Review>;
}
