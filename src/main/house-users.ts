import type { State } from "../core/state.ts";

/** Users that are the house's own, known by their names: their rows stand in no history. */
export function houseUsers(state: State): number[] {
  return state.users.filter(({ name }) => /^(agent|replay)-/.test(name)).map((user) => user.index);
}
