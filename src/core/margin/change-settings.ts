/** Leverage, margin mode and position mode of a user. */

import { ALL_CATEGORIES, isHedge, type User } from "../accounts/user.ts";
import {
  LONG,
  LONG_AND_SHORT,
  longOf,
  type PositionRow,
  positionAt,
  SHORT,
  shortOf,
} from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { CATEGORIES, indexIn } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { maxAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { ensureRow, isHedgeIn } from "../positions/exposure.ts";
import { type Emit, instrumentAt, instrumentOfRow, ordinaryUser, type State } from "../state.ts";
import { coversMore } from "./coverage.ts";
import { emitLeverage } from "./emit-leverage.ts";
import { type FuturesScope, futuresOf } from "./futures-scope.ts";
import { moveMargin, removableMarginOf } from "./isolated-margin.ts";
import { initialMarginOf, requiredMarginOf } from "./margin.ts";
import { changeToMode, emitMode } from "./margin-mode.ts";
import type { Pair } from "./row-change.ts";
import { isWithinTier } from "./tier-limit.ts";

/** Additional initial margin of each isolated position of a row at these leverages. */
function marginChange(state: State, row: PositionRow, leverage: Pair<number>): Pair<Atoms> {
  if (!state.positions.isIsolated(row)) return [ZERO_ATOMS, ZERO_ATOMS];
  const change = (side: 0 | 1): Atoms =>
    minus(initialMarginOf(state, row, side, leverage[side]), initialMarginOf(state, row, side));
  return [change(LONG), change(SHORT)];
}

/**
 * Whether the account covers its required margin at these leverages of a row and can pay the margin
 * that moves to isolated positions.
 */
function isChangeCovered(
  state: State,
  { instrument, user }: FuturesScope,
  row: PositionRow,
  to: { readonly leverage: Pair<number>; readonly margin: Pair<Atoms> },
): boolean {
  const { leverage, margin } = to;
  const moved = plus(maxAtoms(margin[LONG], ZERO_ATOMS), maxAtoms(margin[SHORT], ZERO_ATOMS));
  const required = requiredMarginOf(state, row);
  const after = requiredMarginOf(state, row, { orders: undefined, leverage });
  const isMoved = moved > 0n;
  const needed = { more: minus(after, required), beside: moved, isMoved };
  return coversMore(state, user, instrument, { ...needed, known: { row, required } });
}

/** Moves isolated margin by a change; removes at most `removableMarginOf`. */
function moveChange(state: State, row: PositionRow, change: Pair<Atoms>, emit: Emit): void {
  for (const side of LONG_AND_SHORT) {
    const wanted = change[side];
    const amount =
      wanted < 0n ? maxAtoms(wanted, negated(removableMarginOf(state, row, side))) : wanted;
    moveMargin(state, positionAt(row, side), { amount, reason: "leverage_changed" }, emit);
  }
}

function isInRange(instrument: Instrument, leverage: number): boolean {
  return leverage >= instrument.leverageMin && leverage <= instrument.leverageMax;
}

/** Whether the tiers that a row's positions and orders reach allow these leverages. */
function isWithinTiers(
  state: State,
  scope: FuturesScope,
  row: PositionRow,
  leverage: Pair<number>,
): boolean {
  return LONG_AND_SHORT.every((side) =>
    isWithinTier(state, { ...scope, row, leverage: leverage[side] }, side),
  );
}

/** Why an instrument or its tiers allow no leverage for both sides of a row, or `undefined`. */
export function leverageRefusal(
  state: State,
  scope: FuturesScope,
  row: PositionRow,
  leverage: number,
): Rejection | undefined {
  if (!isInRange(scope.instrument, leverage)) return "leverage_out_of_range";
  return isWithinTiers(state, scope, row, [leverage, leverage]) ? undefined : "leverage_above_tier";
}

/**
 * Emits `leverage_changed`, also for an unchanged leverage, and `margin_moved` if an isolated
 * position takes or releases margin, or `command_rejected`. Lower leverage requires more margin,
 * higher leverage requires a tier that allows it (trading-rules.md section 4).
 */
export function setLeverage(state: State, command: DraftOf<"set_leverage">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const scope = futuresOf(state, command);
  if (typeof scope === "string") return reject(scope);
  const { instrument, user } = scope;
  const { leverage, positionSide } = command;
  if (!isInRange(instrument, leverage)) return reject("leverage_out_of_range");
  const { positions } = state;
  const row = ensureRow(state, user, instrument);
  if (positionSide !== "net" && !(positions.isIsolated(row) && isHedgeIn(user, instrument))) {
    return reject("position_side_not_allowed");
  }
  const [long, short] = [longOf(row), shortOf(row)];
  const before: Pair<number> = [positions.leverage.get(long), positions.leverage.get(short)];
  const after: Pair<number> = [
    positionSide === "short" ? before[LONG] : leverage,
    positionSide === "long" ? before[SHORT] : leverage,
  ];
  if (!isWithinTiers(state, scope, row, after)) return reject("leverage_above_tier");
  const margin = marginChange(state, row, after);
  const isLower = after[LONG] < before[LONG] || after[SHORT] < before[SHORT];
  if (isLower && !isChangeCovered(state, scope, row, { leverage: after, margin })) {
    return reject("leverage_margin_insufficient");
  }
  positions.leverage.set(long, after[LONG]);
  positions.leverage.set(short, after[SHORT]);
  moveChange(state, row, margin, emit);
  emitLeverage(state, row, emit);
}

/** Sets both sides of a row to the lower leverage of the two. Emits `leverage_changed`. */
function levelLeverage(state: State, row: PositionRow, emit: Emit): void {
  const { leverage } = state.positions;
  const [long, short] = [leverage.get(longOf(row)), leverage.get(shortOf(row))];
  if (long === short) return;
  leverage.set(longOf(row), Math.min(long, short));
  leverage.set(shortOf(row), Math.min(long, short));
  emitLeverage(state, row, emit);
}

/**
 * Emits `margin_mode_changed`, also for an unchanged mode, or `command_rejected` while the user has
 * a position, order or plan in the instrument (trading-rules.md section 4, code 45117). A unified
 * account has only crossed margin. Crossed margin has one leverage and no auto-margin.
 */
export function setMarginMode(state: State, command: DraftOf<"set_margin_mode">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const scope = futuresOf(state, command);
  if (typeof scope === "string") return reject(scope);
  const { instrument, user } = scope;
  if (user.isUnified) return reject("margin_mode_not_allowed");
  const row = ensureRow(state, user, instrument);
  const change = changeToMode(state, { user, instrument, row }, command.marginMode);
  if (typeof change === "string") return reject(change);
  emitMode(state, row, change, emit);
}

/** Whether the user has a position, order or plan in a category, or in any with spot included. */
function hasExposure(state: State, user: User, category: number | undefined): boolean {
  const { orders, positions } = state;
  const isInScope = (index: number): boolean => {
    if (category === undefined) return true;
    const instrument = instrumentAt(state, index);
    return instrument.isFutures && instrument.categoryIndex === category;
  };
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (positions.isHeld(row) && isInScope(positions.instrument.get(row))) return true;
  }
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (isInScope(orders.instrument(slot))) return true;
  }
  for (const plan of state.plans.ofUser(user.index)) {
    if (isInScope(plan.instrument)) return true;
  }
  return false;
}

/**
 * Emits `position_mode_changed`, also for an unchanged mode, and `leverage_changed` if one-way mode
 * sets two sides to one leverage; or `command_rejected` while the user has a position, order or
 * plan (rest-v2.md: 40920). A unified user has one mode for all categories, which orders of every
 * category block, spot and MARGIN too (specification, set-hold-mode).
 */
export function setPositionMode(
  state: State,
  command: DraftOf<"set_position_mode">,
  emit: Emit,
): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const isUnified = user.isUnified;
  const category = indexIn(CATEGORIES, command.category);
  const isSame = isHedge(user, category) === command.isHedge;
  if (!isSame && hasExposure(state, user, isUnified ? undefined : category)) {
    return rejectCommand(state, user.index, "position_mode_blocked", emit);
  }
  const bits = isUnified ? ALL_CATEGORIES : 1 << category;
  if (command.isHedge) user.hedgeCategories |= bits;
  else user.hedgeCategories &= ~bits;
  emit.write("position_mode_changed", {
    user: user.index,
    category: command.category,
    isHedge: command.isHedge,
  });
  if (command.isHedge) return;
  const { positions } = state;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const instrument = instrumentOfRow(state, row);
    if (!isHedgeIn(user, instrument)) levelLeverage(state, row, emit);
  }
}
