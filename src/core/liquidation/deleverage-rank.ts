/**
 * Deleveraging rank of a position (trading-rules.md section 5): the share of the other holders of
 * its side that would be deleveraged later. Compares a sample of the holders, to bound the cost.
 */

import type { User } from "../accounts/user.ts";
import { DELEVERAGE_RANK_ROWS_MAX } from "../base/limits.ts";
import {
  FIRST_ROW,
  LONG_AND_SHORT,
  type LongOrShort,
  positionAt,
  rowAfter,
} from "../base/position-handle.ts";
import type { State } from "../state.ts";
import { deleverageScore, isHigherScore, type Score } from "./deleverage-score.ts";

export type DeleverageRank = {
  readonly instrument: number;
  readonly side: LongOrShort;
  /** In millionths; a higher rank is deleveraged earlier. One million without another holder. */
  readonly rankE6: number;
};

/** Scores of a sample of the holders of a side, spread over all rows. */
function sampledScores(
  state: State,
  instrument: number,
  side: LongOrShort,
  except: number,
): Score[] {
  const { positions } = state;
  const stride = Math.max(1, Math.ceil(positions.end / DELEVERAGE_RANK_ROWS_MAX));
  const scores: Score[] = [];
  for (let row = FIRST_ROW; row < positions.end; row = rowAfter(row, stride)) {
    if (row === except || positions.instrument.get(row) !== instrument) continue;
    if (positions.size.get(positionAt(row, side)) === 0) continue;
    scores.push(deleverageScore(state, row, side));
  }
  return scores;
}

/** Ranks of all positions of a user, by instrument, long before short. */
export function deleverageRanks(state: State, user: User): DeleverageRank[] {
  const { positions } = state;
  const ranks: DeleverageRank[] = [];
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const instrument = positions.instrument.get(row);
    for (const side of LONG_AND_SHORT) {
      if (positions.size.get(positionAt(row, side)) === 0) continue;
      const own = deleverageScore(state, row, side);
      const others = sampledScores(state, instrument, side, row);
      const later = others.filter((score) => isHigherScore(own, score)).length;
      const rankE6 = others.length === 0 ? 1_000_000 : Math.floor((later * 1e6) / others.length);
      ranks.push({ instrument, side, rankE6 });
    }
  }
  return ranks;
}
