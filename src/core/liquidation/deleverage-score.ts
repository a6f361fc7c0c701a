/**
 * Score by which holders are deleveraged, highest first (trading-rules.md section 5):
 *
 *   ROI = unrealised profit ÷ entry value;  ratio = maintenance ÷ equity
 *   score in profit = ROI × ratio;          score in loss = ROI ÷ ratio
 */

import { type LongOrShort, type PositionRow, positionAt } from "../base/position-handle.ts";
import { riskOf } from "../margin/maintenance.ts";
import { unrealisedOf } from "../margin/margin.ts";
import { unifiedRiskOf } from "../margin/unified-risk.ts";
import { type State, userAt } from "../state.ts";
import type { ScopeRisk } from "./risk-scope.ts";

/** A fraction. A bottom of 0 ranks below every number. */
export type Score = { readonly top: bigint; readonly bottom: bigint };
const LAST: Score = { top: -1n, bottom: 0n };

/** Whether the first score is deleveraged before the second. */
export function isHigherScore(one: Score, other: Score): boolean {
  return one.top * other.bottom > other.top * one.bottom;
}

/** Risk of the account, or the isolated position, that bears the position. */
function riskBehind(state: State, row: PositionRow, side: LongOrShort): ScopeRisk {
  const user = userAt(state, state.positions.user.get(row));
  return user.isUnified ? unifiedRiskOf(state, user) : riskOf(state, row, side);
}

/** Score of an open position; a holder without equity comes last. */
export function deleverageScore(state: State, row: PositionRow, side: LongOrShort): Score {
  const { equity, maintenance } = riskBehind(state, row, side);
  if (equity <= 0n || maintenance <= 0n) return LAST;
  const profit = unrealisedOf(state, row, side);
  const entry = state.positions.openNotional.get(positionAt(row, side));
  return profit >= 0n
    ? { top: profit * maintenance, bottom: entry * equity }
    : { top: profit * equity, bottom: entry * maintenance };
}
