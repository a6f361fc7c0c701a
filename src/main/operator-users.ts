import { FIRST_ORDINARY_USER } from "../core/accounts/user.ts";
import type { State } from "../core/state.ts";

/** Beginnings of the names that mark users of agents and of replays. */
export const OPERATOR_USER_PREFIXES = ["agent-", "replay-"] as const;

/**
 * Whether a name marks a user of the generated market. The admin API refuses such a name, and
 * names of clients' sub-accounts have no dash.
 */
export function isOperatorUserName(name: string): boolean {
  return OPERATOR_USER_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** Whether a user belongs to the operator: the exchange itself, an agent or a replay. */
export function isOperatorUser({ index, name }: { index: number; name: string }): boolean {
  return index < FIRST_ORDINARY_USER || isOperatorUserName(name);
}

/** Returns the users of agents and replays, identified by their names. */
export function operatorUsers(state: State): number[] {
  return quietUsers(state, FIRST_ORDINARY_USER);
}

/**
 * Returns the users from number `from` on whose rows are kept out of the history: operator users
 * and the exchange.
 */
export function quietUsers({ users }: State, from: number): number[] {
  return users
    .slice(from)
    .filter(isOperatorUser)
    .map(({ index }) => index);
}
