/** Administrative actions that end or narrow access: closes users and limits keys. */
import { WALLETS } from "../../core/base/vocabulary.ts";
import type { KeyRead, UserRead } from "../../core/reads/account-reads.ts";
import { isAddressEntry, isEntryWithin } from "../../gateway/auth/address-list.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { ClosingActions } from "../../ops/closing-port.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";

type Parts = { readonly engine: ActingEngine };

/** Names that the list of what a user holds shows at most. */
const SHOWN_MAX = 5;

const ALL_FREEZES = { trading: true, transfersOut: true, withdrawals: true, login: true } as const;

function balancesHeld({ accounts }: ActingEngine, user: UserRead): readonly string[] {
  const rows = WALLETS.flatMap((wallet) => accounts.balances(user.index, wallet));
  return rows.filter(({ balance }) => balance !== 0n).map(({ currency }) => currency.code);
}

/** What a user has in peer-to-peer trading, whose escrow is no balance of the user. */
function dealsHeld({ accounts }: ActingEngine, { index }: UserRead): readonly string[] {
  const { ads } = accounts.p2p;
  const isOffering = ads.some(({ status, user }) => user === index && status === "published");
  const isTrading = accounts.p2p.ordersOf(index).length > 0;
  return [
    ...(isTrading ? ["open peer-to-peer orders"] : []),
    ...(isOffering ? ["published peer-to-peer ads"] : []),
  ];
}

/** What a user still holds in words; empty for nothing. */
function heldBy(engine: ActingEngine, user: UserRead): readonly string[] {
  const { accounts, live, state } = engine;
  const { index, parent } = user;
  const held = [...new Set(balancesHeld(engine, user))].map((coin) => `a balance of ${coin}`);
  if (live.orders.openCountOf(index) > 0) held.push("open orders");
  if (state.plans.ofUser(index).size > 0) held.push("plans");
  held.push(...dealsHeld(engine, user));
  // A switch of the account needs the same: nothing that depends on its wallets.
  const other = user.accountKind === "classic" ? "unified" : "classic";
  const isInUse = accounts.switchRefusal(index, other) === "account_in_use";
  if (isInUse && held.length === 0) held.push("a position, loan, risk unit or withdrawal");
  const isOpen = ({ freezes }: UserRead): boolean => freezes === 0;
  const subs = parent === index ? accounts.subAccountsOf(index) : [];
  if (subs.some(isOpen)) held.push("sub-accounts that are not closed");
  return held;
}

function closeAction(parts: Parts): ClosingActions["closeUser"] {
  const { engine } = parts;
  const refusalFor = (user: UserRead): AdminRefusal | undefined => {
    const held = heldBy(engine, user);
    if (held.length === 0) return undefined;
    const more = held.length > SHOWN_MAX ? ` and ${held.length - SHOWN_MAX} more` : "";
    return refuse("conflict", `the user has ${held.slice(0, SHOWN_MAX).join(", ")}${more}`);
  };
  return async (uid) => {
    const user = ordinaryUserOf(parts, uid);
    if ("refused" in user) return user;
    const before = refusalFor(user);
    if (before !== undefined) return before;
    const { freezes: present, index } = user;
    const freezes = { kind: "set_user_freezes", user: index, ...ALL_FREEZES } as const;
    const frozen = await submit(engine, freezes);
    if (frozen.rejection !== undefined) return refusalOf(frozen.rejection);
    // Something may have arrived while the freeze was journaled.
    const after = present === 0 ? refusalFor(user) : undefined;
    if (after !== undefined) {
      const none = { trading: false, transfersOut: false, withdrawals: false, login: false };
      await submit(engine, { kind: "set_user_freezes", user: index, ...none });
      return after;
    }
    const keys = [...engine.accounts.keysOf(index), ...engine.accounts.sessionsOf(index)];
    for (const { apiKey } of keys) {
      await submit(engine, { kind: "delete_key", user: index, apiKey });
    }
    return { done: { uid, revokedKeys: keys.length } };
  };
}

/** Returns why permissions are none that a key has; `undefined` when it has all of them. */
function permissionRefusal(key: KeyRead, permissions: readonly string[]): AdminRefusal | undefined {
  const granted = key.permissions.split(",");
  const further = permissions.find((word) => !granted.includes(word));
  if (further === undefined) return undefined;
  const expected = `permissions that the key has (${granted.join(", ")})`;
  return refuse("invalid", `permissions: expected ${expected}, got ${JSON.stringify(further)}`);
}

/** Returns why addresses would widen those of a key; `undefined` when they do not. */
function addressRefusal(key: KeyRead, addresses: readonly string[]): AdminRefusal | undefined {
  const malformed = addresses.find((entry) => !isAddressEntry(entry));
  if (malformed !== undefined) {
    const got = JSON.stringify(malformed);
    return refuse("invalid", `ipList: expected addresses and CIDR ranges, got ${got}`);
  }
  if (key.ipList === "") return undefined;
  if (addresses.length === 0) {
    return refuse("invalid", "ipList: an empty list would allow every address");
  }
  const further = addresses.find((entry) => !isEntryWithin(entry, key.ipList.split(",")));
  if (further === undefined) return undefined;
  const expected = `addresses within those of the key (${key.ipList.replaceAll(",", ", ")})`;
  return refuse("invalid", `ipList: expected ${expected}, got ${JSON.stringify(further)}`);
}

function limitAction(parts: Parts): ClosingActions["limitKey"] {
  const { engine } = parts;
  return async ({ apiKey, ipList, permissions, uid }) => {
    const user = ordinaryUserOf(parts, uid);
    if ("refused" in user) return user;
    const key = engine.accounts.keysOf(user.index).find((one) => one.apiKey === apiKey);
    if (key === undefined) return refuse("not_found", `the user has no key ${apiKey}`);
    const widened =
      permissionRefusal(key, permissions ?? []) ?? (ipList && addressRefusal(key, ipList));
    if (widened !== undefined) return widened;
    const kept = permissions ?? key.permissions.split(",");
    const addresses = ipList ?? (key.ipList === "" ? [] : key.ipList.split(","));
    const outcome = await submit(engine, {
      kind: "modify_key",
      user: user.index,
      apiKey,
      passphraseHash: "",
      permissions: kept.join(","),
      ipList: addresses.join(","),
      note: key.note,
    });
    if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
    return { done: { uid, apiKey, permissions: kept, ipList: addresses } };
  };
}

/** Returns all administrative actions that end or narrow access. */
export function closingActions(parts: Parts): ClosingActions {
  return { closeUser: closeAction(parts), limitKey: limitAction(parts) };
}
