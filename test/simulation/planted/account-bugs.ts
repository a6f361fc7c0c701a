/** Users, keys and funds between wallets. */
import type { PlantedBug } from "./planted-bug.ts";

export const ACCOUNT_BUGS: readonly PlantedBug[] = [
  {
    name: "a parent may have any number of sub-accounts",
    file: "core/accounts/manage-users.ts",
    find: "parent.subAccounts += 1;",
    replace: "parent.subAccounts += 0;",
  },
  {
    name: "a deleted key goes on counting",
    file: "core/accounts/manage-users.ts",
    find: "user.keys -= 1;",
    replace: "user.keys -= 0;",
  },
  {
    name: "a repeated transfer moves funds again",
    file: "core/transfers/move-funds.ts",
    find: "remember(from, command, state.outcome.id);",
    replace: "void remember;",
  },
  {
    name: "what orders hold can be transferred",
    file: "core/transfers/move-funds.ts",
    find: "spendable(state, from, account) < amount;",
    replace: "ledger.balance(account) < amount;",
  },
  {
    name: "funds are moved to a stranger",
    file: "core/transfers/move-funds.ts",
    find: 'if (from.parent !== to.parent) return reject("user_not_found");',
    replace: "",
  },
  {
    name: "sub-accounts of an account under review move funds",
    profile: "transfers",
    file: "core/accounts/review-user.ts",
    find: "return reviewedUser(state, user).review !== undefined;",
    replace: "return user.review !== undefined;",
  },
  {
    name: "a review stops transfers between wallets of one user",
    profile: "transfers",
    file: "core/transfers/move-funds.ts",
    find: "if (from !== to && isUnderReview(state, from))",
    replace: "if (isUnderReview(state, from))",
  },
  {
    name: "a review that goes on begins anew",
    profile: "transfers",
    file: "core/accounts/review-user.ts",
    find: "else if (main.review === undefined) main.heldSinceMs",
    replace: "else main.heldSinceMs",
  },
  {
    name: "a review never ends",
    profile: "transfers",
    file: "core/accounts/review-user.ts",
    find: "main.review = isHeld ? reason : undefined;",
    replace: "main.review = isHeld ? reason : main.review;",
  },
  {
    name: "a snapshot leaves out reviews",
    profile: "transfers",
    file: "core/accounts/user-encoding.ts",
    find: "out.u8(user.review === undefined ? 0 : indexIn(REVIEW_REASONS, user.review) + 1);",
    replace: "out.u8(0);",
  },
];
