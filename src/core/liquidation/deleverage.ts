/**
 * Auto-deleveraging (trading-rules.md section 5): what nobody else takes is closed against the
 * holders of the other side at the bankruptcy price, exactly as much as there is to close. First
 * come accounts related to the liquidated one and its counterparties, then those with most profit
 * and leverage (decision 0037).
 */

import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
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
import { type Emit, type State, userAt } from "../state.ts";
import { endOrders } from "./cancel-exposure.ts";
import { deleverageScore, isHigherScore, type Score } from "./deleverage-score.ts";
import { emitDeleveraged } from "./liquidation-events.ts";
import { type Holder, preferredHolders } from "./preferred-holders.ts";
import { instrumentOfRow } from "./risk-scope.ts";

/** Puts a holder at its place among the best; of equal scores the older user comes first. */
function rank(ranking: DeleverageRanking, user: number, score: Score): void {
  const { best } = ranking;
  let index = best.length;
  while (index > 0 && isHigherScore(score, elementAt(best, index - 1))) index -= 1;
  if (index === DELEVERAGE_RANKING_MAX) return;
  best.splice(index, 0, { user, ...score });
  if (best.length > DELEVERAGE_RANKING_MAX) best.pop();
}

function isUsable(state: State, ranking: DeleverageRanking): boolean {
  if (ranking.isComplete && ranking.best.length === 0) return false;
  return state.timeMs - ranking.beganAtMs <= DELEVERAGE_RANKING_AGE_MS_MAX;
}

/** The ranking of one side of an instrument, carried on by a piece; it may be incomplete still. */
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
  ranking.isComplete = ranking.nextUser === users.length;
  return ranking;
}

export type Deleveraging = {
  readonly liquidationId: number;
  readonly price: Ticks;
  readonly size: Lots;
};

/**
 * The next holder to be closed; `undefined` when there is none, or none is known yet. The owner of
 * the liquidated position has its turn, with its other side, when the ranking names nobody else.
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

/** Takes a holder that is closed whole out of its list. */
function removeHolder(holders: { readonly user: number }[], user: number): void {
  holders.splice(
    holders.findIndex((holder) => holder.user === user),
    1,
  );
}

type Taken = { readonly size: Lots; readonly isWhole: boolean };

/** Closes a holder's position, up to the deficit, without a fee. */
function closeHolder(
  state: State,
  holder: Holder & { readonly side: LongOrShort },
  terms: Deleveraging & { readonly instrument: Instrument },
  emit: Emit,
): Taken {
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
 * Closes holders of the other side of a position, up to the size, without a fee; answers the
 * parts of the position that have a counterparty now, or `undefined` while holders are still being
 * ranked. The caller closes the position part by part: values of inverse parts are rounded one by
 * one. Emits what the holders' orders and fills bring and `position_deleveraged`.
 */
export function deleverage(
  state: State,
  position: PositionIndex,
  terms: Deleveraging,
  emit: Emit,
): readonly Lots[] | undefined {
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
  if (taken > 0) backstopFund(state, instrument.realm, instrument.settle, emit);
  const isRanking = ranking !== undefined && !ranking.isComplete;
  return isRanking && taken + cancelled === 0 ? undefined : parts;
}
