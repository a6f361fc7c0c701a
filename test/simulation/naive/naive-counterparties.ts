/** Who took the other side when a position was opened, and who is deleveraged first for it. */
import {
  COUNTERPARTIES_PER_POSITION,
  COUNTERPARTY_AGE_MS_MAX,
} from "../../../src/core/base/limits.ts";
import type { NaivePosition } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaiveCounterparty = { user: number; size: number; atMs: number };

function isRecent(state: NaiveState, one: NaiveCounterparty): boolean {
  return state.timeMs - one.atMs <= COUNTERPARTY_AGE_MS_MAX;
}

/**
 * A position has four places. A fill adds to the place of its user; else it takes the first of the
 * places worth least, where empty and old ones are worth nothing, if that is less than the fill.
 */
export function meet(state: NaiveState, position: NaivePosition, user: number, size: number): void {
  if (user < 2) return;
  const { met } = position;
  const worth = (one: NaiveCounterparty | undefined): number =>
    one !== undefined && isRecent(state, one) ? one.size : 0;
  const known = met.find((one) => one.user === user);
  if (known !== undefined) {
    known.size = worth(known) + size;
    known.atMs = state.timeMs;
    return;
  }
  const places = Array.from({ length: COUNTERPARTIES_PER_POSITION }, (_, at) => worth(met[at]));
  const least = Math.min(...places);
  if (least < size) met[places.indexOf(least)] = { user, size, atMs: state.timeMs };
}

export function recentlyMet(state: NaiveState, position: NaivePosition): NaiveCounterparty[] {
  return position.met.filter((one) => isRecent(state, one));
}

/** Users who share a parent with one of these. */
export function familiesOf(state: NaiveState, users: readonly number[]): number[] {
  const parents = users.map((user) => state.userAt(user).parent);
  return state.users.filter(({ parent }) => parents.includes(parent)).map(({ index }) => index);
}
