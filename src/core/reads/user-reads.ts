/** Reads of users, their sub-accounts and their keys. */
import { isLoginRefused } from "../accounts/freezes.ts";
import { aliasKeyOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import type { AccountKind } from "../base/vocabulary.ts";
import { type State, userAt } from "../state.ts";
import { switchRefusal } from "../transfers/switch-account.ts";
import type { KeyRead, SignInRead, UserRead } from "./account-reads.ts";

/** API keys of a user in the order of their creation; none of an unknown user. */
export function readKeys(state: State, user: number): KeyRead[] {
  return keysNamed(state, user, state.users[user]?.keyNames ?? []);
}

/** Sessions of a user in the order of their creation; none of an unknown user. */
export function readSessions(state: State, user: number): KeyRead[] {
  return keysNamed(state, user, state.users[user]?.sessionNames ?? []);
}

/** How a user signs in; `undefined` for one that does not. */
export function readSignIn(state: State, user: number): SignInRead | undefined {
  return state.signIns.of(user);
}

/** The sign-in with a name; upper and lower case are equal. */
export function readSignInNamed(state: State, name: string): SignInRead | undefined {
  return state.signIns.named(name);
}

/** Live user that a demo account belongs to. */
export function readLiveUserOf(state: State, demoUser: number): number | undefined {
  return state.signIns.liveUserOf(demoUser);
}

function keysNamed(state: State, user: number, names: readonly string[]): KeyRead[] {
  return names.map((name) => {
    const key = state.keys.get(name);
    assert(key?.user === user, "a user lists its own keys");
    return key;
  });
}

/** Whether all keys of a user are refused, by the operator or by its main account. */
export function isAccessRefused(user: UserRead): boolean {
  return isLoginRefused(user);
}

/** Sub-accounts of a main account, the newest first; none of a sub-account. */
export function readSubAccounts(state: State, main: number): UserRead[] {
  const list: UserRead[] = [];
  const user = state.users[main];
  if (user === undefined || user.parent !== main) return list;
  for (let index = user.familyNext; index !== 0; index = userAt(state, index).familyNext) {
    list.push(userAt(state, index));
  }
  assert(list.length === user.subAccounts, "a main account counts its sub-accounts");
  return list;
}

/** Why a user cannot switch to the other kind of account now, or `undefined`. */
export function readSwitchRefusal(
  state: State,
  user: number,
  accountKind: AccountKind,
): Rejection | undefined {
  return switchRefusal(state, userAt(state, user), accountKind);
}

/** Whether an alias names a virtual sub-account; upper and lower case are equal. */
export function readIsAliasTaken(state: State, alias: string): boolean {
  return state.aliases.has(aliasKeyOf(alias));
}
