/** Users' numbers on the wire: ten digits, behind which stands the core's index. */
const UID_BASE = 1_000_000_000;
const UID = /^1\d{9}$/;

export function uidOf(userIndex: number): string {
  return String(UID_BASE + userIndex);
}

/** The core's index behind a uid; undefined when no user can have it. */
export function userOfUid(uid: string): number | undefined {
  return UID.test(uid) ? Number(uid) - UID_BASE : undefined;
}
