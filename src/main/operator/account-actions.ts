/**
 * Administrative actions on users: lists users, balances and keys, revokes keys and cancels orders.
 */
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import { CATEGORIES, type Category, type Wallet } from "../../core/base/vocabulary.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { UserRead } from "../../core/reads/account-reads.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import type { AccountActions, UserSummary } from "../../ops/account-port.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import { USER_WALLETS } from "../../ops/user-wallets.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";

type Parts = { readonly engine: ActingEngine };

const USERS_PER_PAGE = 100;
/** Largest number of orders on margin that one action cancels. */
const MARGIN_ORDERS_MAX = 1_000;

function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Returns the ordinary user of a uid, or a refusal that names the uid. */
function userOf({ engine }: Parts, uid: string): UserRead | AdminRefusal {
  const index = userOfUid(uid) ?? -1;
  const user = index < FIRST_ORDINARY_USER ? undefined : engine.accounts.user(index);
  return user ?? refuse("not_found", `no user has the uid ${uid}`);
}

function summaryOf({ engine }: Parts, user: UserRead): UserSummary {
  const { accountKind, createdAtMs, index, keyNames, level, name, parent, realm, status } = user;
  return {
    uid: uidOf(index),
    ...{ accountKind, realm, name, level, keys: keyNames.length },
    isFrozen: status === "frozen",
    parentUid: parent === index ? "" : uidOf(parent),
    openOrders: engine.live.orders.openCountOf(index),
    createdAt: timeText(createdAtMs),
  };
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
      const users = page.map((user) => summaryOf(parts, user));
      return { done: { users, after: hasMore ? uidOf(last.index) : "" } };
    },
    balancesOf(uid) {
      const user = userOf(parts, uid);
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
      const user = userOf(parts, uid);
      if ("refused" in user) return user;
      const done = accounts
        .keysOf(user.index)
        .map(({ apiKey, createdAtMs, ipList, keyKind, permissions }) => ({
          apiKey,
          kind: keyKind,
          permissions: permissions.split(","),
          ipList: ipList === "" ? [] : ipList.split(","),
          createdAt: timeText(createdAtMs),
        }));
      return { done };
    },
  };
}

type InScope = (instrument: number) => boolean;

/**
 * Cancels a user's orders on margin individually, since no command cancels all of them; returns
 * their number.
 */
async function cancelMarginOrders(
  engine: ActingEngine,
  user: number,
  isInScope: InScope,
): Promise<number> {
  const orders = engine.live.orders.page(user, {
    limit: MARGIN_ORDERS_MAX,
    accepts: ({ backing, instrument }) => backing !== "default" && isInScope(instrument),
  });
  const outcomes = await Promise.all(
    orders.map(({ orderId }) =>
      submit(engine, { kind: "cancel_order", user, orderId, clientOrderId: "" }),
    ),
  );
  return outcomes.filter(({ rejection }) => rejection === undefined).length;
}

function cancelAction(parts: Parts): AccountActions["cancelOrders"] {
  const { engine } = parts;
  return async ({ category: requested, uid }) => {
    const userOrRefusal = userOf(parts, uid);
    if ("refused" in userOrRefusal) return userOrRefusal;
    const user = userOrRefusal.index;
    const categories: readonly Category[] = requested === undefined ? CATEGORIES : [requested];
    let orders = await cancelMarginOrders(engine, user, (instrument) => {
      const instrumentRead = engine.accounts.instrumentAt(instrument);
      return instrumentRead !== undefined && categories.includes(instrumentRead.category);
    });
    let plans = 0;
    for (const category of categories) {
      const scope = { user, category, instrument: 0 };
      const [ofOrders, ofPlans] = await Promise.all([
        submit(engine, { kind: "cancel_orders", ...scope }),
        submit(engine, { kind: "cancel_plans", ...scope, planKinds: [] }),
      ]);
      orders += ofOrders.items?.length ?? 0;
      plans += ofPlans.items?.length ?? 0;
    }
    return { done: { uid, orders, plans } };
  };
}

/** Returns all administrative actions on the accounts of users. */
export function accountActions(parts: Parts): AccountActions {
  return {
    ...listActions(parts),
    async revokeKey({ apiKey, uid }) {
      const user = userOf(parts, uid);
      if ("refused" in user) return user;
      const command = { kind: "delete_key", user: user.index, apiKey } as const;
      const outcome = await submit(parts.engine, command);
      return outcome.rejection === undefined
        ? { done: { uid, apiKey } }
        : refusalOf(outcome.rejection);
    },
    async setFreeze({ isFrozen, uid }) {
      const user = userOf(parts, uid);
      if ("refused" in user) return user;
      const { index, permissions } = user;
      const status = isFrozen ? "frozen" : "normal";
      const command = { kind: "set_user_access", user: index, status, permissions } as const;
      const { rejection } = await submit(parts.engine, command);
      return rejection === undefined ? { done: { uid, isFrozen } } : refusalOf(rejection);
    },
    cancelOrders: cancelAction(parts),
  };
}
