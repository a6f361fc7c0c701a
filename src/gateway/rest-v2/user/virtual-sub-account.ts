/** Common parts of the endpoints of virtual sub-accounts: names, rows and permissions. */
import { Type } from "typebox";
import type { KeyRead, UserRead } from "../../../core/reads/account-reads.ts";
import { isAccessRefused } from "../../../core/reads/user-reads.ts";
import { CLASSIC_KEY_WORDS } from "../../auth/permissions.ts";
import { uidOf } from "../../auth/uid.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { names } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { ADDRESSES_MAX, checkGrant, itemsOf, readAddresses } from "../../users/sub-account-keys.ts";

/** Eight English letters (specification, Limits). */
const ALIAS = /^[A-Za-z]{8}$/;
/** Follows the alias in responses; the specification lets the service append a suffix. */
const NAME_SUFFIX = "@virtual-bourse.com";
const WORDS_MAX = 20;

/** Throws 40055 for a name that is no alias. */
export function checkAlias(alias: string): void {
  if (!ALIAS.test(alias)) throw wireError("40055");
}

/** Returns the name of a virtual sub-account as responses show it. */
export function shownName(alias: string): string {
  return alias + NAME_SUFFIX;
}

/** Status of a sub-account; a deleted one would be `del`, and nothing deletes one. */
export function statusWord(account: UserRead): "normal" | "freeze" {
  return isAccessRefused(account) ? "freeze" : "normal";
}

/** Key permissions and addresses of a request. */
export const KEY_FIELDS = {
  ipList: names({ itemsMax: ADDRESSES_MAX, description: "Addresses and ranges; none for all" }),
  permList: names({ itemsMax: WORDS_MAX, description: CLASSIC_KEY_WORDS.join(", ") }),
};

/**
 * Returns the words of a key's permissions with underscores, `read` when none is named. Throws for
 * an unknown word, for withdrawing with a read-only key, and 40014 for a word that permits more
 * than the key of the request.
 */
export function readKeyWords(
  context: PrivateContext,
  permList: readonly string[] | undefined,
): string[] {
  const words = (permList ?? []).map((word) => word.toLowerCase().replaceAll("-", "_"));
  const distinct = [...new Set(words)];
  if (!distinct.every((word) => CLASSIC_KEY_WORDS.includes(word))) {
    throw context.errors.unknown("permList");
  }
  const isReadOnly = distinct.includes("readonly");
  if (isReadOnly && distinct.some((word) => word !== "readonly" && word !== "read")) {
    throw context.errors.wrong("permList");
  }
  checkGrant(context, distinct);
  return distinct.length === 0 ? ["read"] : distinct;
}

/** Returns the addresses of a key of a request. */
export function readIpList(
  context: PrivateContext,
  ipList: readonly string[] | undefined,
): string[] {
  return readAddresses(context, "ipList", ipList ?? []);
}

const KEY_ROW = {
  subAccountUid: Type.String(),
  subAccountName: Type.String(),
  label: Type.String(),
  subAccountApiKey: Type.String(),
  permList: Type.Array(Type.String()),
  ipList: Type.Array(Type.String()),
};

/** A key as lists show it. */
export const keyRowSchema = Type.Object(KEY_ROW);

/** A key with its secret, which is shown once. */
export const keyWithSecretSchema = Type.Object({
  ...KEY_ROW,
  secretKey: Type.String({ description: "Shown once, when the key is created" }),
});

/** Returns a key of a sub-account without its secret. */
export function keyRow(
  account: UserRead,
  key: Pick<KeyRead, "apiKey" | "note" | "permissions" | "ipList">,
) {
  return {
    subAccountUid: uidOf(account.index),
    subAccountName: shownName(account.name),
    label: key.note,
    subAccountApiKey: key.apiKey,
    permList: itemsOf(key.permissions),
    ipList: itemsOf(key.ipList),
  };
}
