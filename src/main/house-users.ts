import { FIRST_ORDINARY_USER } from "../core/accounts/user.ts";
import type { State } from "../core/state.ts";

/** Users that are the house's own, known by their names. */
export function houseUsers(state: State): number[] {
  return state.users.filter(({ name }) => /^(agent|replay)-/.test(name)).map((user) => user.index);
}

/** Users whose rows stand in no history: the house's own, and the exchange itself. */
export function quietUsers(state: State): number[] {
  const exchange = state.users.slice(0, FIRST_ORDINARY_USER).map(({ index }) => index);
  return [...exchange, ...houseUsers(state)];
}
