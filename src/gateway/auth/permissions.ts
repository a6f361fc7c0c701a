import type { AccountKind } from "../../core/base/vocabulary.ts";

/** Permissions of keys, in the words of the wire (auth-and-errors.md section 4). */
export const CLASSIC_PERMISSIONS = [
  "read",
  "spot_trade",
  "contract_trade",
  "contract_position",
  "margin_trade",
  "transfer",
  "withdraw",
] as const;
export type ClassicPermission = (typeof CLASSIC_PERMISSIONS)[number];

export const UNIFIED_PERMISSIONS = [
  "uta_mgt_read",
  "uta_mgt_write",
  "uta_trade_read",
  "uta_trade_write",
  "withdraw",
  "p2p_read",
  "p2p_write",
] as const;
export type UnifiedPermission = (typeof UNIFIED_PERMISSIONS)[number];

export type Permission = ClassicPermission | UnifiedPermission;

/** Permissions that a permission implies: write implies read of the same things. */
const IMPLIED: Partial<Record<Permission, readonly Permission[]>> = {
  spot_trade: ["read"],
  contract_trade: ["contract_position", "read"],
  contract_position: ["read"],
  margin_trade: ["read"],
  transfer: ["read"],
  uta_mgt_write: ["uta_mgt_read"],
  uta_trade_write: ["uta_trade_read"],
  p2p_write: ["p2p_read"],
};

/** Returns the permissions of a key together with those they imply. */
export function grantedPermissions(held: Iterable<Permission>): ReadonlySet<Permission> {
  const granted = new Set<Permission>();
  for (const permission of held) {
    granted.add(permission);
    for (const implied of IMPLIED[permission] ?? []) granted.add(implied);
  }
  return granted;
}

/** Words of key permissions on v2 and the permissions that they grant (specification). */
const CLASSIC_WORDS: Readonly<Record<string, ClassicPermission | undefined>> = {
  read: "read",
  readonly: "read",
  spot_trade: "spot_trade",
  margin_trade: "margin_trade",
  contract_trade: "contract_trade",
  contract_order: "contract_trade",
  contract_position: "contract_position",
  transfer: "transfer",
  wallet_transfer: "transfer",
  withdraw: "withdraw",
  wallet_withdraw: "withdraw",
  // There is no copy trading to permit.
  copytrading_trade: undefined,
};

/** Words that a request for a classic key may name. */
export const CLASSIC_KEY_WORDS: readonly string[] = Object.keys(CLASSIC_WORDS);

const UNIFIED_WORDS: ReadonlySet<string> = new Set(UNIFIED_PERMISSIONS);

/** Returns the permission of a stored word of a key; `undefined` if it grants nothing. */
export function permissionOfWord(word: string): Permission | undefined {
  if (UNIFIED_WORDS.has(word)) return word as UnifiedPermission;
  return Object.hasOwn(CLASSIC_WORDS, word) ? CLASSIC_WORDS[word] : undefined;
}

/** Words of the permissions of a virtual sub-account on v2 (specification). */
export const ACCOUNT_WORDS = [
  "transfer",
  "deposit",
  "withdraw",
  "spot_trade",
  "contract_trade",
  "read-write",
  "readonly",
  "read",
] as const;
type AccountWord = (typeof ACCOUNT_WORDS)[number];

/** Permissions of a new virtual sub-account. */
export const ACCOUNT_WORDS_DEFAULT = ["spot_trade", "contract_trade"] as const;

const NEEDED_OF_ACCOUNT: Partial<Record<Permission, AccountWord>> = {
  spot_trade: "spot_trade",
  margin_trade: "spot_trade",
  contract_trade: "contract_trade",
  contract_position: "contract_trade",
};

/**
 * Returns the permissions of a key that its account allows. Trading needs the word of its product
 * line, spot trading for margin; an account with words of reading alone allows reading alone. An
 * account without words bounds nothing.
 */
export function withinAccount(
  held: readonly Permission[],
  accountWords: readonly string[],
): ReadonlySet<Permission> {
  if (accountWords.length === 0 || accountWords.includes("read-write")) return new Set(held);
  const isReadOnly = accountWords.every((word) => word === "read" || word === "readonly");
  const allowed = held.filter((permission) => {
    const needed = NEEDED_OF_ACCOUNT[permission];
    return needed === undefined ? !isReadOnly : accountWords.includes(needed);
  });
  // Whatever a key may do, it may read.
  return new Set(held.length === 0 ? [] : [...allowed, "read"]);
}

/**
 * What a permission of one kind of account needs of a key that was made for the other kind: all of
 * these. A switch never gives a key a right that it did not have before.
 */
const NEEDED_AFTER_SWITCH: Readonly<
  Record<AccountKind, Partial<Record<Permission, readonly Permission[]>>>
> = {
  classic: {
    read: ["uta_mgt_read", "uta_trade_read"],
    spot_trade: ["uta_trade_write", "uta_mgt_read"],
    margin_trade: ["uta_trade_write", "uta_mgt_read"],
    contract_trade: ["uta_trade_write", "uta_mgt_write"],
    contract_position: ["uta_mgt_write", "uta_trade_read"],
    transfer: ["uta_mgt_write", "uta_trade_read"],
  },
  unified: {
    uta_mgt_read: ["read"],
    uta_trade_read: ["read"],
    uta_trade_write: ["spot_trade", "margin_trade", "contract_trade"],
    uta_mgt_write: ["transfer", "contract_position"],
  },
};

/**
 * Returns the permissions of a key on an account of a kind: those that it holds, and those that
 * correspond to what it holds for the other kind of account.
 */
export function permissionsOn(
  accountKind: AccountKind,
  held: ReadonlySet<Permission>,
): ReadonlySet<Permission> {
  const granted = grantedPermissions(held);
  const here = new Set(held);
  for (const [permission, needed] of Object.entries(NEEDED_AFTER_SWITCH[accountKind])) {
    if (needed.every((one) => granted.has(one))) here.add(permission as Permission);
  }
  return here;
}
