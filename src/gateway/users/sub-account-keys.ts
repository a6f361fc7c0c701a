/** API keys of sub-accounts, as requests of their main account create and change them. */
import type { KeyRead } from "../../core/reads/account-reads.ts";
import { isAddressEntry } from "../auth/address-list.ts";
import { grantedPermissions, permissionOfWord } from "../auth/permissions.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";

/** Most addresses of a key (specification, Limits). */
export const ADDRESSES_MAX = 30;
/** Longest note of a key or sub-account, in characters (specification, Limits). */
export const NOTE_LENGTH_MAX = 20;
const PASSPHRASE = /^[A-Za-z0-9]{8,32}$/;

/** Throws 40070 unless a passphrase is 8 to 32 letters and digits. */
export function checkPassphrase(passphrase: string): void {
  if (!PASSPHRASE.test(passphrase)) throw wireError("40070");
}

/** Throws 40056 for a note that is too long. */
export function checkNote(note: string): void {
  if (note.length > NOTE_LENGTH_MAX) throw wireError("40056", NOTE_LENGTH_MAX);
}

/** Returns addresses and ranges without repetitions. Throws for one that is malformed. */
export function readAddresses(
  context: PrivateContext,
  name: string,
  entries: readonly string[],
): string[] {
  const list = entries.map((entry) => entry.toLowerCase());
  if (!list.every(isAddressEntry)) throw context.errors.wrong(name);
  return [...new Set(list)];
}

/**
 * Throws 40014 if a new key would be permitted what the key of the request is not: a key that leaks
 * must not give itself more rights by way of a sub-account. Reading is implied by every key.
 */
export function checkGrant(context: PrivateContext, words: readonly string[]): void {
  const asked = grantedPermissions(words.flatMap((word) => permissionOfWord(word) ?? []));
  for (const permission of asked) {
    if (!context.principal.permissions.has(permission)) throw wireError("40014", permission);
  }
}

/** Returns a key of a sub-account; throws 40065 for any other key, whether it exists or not. */
export function keyOfAccount(context: PrivateContext, user: number, apiKey: string): KeyRead {
  const key = context.exchange.accounts.key(apiKey);
  if (key === undefined || key.user !== user) throw wireError("40065");
  return key;
}

/** Returns a comma-separated list of the state as its items. */
export function itemsOf(list: string): string[] {
  return list === "" ? [] : list.split(",");
}
