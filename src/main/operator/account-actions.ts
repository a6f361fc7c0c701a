/**
 * Administrative actions on users: lists users, balances and keys, and revokes keys.
 */
import { freezesOf, isLoginRefused } from "../../core/accounts/freezes.ts";
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import type { Wallet } from "../../core/base/vocabulary.ts";
import { FREEZE_KINDS } from "../../core/commands/access-commands.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { UserRead } from "../../core/reads/account-reads.ts";
import type { KeyUse, KeyUses } from "../../gateway/auth/key-uses.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import type { AccountActions, KeyUseState, UserSummary } from "../../ops/account-port.ts";
import { USER_WALLETS } from "../../ops/user-wallets.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { timeText } from "./times.ts";

type Parts = {
  readonly engine: ActingEngine;
  /** Last uses of keys since the start. */
  readonly keyUses: KeyUses;
};

const USERS_PER_PAGE = 100;

/** Returns a user as lists of users show it. */
export function userSummary(
  { engine }: { readonly engine: Pick<ActingEngine, "accounts" | "live"> },
  user: UserRead,
): UserSummary {
  const { accountKind, createdAtMs, index, keyNames, level, name, parent, realm, status } = user;
  const freezes = freezesOf(user);
  return {
    uid: uidOf(index),
    ...{ accountKind, realm, name, level, keys: keyNames.length },
    isFrozen: isLoginRefused(user),
    isFrozenByMainAccount: status === "frozen" && parent !== index,
    freezes: FREEZE_KINDS.filter((kind) => freezes[kind]),
    isUnderReview: (engine.accounts.user(parent) ?? user).review !== undefined,
    parentUid: parent === index ? "" : uidOf(parent),
    openOrders: engine.live.orders.openCountOf(index),
    createdAt: timeText(createdAtMs),
  };
}

function lastUseOf(use: KeyUse | undefined): KeyUseState | null {
  if (use === undefined) return null;
  const { address, atMs, call, method, path } = use;
  return { time: timeText(atMs), address, call, request: `${method} ${path}`.trim() };
}

function listActions(parts: Parts): Pick<AccountActions, "listUsers" | "balancesOf" | "listKeys"> {
  const { accounts, state } = parts.engine;
  return {
    listUsers(after) {
      const afterIndex = after === undefined ? FIRST_ORDINARY_USER - 1 : userOfUid(after);
      if (afterIndex === undefined) return refuse("not_found", `no user has the uid ${after}`);
      const first = Math.max(afterIndex + 1, FIRST_ORDINARY_USER);
      const page = state.users.slice(first, first + USERS_PER_PAGE);
      const last = page.at(-1);
      const hasMore = last !== undefined && last.index + 1 < state.users.length;
      const users = page.map((user) => userSummary(parts, user));
      return { done: { users, after: hasMore ? uidOf(last.index) : "" } };
    },
    balancesOf(uid) {
      const user = ordinaryUserOf(parts, uid);
      if ("refused" in user) return user;
      const rows = USER_WALLETS.flatMap((wallet: Wallet) => accounts.balances(user.index, wallet));
      const done = rows.map(({ available, balance, currency, hold, wallet }) => {
        const text = (amount: bigint): string => formatTrimmed(amount, currency.decimals);
        const amounts = { balance: text(balance), hold: text(hold), available: text(available) };
        return { wallet, coin: currency.code, ...amounts };
      });
      return { done };
    },
    listKeys(uid) {
      const user = ordinaryUserOf(parts, uid);
      if ("refused" in user) return user;
      const keys = [...accounts.keysOf(user.index), ...accounts.sessionsOf(user.index)];
      const done = keys.map(({ apiKey, createdAtMs, ipList, keyKind, permissions }) => ({
        apiKey,
        kind: keyKind,
        permissions: permissions.split(","),
        ipList: ipList === "" ? [] : ipList.split(","),
        createdAt: timeText(createdAtMs),
        lastUse: lastUseOf(parts.keyUses.of(apiKey)),
      }));
      return { done };
    },
  };
}

/** Returns all administrative actions on the accounts of users. */
export function accountActions(parts: Parts): AccountActions {
  return {
    ...listActions(parts),
    async revokeKey({ apiKey, uid }) {
      const user = ordinaryUserOf(parts, uid);
      if ("refused" in user) return user;
      const command = { kind: "delete_key", user: user.index, apiKey } as const;
      const outcome = await submit(parts.engine, command);
      return outcome.rejection === undefined
        ? { done: { uid, apiKey } }
        : refusalOf(outcome.rejection);
    },
  };
}
