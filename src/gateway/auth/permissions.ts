/** Permissions of keys, in the words of the wire (auth-and-errors.md section 4). */
export const CLASSIC_PERMISSIONS = [
  "read",
  "spot_trade",
  "contract_trade",
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
] as const;
export type UnifiedPermission = (typeof UNIFIED_PERMISSIONS)[number];

export type Permission = ClassicPermission | UnifiedPermission;

/** Permissions that a permission implies: write implies read of the same things. */
const IMPLIED: Partial<Record<Permission, readonly Permission[]>> = {
  spot_trade: ["read"],
  contract_trade: ["read"],
  margin_trade: ["read"],
  transfer: ["read"],
  uta_mgt_write: ["uta_mgt_read"],
  uta_trade_write: ["uta_trade_read"],
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
