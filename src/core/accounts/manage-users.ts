/** Creates users and creates and deletes their API keys. */

import { assert } from "../base/assert.ts";
import { KEYS_PER_USER_MAX, SUB_ACCOUNTS_PER_PARENT_MAX, USERS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { linkToFamily, newUser, type User } from "./user.ts";

/** Emits `user_created`; the outcome's id is the new user's index. */
export function createUser(state: State, command: DraftOf<"create_user">, emit: Emit): void {
  const index = state.users.length;
  if (index >= USERS_MAX) return rejectCommand(state, 0, "user_limit_reached", emit);
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
    parent.subAccounts += 1;
  }
  const { name, openOrdersMax } = command;
  const parentIndex = parent === undefined ? index : parent.index;
  const terms = { parent: parentIndex, name, openOrdersMax, createdAtMs: state.timeMs };
  const user = newUser(index, command.accountKind, command.realm, terms);
  if (parent !== undefined) linkToFamily(parent, user);
  state.users.push(user);
  state.outcome.id = index;
  emit.write("user_created", {
    user: index,
    accountKind: command.accountKind,
    realm: command.realm,
    parent: parentIndex,
  });
}

function emitKey(user: number, apiKey: string, emit: Emit): void {
  emit.write("key_changed", { user, apiKey });
}

/** Emits `key_changed`, or `command_rejected`. */
export function createKey(state: State, command: DraftOf<"create_key">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  if (state.keys.has(command.apiKey)) return rejectCommand(state, user.index, "key_exists", emit);
  if (user.keys >= KEYS_PER_USER_MAX) {
    return rejectCommand(state, user.index, "key_limit_reached", emit);
  }
  const { apiKey, keyKind, sealedSecret, passphraseHash, permissions, ipList } = command;
  user.keys += 1;
  state.keys.set(apiKey, {
    apiKey,
    user: user.index,
    keyKind,
    sealedSecret,
    passphraseHash,
    permissions,
    ipList,
    createdAtMs: state.timeMs,
  });
  emitKey(user.index, apiKey, emit);
}

/** Emits `key_changed`, or `command_rejected`; another user's key is not found. */
export function deleteKey(state: State, command: DraftOf<"delete_key">, emit: Emit): void {
  const key = state.keys.get(command.apiKey);
  const user = ordinaryUser(state, command.user);
  if (key === undefined || user === undefined || key.user !== user.index) {
    return rejectCommand(state, command.user, "key_not_found", emit);
  }
  assert(user.keys > 0, "the keys of a user are counted");
  user.keys -= 1;
  state.keys.delete(command.apiKey);
  emitKey(user.index, command.apiKey, emit);
}
