/** Rows and permissions of sub-accounts and their keys on v3. */
import { Type } from "typebox";
import type { KeyRead, UserRead } from "../../../core/reads/account-reads.ts";
import { isAccessRefused } from "../../../core/reads/user-reads.ts";
import { uidOf, userOfUid } from "../../auth/uid.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { enumeration, names } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { ADDRESSES_MAX, checkGrant, itemsOf } from "../../users/sub-account-keys.ts";

const KEY_TYPES = ["read_write", "read_only"] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** Groups of permissions; those of copy trading grant nothing, since there is none. */
const GROUPS = [
  "uta_mgt",
  "uta_trade",
  "p2p",
  "withdraw",
  "copy_futures_position",
  "copy_futures_order",
] as const;
type Group = (typeof GROUPS)[number];

/** Fields of a key in requests. */
export const KEY_FIELDS = {
  type: enumeration(KEY_TYPES),
  permissions: names({ itemsMax: GROUPS.length, description: GROUPS.join(", ") }),
  ips: names({ itemsMax: ADDRESSES_MAX, description: "Addresses and ranges; none for all" }),
};

function groupOf(word: string): Group {
  const group = GROUPS.find((name) => word === name || word.startsWith(`${name}_`));
  return group ?? "uta_mgt";
}

function wordOf(group: Group, type: KeyType): string {
  switch (group) {
    case "uta_mgt":
    case "uta_trade":
    case "p2p":
      return `${group}_${type === "read_only" ? "read" : "write"}`;
    default:
      return group;
  }
}

/** Returns the groups of the permissions of a key. */
export function groupsOf(key: Pick<KeyRead, "permissions">): Group[] {
  return [...new Set(itemsOf(key.permissions).map(groupOf))];
}

/** Returns the type of a key: whether it may do more than read. */
export function typeOf(key: Pick<KeyRead, "permissions">): KeyType {
  const isReadOnly = itemsOf(key.permissions).every((word) => word.endsWith("_read"));
  return isReadOnly ? "read_only" : "read_write";
}

/**
 * Returns the words of a key's permissions. Throws for an unknown group, for withdrawing with a
 * read-only key, and 40014 for a group that permits more than the key of the request.
 */
export function readGroups(
  context: PrivateContext,
  sent: readonly string[],
  type: KeyType,
): string[] {
  const groups = [...new Set(sent.map((name) => name.toLowerCase()))].map((name) => {
    const group = GROUPS.find((known) => known === name);
    if (group === undefined) throw context.errors.unknown("permissions");
    return group;
  });
  if (groups.length === 0) throw context.errors.missing("permissions");
  if (type === "read_only" && groups.includes("withdraw"))
    throw context.errors.wrong("permissions");
  const words = groups.map((group) => wordOf(group, type));
  checkGrant(context, words);
  return words;
}

/** Throws 40128 for a classic account: the permissions of v3 mean nothing to its keys. */
export function requireUnified(account: UserRead): void {
  if (account.accountKind !== "unified") throw wireError("40128");
}

/**
 * Returns a key of one of the caller's sub-accounts and its owner. Throws 40065 for any other key,
 * whether it exists or not.
 */
export function ownSubAccountKey(
  context: PrivateContext,
  apiKey: string,
): { readonly key: KeyRead; readonly account: UserRead } {
  const key = context.exchange.accounts.key(apiKey);
  const isOwn = context.exchange.accounts.subAccountsOf(context.principal.userIndex);
  const account = isOwn.find(({ index }) => index === key?.user);
  if (key === undefined || account === undefined) throw wireError("40065");
  return { key, account };
}

const KEY_ROW = {
  note: Type.String(),
  apiKey: Type.String(),
  type: Type.String({ description: KEY_TYPES.join(", ") }),
  permissions: Type.Array(Type.String()),
  ips: Type.Array(Type.String()),
};

export const keyRowSchema = Type.Object(KEY_ROW);
export const newKeyRowSchema = Type.Object({
  ...KEY_ROW,
  secret: Type.String({ description: "Shown once" }),
});
export const listedKeyRowSchema = Type.Object({
  ...KEY_ROW,
  ts: Type.String({ description: "Time of creation" }),
});

/** Returns a key without its secret. */
export function keyRow(key: Pick<KeyRead, "apiKey" | "note" | "permissions" | "ipList">) {
  return {
    note: key.note,
    apiKey: key.apiKey,
    type: typeOf(key),
    permissions: groupsOf(key),
    ips: itemsOf(key.ipList),
  };
}

export const subAccountRowSchema = Type.Object({
  username: Type.String(),
  subUid: Type.String(),
  status: Type.String({ description: "normal or frozen" }),
  note: Type.String(),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});

/** Returns a sub-account as its creation and the list show it. */
export function subAccountRow(account: UserRead) {
  return {
    username: account.name,
    subUid: uidOf(account.index),
    status: isAccessRefused(account) ? "frozen" : "normal",
    note: account.note,
    createdTime: String(account.createdAtMs),
    updatedTime: String(account.accessChangedAtMs),
  };
}

/**
 * Returns a page of sub-accounts, newest first, after the uid of the cursor, and the cursor of the
 * next page, empty if there is none.
 */
export function pageAfter(
  accounts: readonly UserRead[],
  page: { readonly cursor?: string; readonly limit: number },
): { readonly rows: readonly UserRead[]; readonly cursor: string } {
  const before = page.cursor === undefined ? Number.POSITIVE_INFINITY : userOfUid(page.cursor);
  const older = accounts.filter(({ index }) => index < (before ?? 0));
  const rows = older.slice(0, page.limit);
  const last = rows.at(-1);
  const hasMore = rows.length < older.length;
  return { rows, cursor: hasMore && last !== undefined ? uidOf(last.index) : "" };
}
