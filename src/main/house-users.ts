import { FIRST_ORDINARY_USER } from "../core/accounts/user.ts";
import type { State } from "../core/state.ts";

/** Whether a user is one of the house's own: the exchange itself, an agent or a replay. */
export function isHouseUser({ index, name }: { index: number; name: string }): boolean {
  return index < FIRST_ORDINARY_USER || /^(agent|replay)-/.test(name);
}

/** Agents and replays: users that are the house's own, known by their names. */
export function houseUsers(state: State): number[] {
  return state.users
    .filter((user) => user.index >= FIRST_ORDINARY_USER && isHouseUser(user))
    .map((user) => user.index);
}

/** Users whose rows stand in no history: the house's own, and the exchange itself. */
export function quietUsers(state: State): number[] {
  const exchange = state.users.slice(0, FIRST_ORDINARY_USER).map(({ index }) => index);
  return [...exchange, ...houseUsers(state)];
}
