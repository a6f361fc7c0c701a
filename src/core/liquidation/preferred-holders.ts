/**
 * Holders that are deleveraged before the ranking (decision 0037): first accounts of the liquidated
 * user's parent, then counterparties of the fills that opened the position, with all accounts of
 * their parents. Both groups are ordered by score.
 */

import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import {
  type LongOrShort,
  oppositeSide,
  type PositionIndex,
  positionAt,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import type { DeleverageReason } from "../base/vocabulary.ts";
import { type State, userAt } from "../state.ts";
import { deleverageScore, isHigherScore, type Score } from "./deleverage-score.ts";

export type Holder = { readonly user: number; readonly reason: DeleverageReason };

/** All accounts of a user's parent, the main account first. */
function familyOf(state: State, index: number): number[] {
  const { parent } = userAt(state, index);
  const family = [parent];
  let next = userAt(state, parent).familyNext;
  while (next !== 0) {
    family.push(next);
    next = userAt(state, next).familyNext;
  }
  return family;
}

/** Users that hold a side of an instrument, by score; of equal scores the older user first. */
function byScore(
  state: State,
  users: Iterable<number>,
  held: { readonly instrument: number; readonly side: LongOrShort },
): number[] {
  const { positions } = state;
  const scored: { readonly user: number; readonly score: Score }[] = [];
  for (const user of users) {
    const row = positions.find(user, held.instrument);
    if (row === 0 || positions.size.get(positionAt(row, held.side)) === 0) continue;
    scored.push({ user, score: deleverageScore(state, row, held.side) });
  }
  scored.sort((one, other) => {
    if (isHigherScore(one.score, other.score)) return -1;
    return isHigherScore(other.score, one.score) ? 1 : one.user - other.user;
  });
  return scored.map(({ user }) => user);
}

/**
 * Holders of the opposite side of a position that come before the ranking, in order. Excludes the
 * opposite position of the liquidated user.
 */
export function preferredHolders(state: State, position: PositionIndex): Holder[] {
  const { positions, timeMs } = state;
  const owner = positions.user.get(rowOf(position));
  const opposite = {
    instrument: positions.instrument.get(rowOf(position)),
    side: oppositeSide(sideOf(position)),
  };
  const related = new Set(owner < FIRST_ORDINARY_USER ? [] : familyOf(state, owner));
  const others = new Set<number>();
  for (const { user } of positions.counterparties.recent(position, timeMs)) {
    for (const account of familyOf(state, user)) if (!related.has(account)) others.add(account);
  }
  related.delete(owner);
  return [
    ...byScore(state, related, opposite).map((user) => ({ user, reason: "related" }) as const),
    ...byScore(state, others, opposite).map((user) => ({ user, reason: "counterparty" }) as const),
  ];
}
