/** API keys for the gateway's verification, read from the core's state. */
import type { ApiKey } from "../core/accounts/user.ts";
import type { KeyDirectory, KeyRecord } from "../gateway/auth/key-directory.ts";
import {
  CLASSIC_PERMISSIONS,
  type Permission,
  UNIFIED_PERMISSIONS,
} from "../gateway/auth/permissions.ts";
import { uidOf } from "../gateway/auth/uid.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";

const KNOWN: ReadonlySet<string> = new Set([...CLASSIC_PERMISSIONS, ...UNIFIED_PERMISSIONS]);

function isPermission(word: string): word is Permission {
  return KNOWN.has(word);
}

/** Finds keys by name; creates one record per key and keeps it as long as the key exists. */
export class LiveKeys implements KeyDirectory {
  readonly #accounts: LiveAccounts;
  readonly #records = new WeakMap<ApiKey, KeyRecord>();

  constructor(accounts: LiveAccounts) {
    this.#accounts = accounts;
  }

  find(apiKey: string): KeyRecord | undefined {
    const key = this.#accounts.key(apiKey);
    if (key === undefined) return undefined;
    const known = this.#records.get(key);
    if (known !== undefined) return known;
    const user = this.#accounts.user(key.user);
    if (user === undefined) return undefined;
    const record: KeyRecord = {
      apiKey,
      uid: uidOf(key.user),
      userIndex: key.user,
      accountKind: user.accountKind,
      realm: user.realm,
      permissions: new Set(key.permissions.split(",").filter(isPermission)),
      ipList: key.ipList === "" ? [] : key.ipList.split(","),
      kind: key.keyKind,
      sealedSecret: key.sealedSecret,
      passphraseHash: key.passphraseHash,
      frozen: false,
      deleted: false,
    };
    this.#records.set(key, record);
    return record;
  }
}
