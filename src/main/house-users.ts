import { FIRST_ORDINARY_USER } from "../core/accounts/user.ts";
import type { State } from "../core/state.ts";

/** Whether a user is the house's own, by the user's name. */
export function isHouseName(name: string): boolean {
  return /^(agent|replay)-/.test(name);
}

/** Users that are the house's own, known by their names. */
export function houseUsers(state: State): number[] {
  return state.users.filter(({ name }) => isHouseName(name)).map((user) => user.index);
}

/** Users whose rows stand in no history: the house's own, and the exchange itself. */
export function quietUsers(state: State): number[] {
  const exchange = state.users.slice(0, FIRST_ORDINARY_USER).map(({ index }) => index);
  return [...exchange, ...houseUsers(state)];
}
