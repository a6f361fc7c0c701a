/** API keys for the gateway's verification, read from the core's state. */
import { isLoginRefused } from "../core/accounts/freezes.ts";
import type { KeyDirectory, KeyRecord } from "../gateway/auth/key-directory.ts";
import { permissionOfWord, permissionsOn, withinAccount } from "../gateway/auth/permissions.ts";
import { uidOf } from "../gateway/auth/uid.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";

type Key = NonNullable<ReturnType<LiveAccounts["key"]>>;
type User = NonNullable<ReturnType<LiveAccounts["user"]>>;

/** A record, and the access of the user for which it was made. */
type Known = { readonly record: KeyRecord } & Pick<
  User,
  "status" | "freezes" | "permissions" | "accountKind"
>;

function wordsOf(list: string): string[] {
  return list === "" ? [] : list.split(",");
}

function recordOf(key: Key, user: User): KeyRecord {
  const held = wordsOf(key.permissions).flatMap((word) => permissionOfWord(word) ?? []);
  return {
    apiKey: key.apiKey,
    uid: uidOf(key.user),
    userIndex: key.user,
    accountKind: user.accountKind,
    realm: user.realm,
    permissions: permissionsOn(user.accountKind, withinAccount(held, wordsOf(user.permissions))),
    ipList: wordsOf(key.ipList),
    kind: key.keyKind,
    sealedSecret: key.sealedSecret,
    passphraseHash: key.passphraseHash,
    createdAtMs: key.createdAtMs,
    frozen: isLoginRefused(user),
    deleted: false,
  };
}

/**
 * Finds keys by name. Creates one record per key and keeps it until the key, or the status,
 * freezes, permissions or kind of its user, change.
 */
export class LiveKeys implements KeyDirectory {
  readonly #accounts: LiveAccounts;
  readonly #known = new WeakMap<Key, Known>();

  constructor(accounts: LiveAccounts) {
    this.#accounts = accounts;
  }

  find(apiKey: string): KeyRecord | undefined {
    const key = this.#accounts.key(apiKey);
    if (key === undefined) return undefined;
    const user = this.#accounts.user(key.user);
    if (user === undefined) return undefined;
    const { accountKind, freezes, permissions, status } = user;
    const known = this.#known.get(key);
    const isSame =
      known?.status === status && known.freezes === freezes && known.permissions === permissions;
    if (isSame && known.accountKind === accountKind) return known.record;
    const record = recordOf(key, user);
    this.#known.set(key, { record, status, freezes, permissions, accountKind });
    return record;
  }
}
