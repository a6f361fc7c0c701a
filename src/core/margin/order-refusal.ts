/**
 * Whether margin, tiers, share and depth allow more open orders: the one check of an order that is
 * placed, of one whose price or size changes, and of the largest order that could be placed.
 */

import { assert } from "../base/assert.ts";
import { NO_ROW } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { WHOLE_E6 } from "../instruments/opening-limits.ts";
import { dividedRoundedUp, feeRoundedUp, minus, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { accountBehind } from "../positions/backing.ts";
import { forgetNeed, increaseAtMost, type NearChange, raiseNeed } from "../positions/row-need.ts";
import type { State } from "../state.ts";
import { coversMore } from "./coverage.ts";
import { depthRefusal } from "./depth-limit.ts";
import { feeOfOrders, requiredMarginOf } from "./margin.ts";
import { fundsKeptAtLeast, fundsLeftAtLeast } from "./margin-bounds.ts";
import type { OrderChange, OrderScope, OrdersOnly } from "./row-change.ts";
import { isWithinShare } from "./share-limit.ts";
import { isSurelyWithinTier, isUnbound, isWithinTier } from "./tier-limit.ts";

/** Additional margin that a row requires with a change of its orders. */
function moreThan(state: State, scope: OrderScope, change: OrdersOnly, required: Atoms): Atoms {
  const { instrument, leverage, row } = scope;
  if (row !== 0) return minus(requiredMarginOf(state, row, change), required);
  const { openLoss, value } = change.orders;
  return plus(plus(dividedRoundedUp(value, leverage), openLoss), feeOfOrders(instrument, value));
}

/**
 * Whether a change increases neither the size nor the notional nor the open loss of the orders of a
 * side. Required margin never increases without one of them.
 */
function isReduction({ lots, openLoss, value }: OrderChange): boolean {
  return lots <= 0 && value <= 0n && openLoss <= 0n;
}

/** `isReduction` in doubles; false if unsure. */
function isSurelyReduction({ lots, openLoss, value }: NearChange): boolean {
  return lots <= 0 && value <= 0 && openLoss <= 0;
}

/** Whether a change certainly keeps its side within tiers, share and depth; false if unsure. */
function isSurelyWithinLimits(state: State, scope: OrderScope, change: NearChange): boolean {
  if (scope.instrument.limits.positionShare !== WHOLE_E6) return false;
  if (!isSurelyWithinTier(state, scope, change)) return false;
  return depthRefusal(state, scope, change) === undefined;
}

/**
 * Whether an account certainly covers a change of the orders of a row, tiers, share and depth
 * included: what `orderRefusal` does not refuse, decided in doubles. False where it takes the exact
 * figures to know. If it is covered, the kept need of the row counts the change from here on.
 */
export function isSurelyCovered(
  state: State,
  scope: OrderScope,
  change: NearChange,
  isMarket: boolean,
): boolean {
  const { instrument, row, user } = scope;
  if (user.isUnified || isMarket || row === NO_ROW) return false;
  const isSmaller = isSurelyReduction(change);
  const isWithin = isSmaller || isUnbound(user) || isSurelyWithinLimits(state, scope, change);
  const account = isWithin ? accountBehind(state, user, instrument, row) : 0;
  if (account === 0) return false;
  const countsProfit = !state.positions.isIsolated(row);
  assert(state.positions.instrument.get(row) === instrument.index, "a scope names its own row");
  if (countsProfit) {
    const increase = isSmaller ? 0 : increaseAtMost(state, change);
    if (fundsKeptAtLeast(state, user, account) >= increase) {
      raiseNeed(state, row, increase);
      return true;
    }
  }
  forgetNeed(state, row);
  return fundsLeftAtLeast(state, user, account, change, countsProfit) >= 0;
}

/**
 * Returns why a change of orders is refused, or `undefined`. A change that requires no more margin
 * is always covered. Any other must keep the increased side within its tiers, its share and the
 * depth, and be covered by the account. A market order must be covered including openCostUpRatio
 * (trading-rules.md section 2.1): its price may move. Isolated margin is moved when an order fills,
 * so unrealised profit does not count for it.
 */
export function orderRefusal(
  state: State,
  scope: OrderScope,
  { isMarket, orders }: { readonly orders: OrderChange; readonly isMarket: boolean },
): Rejection | undefined {
  const { instrument, row, user } = scope;
  forgetNeed(state, row);
  if (isReduction(orders)) return undefined;
  const change: OrdersOnly = { orders, leverage: undefined };
  assert(
    row === 0 ||
      (state.positions.user.get(row) === user.index &&
        state.positions.instrument.get(row) === instrument.index),
    "a scope names the row of its user and instrument",
  );
  const required = row === 0 ? ZERO_ATOMS : requiredMarginOf(state, row);
  const more = moreThan(state, scope, change, required);
  if (more <= 0n) return undefined;
  if (!isWithinTier(state, scope, orders.side, change)) return "position_above_tier";
  if (!isWithinShare(state, scope, change)) return "position_above_share";
  const beside = isMarket ? feeRoundedUp(more, instrument.limits.costUpRatio) : ZERO_ATOMS;
  const isMoved = row !== 0 && state.positions.isIsolated(row);
  const known = { row, required };
  if (!coversMore(state, user, instrument, { more, beside, isMoved, known })) {
    return "insufficient_margin";
  }
  return depthRefusal(state, scope, orders);
}
