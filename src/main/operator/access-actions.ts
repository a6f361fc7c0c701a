/** Administrative actions that restrict users: freezes them, and cancels their orders and plans. */
import { freezesOf } from "../../core/accounts/freezes.ts";
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import type { UserRead } from "../../core/reads/account-reads.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import { signInDraft } from "../../gateway/terminal/new-account.ts";
import type { AccessActions, Freezes } from "../../ops/access-port.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { cancelOrdersOf } from "./cancel-orders.ts";

type Parts = { readonly engine: ActingEngine };

/** Returns the ordinary user of a uid, or a refusal that names the uid. */
export function ordinaryUserOf(
  { engine }: { readonly engine: Pick<ActingEngine, "accounts"> },
  uid: string,
): UserRead | AdminRefusal {
  const index = userOfUid(uid) ?? -1;
  const user = index < FIRST_ORDINARY_USER ? undefined : engine.accounts.user(index);
  return user ?? refuse("not_found", `no user has the uid ${uid}`);
}

function cancelAction(parts: Parts): AccessActions["cancelOrders"] {
  return async ({ category, uid }) => {
    const user = ordinaryUserOf(parts, uid);
    if ("refused" in user) return user;
    const scope = { category: category ?? "all", instrument: 0 } as const;
    const ended = await cancelOrdersOf(parts.engine, user.index, scope);
    return "refused" in ended ? ended : { done: { uid, ...ended.done } };
  };
}

function disableCodesAction(parts: Parts): AccessActions["disableCodes"] {
  return async ({ uid }) => {
    const user = ordinaryUserOf(parts, uid);
    if ("refused" in user) return user;
    const signIn = parts.engine.accounts.signInOf(user.index);
    if (signIn === undefined || signIn.sealedCodeSecret.length === 0) {
      return refuse("conflict", `${uid} has no one-time codes`);
    }
    const draft = signInDraft(user.index, { changesCodes: true });
    const { rejection } = await submit(parts.engine, draft);
    return rejection === undefined ? { done: { uid } } : refusalOf(rejection);
  };
}

/** Sets the freezes of one user; returns why that was refused, if it was. */
async function freeze(
  { engine }: Parts,
  user: number,
  freezes: Freezes,
): Promise<AdminRefusal | undefined> {
  const { login, trading, transfersOut, withdrawals } = freezes;
  const kinds = { trading, transfersOut, withdrawals, login };
  const { rejection } = await submit(engine, { kind: "set_user_freezes", user, ...kinds });
  return rejection === undefined ? undefined : refusalOf(rejection);
}

/** Sub-accounts after the main account: from then on it opens no further one. */
function setFreezesAction(parts: Parts): AccessActions["setFreezes"] {
  const { accounts } = parts.engine;
  return async ({ includesSubAccounts, uid, ...freezes }) => {
    const user = ordinaryUserOf(parts, uid);
    if ("refused" in user) return user;
    const refused = await freeze(parts, user.index, freezes);
    if (refused !== undefined) return refused;
    const subs = includesSubAccounts ? accounts.subAccountsOf(user.index) : [];
    for (const sub of subs) {
      const refusedSub = await freeze(parts, sub.index, freezes);
      if (refusedSub !== undefined) return refusedSub;
    }
    return { done: { uids: [user, ...subs].map(({ index }) => uidOf(index)), ...freezes } };
  };
}

function setFreezeAction(parts: Parts): AccessActions["setFreeze"] {
  return async ({ isFrozen, uid }) => {
    const user = ordinaryUserOf(parts, uid);
    if ("refused" in user) return user;
    const { index, parent, permissions, status } = user;
    const { trading } = freezesOf(user);
    const kinds = { transfersOut: isFrozen, withdrawals: isFrozen, login: isFrozen };
    const refused = await freeze(parts, index, { trading, ...kinds });
    if (refused !== undefined) return refused;
    // Only an earlier version froze main accounts by their status.
    if (!isFrozen && status === "frozen" && parent === index) {
      const access = { user: index, status: "normal", permissions } as const;
      const { rejection } = await submit(parts.engine, { kind: "set_user_access", ...access });
      if (rejection !== undefined) return refusalOf(rejection);
    }
    return { done: { uid, isFrozen } };
  };
}

/** Returns all administrative actions that restrict users. */
export function accessActions(parts: Parts): AccessActions {
  return {
    setFreeze: setFreezeAction(parts),
    setFreezes: setFreezesAction(parts),
    disableCodes: disableCodesAction(parts),
    cancelOrders: cancelAction(parts),
  };
}
