/**
 * The operator's freezes of a user, each by itself (decision 0091). They are kept apart from the
 * status, which a main account may change for its sub-accounts.
 */
import type { DraftOf } from "../commands/commands.ts";
import type { User } from "./user.ts";

const TRADING = 1;
const TRANSFERS_OUT = 2;
const WITHDRAWALS = 4;
const LOGIN = 8;

export const FREEZE_BITS_MAX = TRADING | TRANSFERS_OUT | WITHDRAWALS | LOGIN;

export type Freezes = Omit<DraftOf<"set_user_freezes">, "kind" | "user">;

/** Returns freezes as the bits that a user keeps. */
export function freezeBits({ login, trading, transfersOut, withdrawals }: Freezes): number {
  return (
    (trading ? TRADING : 0) |
    (transfersOut ? TRANSFERS_OUT : 0) |
    (withdrawals ? WITHDRAWALS : 0) |
    (login ? LOGIN : 0)
  );
}

/** Returns the freezes of a user by name. */
export function freezesOf({ freezes }: Pick<User, "freezes">): Freezes {
  return {
    trading: (freezes & TRADING) !== 0,
    transfersOut: (freezes & TRANSFERS_OUT) !== 0,
    withdrawals: (freezes & WITHDRAWALS) !== 0,
    login: (freezes & LOGIN) !== 0,
  };
}

/** Whether the user may do nothing that opens or increases a risk. */
export function isTradingFrozen({ freezes }: User): boolean {
  return (freezes & TRADING) !== 0;
}

/** Whether all keys of the user are refused, by the operator or by its main account. */
export function isLoginRefused({ freezes, status }: Pick<User, "freezes" | "status">): boolean {
  return status === "frozen" || (freezes & LOGIN) !== 0;
}

/** Whether no withdrawal of the user is requested or signed. */
export function areWithdrawalsFrozen({ freezes, status }: User): boolean {
  return status === "frozen" || (freezes & WITHDRAWALS) !== 0;
}

/** Whether the operator lets the user hand nothing to a user of another owner. */
export function isOutflowFrozen({ freezes }: User): boolean {
  return (freezes & (TRANSFERS_OUT | WITHDRAWALS)) !== 0;
}

/** Whether the user makes no new agreement by which others receive its value or share its risk. */
export function areDealsFrozen({ freezes }: User): boolean {
  return (freezes & (TRADING | TRANSFERS_OUT | WITHDRAWALS)) !== 0;
}

/**
 * Whether nothing moves from one user to another of the same owner. If only the withdrawals of the
 * giver are frozen, the receiver must not be able to withdraw in its place.
 */
export function isMoveFrozen(from: User, to: User): boolean {
  if (from.freezes === 0 || from === to) return false;
  if ((from.freezes & TRANSFERS_OUT) !== 0) return true;
  return (from.freezes & WITHDRAWALS) !== 0 && (to.freezes & WITHDRAWALS) === 0;
}
