/** The user's own API keys, as browsers list and change them. */
import { Type } from "typebox";
import type { KeyRead } from "../../../core/reads/account-reads.ts";
import type { KeyUses } from "../../auth/key-uses.ts";
import { permissionsOf } from "../../auth/new-key.ts";
import { permissionOfWord, permissionsOn } from "../../auth/permissions.ts";
import type { AccountKind } from "../../auth/principal.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { names, text } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { ADDRESSES_MAX, itemsOf, NOTE_LENGTH_MAX } from "../../users/sub-account-keys.ts";

const PERMISSIONS_MAX = 20;

/** Fields of a key in requests. */
export const OWN_KEY_FIELDS = {
  label: text({ description: `At most ${NOTE_LENGTH_MAX} characters` }),
  permissions: names({
    itemsMax: PERMISSIONS_MAX,
    description: "Permissions of the kind of account, as in allPermissions of the list",
  }),
  ipList: names({ itemsMax: ADDRESSES_MAX, description: "Addresses and ranges; none for all" }),
};

export const ownKeySchema = Type.Object({
  apiKey: Type.String(),
  label: Type.String(),
  permissions: Type.Array(Type.String(), { description: "On the present kind of account" }),
  ipList: Type.Array(Type.String()),
  createdTime: Type.String(),
  lastUsedTime: Type.String({ description: "Empty if not since the start of the exchange" }),
  lastAddress: Type.String(),
  lastRequest: Type.String({ description: "Method and path, or the operation on WebSocket" }),
});

/** Returns a key without its secret. */
export function ownKeyRow(key: KeyRead, accountKind: AccountKind, uses: KeyUses) {
  const held = permissionsOn(
    accountKind,
    new Set(itemsOf(key.permissions).flatMap((word) => permissionOfWord(word) ?? [])),
  );
  const use = uses.of(key.apiKey);
  const request = use?.call === "rest" ? `${use.method} ${use.path}` : use?.call;
  return {
    apiKey: key.apiKey,
    label: key.note,
    permissions: permissionsOf(accountKind).filter((permission) => held.has(permission)),
    ipList: itemsOf(key.ipList),
    createdTime: String(key.createdAtMs),
    lastUsedTime: use === undefined ? "" : String(use.atMs),
    lastAddress: use?.address ?? "",
    lastRequest: request ?? "",
  };
}

/**
 * Returns the permissions of a request without repetitions. Throws if there is none, and for one
 * that keys of the kind of account cannot have.
 */
export function readPermissions(context: PrivateContext, sent: readonly string[]): string[] {
  const known: readonly string[] = permissionsOf(context.principal.accountKind);
  const words = [...new Set(sent.map((word) => word.toLowerCase()))];
  if (words.length === 0) throw context.errors.missing("permissions");
  if (!words.every((word) => known.includes(word))) throw context.errors.unknown("permissions");
  return words;
}

/**
 * Returns an API key of the user. Throws 40037 for any other, whether it exists or not, and for a
 * session.
 */
export function ownKey({ exchange, principal }: PrivateContext, apiKey: string): KeyRead {
  const keys = exchange.accounts.keysOf(principal.userIndex);
  const key = keys.find((one) => one.apiKey === apiKey);
  if (key === undefined) throw wireError("40037");
  return key;
}
