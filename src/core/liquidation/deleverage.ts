/**
 * Auto-deleveraging (trading-rules.md section 5): closes a size that neither the book nor the fund
 * takes against holders of the opposite side, at the bankruptcy price. Accounts related to the
 * liquidated one come first, then its counterparties, then holders by profit and leverage (decision
 * 0037).
 */

import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  DELEVERAGE_RANKING_AGE_MS_MAX,
  DELEVERAGE_RANKING_MAX,
  DELEVERAGE_USERS_PER_STEP,
  DELEVERAGES_PER_STEP,
  LIQUIDATION_CANCELS_PER_STEP,
} from "../base/limits.ts";
import { elementAt } from "../base/list.ts";
import {
  type LongOrShort,
  oppositeSide,
  type PositionIndex,
  positionAt,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { DeleverageRanking } from "../margin/liquidations.ts";
import { type Lots, lots, type Ticks } from "../money/units.ts";
import { closeOffBook } from "../orders/exchange-order.ts";
import { countResult, fundBalance } from "../settlement/fund-holding.ts";
import { backstopFund } from "../settlement/insurance-fund.ts";
import { type Emit, instrumentOfRow, type State, userAt } from "../state.ts";
import { endOrders } from "./cancel-exposure.ts";
import { deleverageScore, isHigherScore, type Score } from "./deleverage-score.ts";
import { emitDeleveraged } from "./liquidation-events.ts";
import { type Holder, preferredHolders } from "./preferred-holders.ts";

/** Inserts a holder into the ranking by score; of equal scores the older user comes first. */
function rank(ranking: DeleverageRanking, user: number, score: Score): void {
  const { best } = ranking;
  let index = best.length;
  while (index > 0 && isHigherScore(score, elementAt(best, index - 1))) index -= 1;
  if (index === DELEVERAGE_RANKING_MAX) return;
  best.splice(index, 0, { user, ...score });
  if (best.length > DELEVERAGE_RANKING_MAX) best.pop();
}

/** Whether a ranking is recent, and still has holders or is being made. */
function isUsable(state: State, ranking: DeleverageRanking): boolean {
  if (ranking.isComplete && ranking.best.length === 0) return false;
  return state.timeMs - ranking.beganAtMs <= DELEVERAGE_RANKING_AGE_MS_MAX;
}

/** Ranking of one side of an instrument, after ranking the next piece of users. */
function rankingOf(state: State, instrument: number, side: LongOrShort): DeleverageRanking {
  const { liquidations, positions, users } = state;
  let ranking = liquidations.ranking;
  const isThis = ranking?.instrument === instrument && ranking.side === side;
  if (ranking === undefined || !isThis || !isUsable(state, ranking)) {
    const fresh = { beganAtMs: state.timeMs, nextUser: 0, isComplete: false, best: [] };
    ranking = { instrument, side, ...fresh };
    liquidations.ranking = ranking;
  }
  if (ranking.isComplete) return ranking;
  const end = Math.min(users.length, ranking.nextUser + DELEVERAGE_USERS_PER_STEP);
  for (; ranking.nextUser < end; ranking.nextUser++) {
    const row = positions.find(ranking.nextUser, instrument);
    if (row === 0 || positions.size.get(positionAt(row, side)) === 0) continue;
    rank(ranking, ranking.nextUser, deleverageScore(state, row, side));
  }
  assert(ranking.nextUser <= users.length, "a ranking visits users in order");
  ranking.isComplete = ranking.nextUser === users.length;
  return ranking;
}

/** Deleveraging of a size at a price; `liquidationId` is 0 for positions of an insurance fund. */
export type Deleveraging = {
  readonly liquidationId: number;
  readonly price: Ticks;
  readonly size: Lots;
};

/**
 * Next holder to close; `undefined` when there is none, or the ranking is incomplete. The owner of
 * the liquidated position comes last, with its opposite position.
 */
function nextHolder(
  preferred: readonly Holder[],
  ranking: DeleverageRanking | undefined,
  owner: number,
): Holder | undefined {
  const [first] = preferred;
  if (first !== undefined) return first;
  if (ranking === undefined || !ranking.isComplete) return undefined;
  const best = ranking.best.find(({ user }) => user !== owner) ?? ranking.best[0];
  return best && { user: best.user, reason: "ranked" };
}

/** Removes a holder whose position is closed from its list. */
function removeHolder(holders: { readonly user: number }[], user: number): void {
  const index = holders.findIndex((holder) => holder.user === user);
  assert(index >= 0, "a holder that is closed is in its list");
  holders.splice(index, 1);
}

/** Closed size of a holder, and whether its whole position was closed. */
type ClosedSize = { readonly size: Lots; readonly isWhole: boolean };

/** Closes a holder's position up to the deficit, without a fee. */
function closeHolder(
  state: State,
  holder: Holder & { readonly side: LongOrShort },
  terms: Deleveraging & { readonly instrument: Instrument },
  emit: Emit,
): ClosedSize {
  const { positions } = state;
  const { instrument, liquidationId, price, size: deficit } = terms;
  const position = positionAt(positions.find(holder.user, instrument.index), holder.side);
  const held = positions.size.get(position);
  const size = lots(Math.min(held, deficit));
  if (size === 0) return { size, isWhole: true };
  const balance = fundBalance(state, instrument);
  const closing = { price, size, source: "deleveraging", fee: "none" } as const;
  const orderId = closeOffBook(state, position, closing, emit);
  if (holder.user < FIRST_ORDINARY_USER) countResult(state, instrument, balance);
  const { reason } = holder;
  emitDeleveraged(state, position, { liquidationId, orderId, price, size, deficit, reason }, emit);
  return { size, isWhole: size === held };
}

/**
 * Closes holders of the opposite side of a position, up to the size, without a fee. Returns the
 * sizes closed, one per holder, or `undefined` while holders are still being ranked. The caller
 * closes the position in the same parts, because the notional of inverse contracts is rounded per
 * part. Emits `position_deleveraged` after the order events of each holder.
 */
export function deleverage(
  state: State,
  position: PositionIndex,
  terms: Deleveraging,
  emit: Emit,
): readonly Lots[] | undefined {
  assert(terms.size > 0, "a deficit is above zero");
  const instrument = instrumentOfRow(state, rowOf(position));
  const side = oppositeSide(sideOf(position));
  const preferred = preferredHolders(state, position);
  let ranking: DeleverageRanking | undefined;
  const parts: Lots[] = [];
  let taken = 0;
  let cancelled = 0;
  for (let left = DELEVERAGES_PER_STEP; left > 0 && taken < terms.size; left--) {
    if (preferred.length === 0) ranking ??= rankingOf(state, instrument.index, side);
    const holder = nextHolder(preferred, ranking, state.positions.user.get(rowOf(position)));
    if (holder === undefined || cancelled >= LIQUIDATION_CANCELS_PER_STEP) break;
    const user = userAt(state, holder.user);
    const isEnding = (one: { index: number }): boolean => one.index === instrument.index;
    const ended = endOrders(state, user, { isEnding, reason: "deleveraging" }, emit);
    cancelled += ended;
    if (ended === LIQUIDATION_CANCELS_PER_STEP) break;
    const part = { ...terms, instrument, size: lots(terms.size - taken) };
    const { isWhole, size } = closeHolder(state, { ...holder, side }, part, emit);
    if (isWhole) removeHolder(ranking?.best ?? preferred, holder.user);
    if (size === 0) continue;
    parts.push(size);
    taken += size;
  }
  assert(taken <= terms.size, "holders are closed up to the deficit");
  if (taken > 0) backstopFund(state, instrument.realm, instrument.settle, emit);
  const isRanking = ranking !== undefined && !ranking.isComplete;
  return isRanking && taken + cancelled === 0 ? undefined : parts;
}
