/**
 * The opening guard (trading-rules.md section 2.1, code 45121): refuses an order that may open if
 * its fill would leave too high a risk rate (decision 0034). The exchange publishes no measure.
 * Here the order counts as filled completely, now, at its worst price: its limit price if it can
 * rest and that price loses against mark, else the farthest price that it reaches in the book. Risk
 * is computed by `riskAfterFill`.
 *
 *   more than 1 % from mark    maintenance ÷ equity is at most 90 %
 *   up to 1 % from mark        maintenance ÷ equity is at most 100 %
 *
 * Up to 1 %, the guard checks only isolated positions and orders that close and open at once: for
 * all others the margin check has shown that initial margin remains after open loss and fees.
 */
import { assert } from "../base/assert.ts";
import { OPENING_DEVIATION_E6, OPENING_RISK_PERCENT_MAX } from "../base/limits.ts";
import type { PositionRow } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { nearRiskAfterFill } from "../margin/near-risk.ts";
import { type FillAhead, outcomeOf, riskAfterFill } from "../margin/risk-after-fill.ts";
import { type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import { isAdverse } from "../positions/open-loss.ts";
import { markOfRow, type State } from "../state.ts";

const WHOLE_PERCENT = 100;

function isFarFrom(mark: Ticks, price: Ticks): boolean {
  return Math.abs(price - mark) * 1_000_000 > mark * OPENING_DEVIATION_E6;
}

/** Refuses an order whose fill at its worst price would be too risky. */
function fillRefusal(
  state: State,
  row: PositionRow,
  fill: FillAhead,
  isFar: boolean,
): Rejection | undefined {
  const outcome = outcomeOf(state, row, fill);
  if (outcome.opened === 0) return undefined;
  if (!isFar && outcome.closed === 0 && !state.positions.isIsolated(row)) return undefined;
  const percentMax = isFar ? OPENING_RISK_PERCENT_MAX : WHOLE_PERCENT;
  const near = nearRiskAfterFill(state, row, fill, outcome);
  if (near !== undefined && near.maintenance * WHOLE_PERCENT <= near.equity * percentMax) {
    return undefined;
  }
  const { equity, maintenance } = riskAfterFill(state, row, fill, outcome);
  const isRisky = maintenance * BigInt(WHOLE_PERCENT) > equity * BigInt(percentMax);
  return isRisky ? "opening_too_risky" : undefined;
}

/**
 * Refuses an order that may open a position of the row if its fill would be too risky. Most orders
 * pass at once: they trade nothing now and their limit does not lose against mark.
 *
 * @param limit Limit price; 0 for an immediate order, which trades no farther than `reached`.
 * @param reached Farthest price that it reaches in the book now; 0 if it would not trade.
 */
export function openingRefusal(
  state: State,
  row: PositionRow,
  isBuy: boolean,
  limit: Ticks,
  reached: Ticks,
  size: Lots,
): Rejection | undefined {
  assert(row !== 0, "the opening guard checks users who have a row of positions");
  const mark = markOfRow(state, row);
  if (mark === NO_PRICE) return undefined;
  const price = isAdverse(isBuy, limit, mark) ? limit : reached;
  if (price === NO_PRICE) return undefined;
  const isFar = isFarFrom(mark, price);
  if (!isFar && !isAdverse(isBuy, price, mark)) return undefined;
  return fillRefusal(state, row, { isBuy, price, size }, isFar);
}
