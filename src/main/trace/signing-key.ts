/** Sender of a command: the API key that signed its request, the operator, or the exchange. */
import { FIRST_ORDINARY_USER, type User } from "../../core/accounts/user.ts";
import type { Command } from "../../core/commands/commands.ts";
import type { State } from "../../core/state.ts";
import { keyStartOf } from "../../gateway/auth/api-keys.ts";
import type { SENDERS } from "../../ops/command-source.ts";
import { isOperatorUser } from "../operator-users.ts";

export type Sender = (typeof SENDERS)[number];

/** Says of each sender why a command has no key; empty for those that have one. */
export const NO_KEY_WORDS: Readonly<Record<Sender, string>> = {
  key: "",
  operator: "an act of the operator",
  unrecorded_key: "a request journaled before keys were recorded",
  agent: "an agent of the exchange's market",
  exchange: "the exchange itself, or a journal older than request ids",
};

/** Fields that name the users whose keys, or whose main account's keys, may sign a command. */
const SIGNERS = ["user", "fromUser", "toUser"] as const;

/** Names of keys that were deleted, and their users. */
export type DeletedKeys = ReadonlyMap<string, number>;
export const NO_DELETED_KEYS: DeletedKeys = new Map();

/** Returns the users that a command names. */
function usersOf(state: State, command: Command): User[] {
  const values = command as unknown as Readonly<Record<string, unknown>>;
  return SIGNERS.flatMap((name) => state.users[Number(values[name])] ?? []);
}

export function senderOf(state: State, command: Command): Sender {
  const { origin } = command;
  if (origin === undefined) {
    const users = usersOf(state, command).filter(({ index }) => index >= FIRST_ORDINARY_USER);
    return users.some(isOperatorUser) ? "agent" : "exchange";
  }
  if (origin.act !== undefined) return "operator";
  return origin.keyPrefix === undefined ? "unrecorded_key" : "key";
}

function namesOf(user: User | undefined): readonly string[] {
  return user === undefined ? [] : [...user.keyNames, ...user.sessionNames];
}

/**
 * Returns the API key or session of the request of a command; empty when none is journaled. `state`
 * has the keys that exist, `deleted` those deleted before. When neither has the key, the answer is
 * its beginning and an ellipsis. When several keys of these users begin alike, which happens with
 * one in 2^32 pairs, it has them all.
 */
export function signingKey(state: State, command: Command, deleted: DeletedKeys): string {
  const keyPrefix = command.origin?.keyPrefix;
  if (keyPrefix === undefined) return "";
  const start = keyStartOf(keyPrefix);
  const signers = new Set(usersOf(state, command).flatMap(({ index, parent }) => [index, parent]));
  const existing =
    signers.size === 0
      ? [...state.keys.keys()]
      : [...signers].flatMap((user) => namesOf(state.users[user]));
  const former = [...deleted]
    .filter(([, user]) => signers.size === 0 || signers.has(user))
    .map(([name]) => name);
  const names = new Set([...existing, ...former].filter((name) => name.startsWith(start)));
  return names.size === 0 ? `${start}…` : [...names].join(" or ");
}
