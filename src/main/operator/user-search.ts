/** Search of users, and one user with the numbers of what it has. */
import { freezesOf } from "../../core/accounts/freezes.ts";
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import type { UserRead } from "../../core/reads/account-reads.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import type { UserReads, UserSearch } from "../../ops/user-read-port.ts";
import type { UserDetailState } from "../../ops/user-rows.ts";
import { AccountValues } from "../../wire/account-values.ts";
import type { Engine } from "../engine.ts";
import { userSummary } from "./account-actions.ts";
import { refuse } from "./admin-command.ts";
import { timeText } from "./times.ts";

type ReadEngine = Pick<Engine, "accounts" | "live">;

/** Users that one request looks at: bounds the time that it takes from trading, some ms. */
const USERS_EXAMINED_MAX = 20_000;

function mainOf({ accounts }: ReadEngine, user: UserRead): UserRead {
  return accounts.user(user.parent) ?? user;
}

/** Returns whether a user has the text in one of the ways of `UserSearch`. */
function matcherOf({ accounts }: ReadEngine, query: string): (user: UserRead) => boolean {
  const lower = query.toLowerCase();
  const named = userOfUid(query);
  const holder = accounts.key(query)?.user;
  return ({ index, name, parent }) =>
    index === named || parent === named || index === holder || name.toLowerCase().includes(lower);
}

function isFrozen(user: UserRead): boolean {
  return user.status === "frozen" || Object.values(freezesOf(user)).includes(true);
}

function isSelected(engine: ReadEngine, user: UserRead, search: UserSearch): boolean {
  const { accountKind, isUnderReview, kind, realm } = search;
  const { index, parent } = user;
  if (realm !== undefined && user.realm !== realm) return false;
  if (accountKind !== undefined && user.accountKind !== accountKind) return false;
  if (kind !== undefined && (parent === index ? "main" : "sub") !== kind) return false;
  if (search.isFrozen !== undefined && isFrozen(user) !== search.isFrozen) return false;
  const isHeld = mainOf(engine, user).review !== undefined;
  return isUnderReview === undefined || isHeld === isUnderReview;
}

/** Returns the search of users; it examines a bounded number of users a page. */
export function searchUsers(engine: ReadEngine): UserReads["searchUsers"] {
  return (search) => {
    const { after, limit, query } = search;
    const afterIndex = after === undefined ? FIRST_ORDINARY_USER - 1 : userOfUid(after);
    if (afterIndex === undefined) return refuse("not_found", `no user has the uid ${after}`);
    const matches = query === undefined ? () => true : matcherOf(engine, query);
    const first = Math.max(afterIndex + 1, FIRST_ORDINARY_USER);
    const found: UserRead[] = [];
    let last: UserRead | undefined;
    for (let index = first; index < first + USERS_EXAMINED_MAX && found.length < limit; index++) {
      const user = engine.accounts.user(index);
      if (user === undefined) return { done: { users: rowsOf(engine, found), after: "" } };
      last = user;
      if (matches(user) && isSelected(engine, user, search)) found.push(user);
    }
    const hasMore = last !== undefined && engine.accounts.user(last.index + 1) !== undefined;
    const users = rowsOf(engine, found);
    return { done: { users, after: hasMore && last !== undefined ? uidOf(last.index) : "" } };
  };
}

function rowsOf(engine: ReadEngine, users: readonly UserRead[]) {
  return users.map((user) => userSummary({ engine }, user));
}

/** Returns a user with the numbers of what it has, without its sessions. */
export function userDetail(engine: ReadEngine, user: UserRead): Omit<UserDetailState, "sessions"> {
  const { accounts, live } = engine;
  const { heldSinceMs, review } = mainOf(engine, user);
  const values = new AccountValues(accounts, user);
  const wallets = [
    ...[values.balances("spot"), values.balances("funding"), values.futures(), values.margin()],
    user.isUnified ? values.unified() : 0n,
  ];
  const summary = userSummary({ engine }, user);
  return {
    ...summary,
    freezes: [...summary.freezes],
    reviewReason: review ?? "",
    heldSince: review === undefined ? "" : timeText(heldSinceMs),
    subAccounts: accounts.subAccountsOf(user.index).length,
    openPlans: live.plans.of(user.index).length,
    positions: accounts.positions(user.index).length,
    equityUsdt: values.text(wallets.reduce((sum, value) => sum + value, 0n)),
  };
}
