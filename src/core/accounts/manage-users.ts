/**
 * Creates users and sub-accounts, and creates, changes and deletes their API keys and sessions.
 */

import { assert } from "../base/assert.ts";
import {
  KEYS_PER_USER_MAX,
  SESSIONS_PER_USER_MAX,
  SUB_ACCOUNTS_PER_PARENT_MAX,
  USERS_MAX,
} from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { KeyChange } from "../base/vocabulary.ts";
import { isSession } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { type ApiKey, aliasKeyOf, linkToFamily, listKey, newUser, type User } from "./user.ts";

/** Adds a user, as a sub-account of `parent` if there is one. Emits `user_created`. */
function addUser(
  state: State,
  parent: User | undefined,
  terms: Pick<User, "accountKind" | "realm" | "name" | "openOrdersMax">,
  emit: Emit,
): User {
  const index = state.users.length;
  const { accountKind, name, openOrdersMax, realm } = terms;
  const parentIndex = parent === undefined ? index : parent.index;
  const rest = { parent: parentIndex, name, openOrdersMax, createdAtMs: state.timeMs };
  const user = newUser(index, accountKind, realm, rest);
  if (parent !== undefined) {
    parent.subAccounts += 1;
    linkToFamily(parent, user);
  }
  state.users.push(user);
  state.outcome.id = index;
  emit.write("user_created", { user: index, accountKind, realm, parent: parentIndex });
  return user;
}

/** Emits `user_created`; the outcome's id is the new user's index. */
export function createUser(state: State, command: DraftOf<"create_user">, emit: Emit): void {
  if (state.users.length >= USERS_MAX) return rejectCommand(state, 0, "user_limit_reached", emit);
  let parent: User | undefined;
  if (command.parent !== 0) {
    parent = ordinaryUser(state, command.parent - 1);
    if (parent === undefined || parent.parent !== parent.index) {
      return rejectCommand(state, 0, "user_not_found", emit);
    }
    if (parent.realm !== command.realm) return rejectCommand(state, 0, "realm_mismatch", emit);
    if (parent.subAccounts >= SUB_ACCOUNTS_PER_PARENT_MAX) {
      return rejectCommand(state, parent.index, "user_limit_reached", emit);
    }
  }
  addUser(state, parent, command, emit);
}

/**
 * Creates a virtual sub-account in the realm of its main account. Emits `user_created`, whose user
 * is the outcome's id, or `command_rejected`; a sub-account has no sub-accounts.
 */
export function createSubAccount(
  state: State,
  command: DraftOf<"create_sub_account">,
  emit: Emit,
): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const { accountKind, alias, note, permissions } = command;
  const parent = ordinaryUser(state, command.user);
  if (parent === undefined || parent.parent !== parent.index) return reject("user_not_found");
  if (state.aliases.has(aliasKeyOf(alias))) return reject("alias_exists");
  if (parent.subAccounts >= SUB_ACCOUNTS_PER_PARENT_MAX) return reject("user_limit_reached");
  if (state.users.length >= USERS_MAX) return reject("user_limit_reached");
  const terms = { accountKind, realm: parent.realm, name: alias, openOrdersMax: 0 };
  const user = addUser(state, parent, terms, emit);
  user.isVirtual = true;
  user.note = note;
  user.permissions = permissions;
  state.aliases.set(aliasKeyOf(alias), user.index);
}

/** Emits `user_access_changed`, or `command_rejected`. Orders and positions stay as they are. */
export function setUserAccess(state: State, command: DraftOf<"set_user_access">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  user.status = command.status;
  user.permissions = command.permissions;
  user.accessChangedAtMs = state.timeMs;
  emit.write("user_access_changed", { user: user.index, status: user.status });
}

function emitKey({ apiKey, keyKind, user }: ApiKey, change: KeyChange, emit: Emit): void {
  emit.write("key_changed", { user, apiKey, keyKind, change });
}

/**
 * Creates an API key or a session. Emits `key_changed`, or `command_rejected`. A session beyond the
 * limit replaces the oldest one, which gets a `key_changed` of its own before.
 */
export function createKey(state: State, command: DraftOf<"create_key">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  if (state.keys.has(command.apiKey)) return rejectCommand(state, user.index, "key_exists", emit);
  const isBrowser = isSession(command.keyKind);
  if (!isBrowser && user.keyNames.length >= KEYS_PER_USER_MAX) {
    return rejectCommand(state, user.index, "key_limit_reached", emit);
  }
  const [oldest = ""] = user.sessionNames;
  const ending = ownKey(state, user.index, oldest);
  if (isBrowser && ending !== undefined && user.sessionNames.length >= SESSIONS_PER_USER_MAX) {
    removeKey(state, user, ending, emit);
  }
  const { apiKey, keyKind, sealedSecret, passphraseHash, permissions, ipList, note } = command;
  const key: ApiKey = {
    apiKey,
    user: user.index,
    keyKind,
    sealedSecret,
    passphraseHash,
    permissions,
    ipList,
    note,
    createdAtMs: state.timeMs,
  };
  listKey(user, key);
  state.keys.set(apiKey, key);
  emitKey(key, "created", emit);
}

/** Removes a key or session of the user. */
function removeKey(state: State, user: User, key: ApiKey, emit: Emit): void {
  const { apiKey } = key;
  const { keyNames, sessionNames } = user;
  user.keyNames = keyNames.filter((name) => name !== apiKey);
  user.sessionNames = sessionNames.filter((name) => name !== apiKey);
  const left = user.keyNames.length + user.sessionNames.length;
  assert(left === keyNames.length + sessionNames.length - 1, "a key of a user is listed once");
  state.keys.delete(apiKey);
  emitKey(key, "deleted", emit);
}

/** Returns a key of a user; `undefined` for another user's key, as if it did not exist. */
function ownKey(state: State, userIndex: number, apiKey: string): ApiKey | undefined {
  const key = state.keys.get(apiKey);
  return key?.user === userIndex ? key : undefined;
}

/**
 * Replaces the API key as a whole, so that whoever verified it before verifies it again. Emits
 * `key_changed`, or `command_rejected`; another user's key and a session are not found.
 */
export function modifyKey(state: State, command: DraftOf<"modify_key">, emit: Emit): void {
  const { apiKey, ipList, note, permissions, user } = command;
  const key = ownKey(state, user, apiKey);
  if (key === undefined || isSession(key.keyKind)) {
    return rejectCommand(state, user, "key_not_found", emit);
  }
  const passphraseHash = command.passphraseHash || key.passphraseHash;
  state.keys.set(apiKey, { ...key, passphraseHash, permissions, ipList, note });
  emitKey(key, "changed", emit);
}

/**
 * Deletes an API key or a session. Emits `key_changed`, or `command_rejected`; another user's key
 * is not found.
 */
export function deleteKey(state: State, command: DraftOf<"delete_key">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  const key = ownKey(state, command.user, command.apiKey);
  if (user === undefined || key === undefined) {
    return rejectCommand(state, command.user, "key_not_found", emit);
  }
  removeKey(state, user, key, emit);
}
