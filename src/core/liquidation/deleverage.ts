/**
 * Auto-deleveraging (trading-rules.md section 5): what nobody else takes is closed against the
 * holders of the other side, those with most profit and leverage first, at the bankruptcy price.
 *
 *   ROI = unrealised profit ÷ entry value;  ratio = maintenance ÷ equity
 *   score in profit = ROI × ratio;          score in loss = ROI ÷ ratio
 */
import { FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import {
  DELEVERAGE_RANKING_AGE_MS_MAX,
  DELEVERAGE_RANKING_MAX,
  DELEVERAGE_USERS_PER_STEP,
  DELEVERAGES_PER_STEP,
  LIQUIDATION_CANCELS_PER_STEP,
} from "../limits.ts";
import type { DeleverageRanking } from "../margin/liquidations.ts";
import { riskOf } from "../margin/maintenance.ts";
import { unrealisedOf } from "../margin/margin.ts";
import { unifiedRiskOf } from "../margin/unified-risk.ts";
import type { Lots, Ticks } from "../money/units.ts";
import { closeOffBook } from "../orders/exchange-order.ts";
import { countResult, fundBalance } from "../settlement/fund-holding.ts";
import { backstopFund } from "../settlement/insurance-fund.ts";
import type { Emit, State } from "../state.ts";
import { endOrders } from "./cancel-exposure.ts";
import { emitDeleveraged } from "./liquidation-events.ts";
import { instrumentOfRow, type ScopeRisk } from "./risk-scope.ts";

/** A fraction; above a bottom of 0 it stands for less than every number. */
export type Score = { readonly top: bigint; readonly bottom: bigint };
const LAST: Score = { top: -1n, bottom: 0n };

/** Whether one is deleveraged before the other. */
export function isHigherScore(one: Score, other: Score): boolean {
  return one.top * other.bottom > other.top * one.bottom;
}

function riskBehind(state: State, row: number, side: number): ScopeRisk {
  const user = state.users[state.positions.user.get(row)] as User;
  return user.accountKind === "unified" ? unifiedRiskOf(state, user) : riskOf(state, row, side);
}

/** The score of an open position; without equity its holder comes last. */
export function deleverageScore(state: State, row: number, side: number): Score {
  const { equity, maintenance } = riskBehind(state, row, side);
  if (equity <= 0n || maintenance <= 0n) return LAST;
  const profit = unrealisedOf(state, row, side);
  const entry = state.positions.openValue.get(row * 2 + side);
  return profit >= 0n
    ? { top: profit * maintenance, bottom: entry * equity }
    : { top: profit * equity, bottom: entry * maintenance };
}

/** Puts a holder at its place among the best; of equal scores the older user comes first. */
function rank(ranking: DeleverageRanking, user: number, score: Score): void {
  const { best } = ranking;
  let at = best.length;
  while (at > 0 && isHigherScore(score, best[at - 1] as Score)) at -= 1;
  if (at === DELEVERAGE_RANKING_MAX) return;
  best.splice(at, 0, { user, ...score });
  if (best.length > DELEVERAGE_RANKING_MAX) best.pop();
}

function isUsable(state: State, ranking: DeleverageRanking): boolean {
  if (ranking.isComplete && ranking.best.length === 0) return false;
  return state.timeMs - ranking.beganAtMs <= DELEVERAGE_RANKING_AGE_MS_MAX;
}

/** The ranking of one side of an instrument, carried on by a piece; it may be incomplete still. */
function rankingOf(state: State, instrument: number, side: number): DeleverageRanking {
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
    if (row === 0 || positions.size.get(row * 2 + side) === 0) continue;
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
 * Closes holders of the other side of the position `at`, up to the size, without a fee; answers the
 * parts of the position that have a counterparty now, or `undefined` while holders are still being
 * ranked. The caller closes the position part by part: values of inverse parts are rounded one by
 * one. Emits what the holders' orders and fills bring and `position_deleveraged`.
 */
export function deleverage(
  state: State,
  at: number,
  terms: Deleveraging,
  emit: Emit,
): readonly Lots[] | undefined {
  const { positions } = state;
  const { liquidationId, price } = terms;
  const instrument = instrumentOfRow(state, at >> 1);
  const side = 1 - (at & 1);
  const ranking = rankingOf(state, instrument.index, side);
  if (!ranking.isComplete) return undefined;
  const parts: Lots[] = [];
  let taken = 0;
  let cancelled = 0;
  for (let left = DELEVERAGES_PER_STEP; left > 0 && taken < terms.size; left--) {
    const holder = ranking.best[0];
    if (holder === undefined || cancelled >= LIQUIDATION_CANCELS_PER_STEP) break;
    const user = state.users[holder.user] as User;
    const isEnding = (one: { index: number }): boolean => one.index === instrument.index;
    const ended = endOrders(state, user, { isEnding, reason: "deleveraging" }, emit);
    cancelled += ended;
    if (ended === LIQUIDATION_CANCELS_PER_STEP) break;
    const opposite = positions.find(user.index, instrument.index) * 2 + side;
    const held = positions.size.get(opposite);
    const size = Math.min(held, terms.size - taken) as Lots;
    if (size === held) ranking.best.shift();
    if (size === 0) continue;
    const closing = { price, size, source: "deleveraging", fee: "none" } as const;
    const balance = fundBalance(state, instrument);
    const orderId = closeOffBook(state, opposite, closing, emit);
    if (holder.user < FIRST_ORDINARY_USER) countResult(state, instrument, balance);
    emitDeleveraged(state, opposite, { liquidationId, orderId, price, size }, emit);
    parts.push(size);
    taken += size;
  }
  if (taken > 0) backstopFund(state, instrument.realm, instrument.settle, emit);
  return parts;
}
