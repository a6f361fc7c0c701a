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
    name: "the client id of a closed order is free at once",
    file: "core/orders/close-order.ts",
    find: "if (orders.clientIds.has(slot)) {",
    replace: "if (orders.count < 0) {",
  },
  {
    name: "the client id of a closed plan is free at once",
    profile: "triggers",
    file: "core/plans/cancel-plans.ts",
    find: '"plan", plan.clientOrderId, state.timeMs',
    replace: '"plan", "", state.timeMs',
  },
  {
    name: "client ids of unified users stay taken",
    file: "core/accounts/closed-client-ids.ts",
    find: 'if (clientId === "" || user.isUnified) return;',
    replace: 'if (clientId === "") return;',
  },
  {
    name: "client ids of closed orders stay taken for ever",
    file: "core/accounts/closed-client-ids.ts",
    find: "closedAtMs !== undefined && nowMs - closedAtMs < CLIENT_ID_KEPT_MS;",
    replace: "closedAtMs !== undefined && nowMs >= closedAtMs;",
  },
  {
    name: "a replaced order may not keep its client id",
    file: "core/orders/replace-order.ts",
    find: "if (clientId === command.newClientOrderId) {",
    replace: "if (clientId === null) {",
  },
  {
    name: "what orders hold can be transferred",
    file: "core/transfers/move-funds.ts",
    find: "spendable(state, from, account) < amount;",
    replace: "ledger.balance(account) < amount;",
  },
  {
    name: "funds are moved to an unrelated account",
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
