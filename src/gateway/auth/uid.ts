/** User ids on the wire: ten digits, derived from the index in core. */
const UID_BASE = 1_000_000_000;
const UID = /^1\d{9}$/;

export function uidOf(userIndex: number): string {
  return String(UID_BASE + userIndex);
}

/** Index of the user in core; undefined for a uid that no user can have. */
export function userOfUid(uid: string): number | undefined {
  return UID.test(uid) ? Number(uid) - UID_BASE : undefined;
}
