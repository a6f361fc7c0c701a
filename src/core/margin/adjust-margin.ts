/** Moves money into and out of isolated margin, on command and automatically. */

import { assert } from "../base/assert.ts";
import {
  LONG_AND_SHORT,
  type LongOrShort,
  longOf,
  type PositionIndex,
  type PositionRow,
  positionAt,
  positionSideOf,
  rowOf,
  shortOf,
  sideOf,
} from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import type { PositionSide } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { maxAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { futuresAccount } from "../positions/backing.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { type Emit, type State, userAt } from "../state.ts";
import { canSpend, spendable } from "./coverage.ts";
import { type FuturesScope, futuresOf } from "./futures-scope.ts";
import { moveMargin, removableMarginOf } from "./isolated-margin.ts";
import { isLiquidatable, isolatedRisk } from "./maintenance.ts";
import { initialMarginOf } from "./margin.ts";

/** Returns the isolated position that a command names, or why there is none. */
function isolatedPosition(
  state: State,
  scope: FuturesScope,
  positionSide: PositionSide,
): PositionIndex | Rejection {
  const { positions } = state;
  const row = positions.find(scope.user.index, scope.instrument.index);
  if (row === 0 || !positions.isIsolated(row)) return "margin_not_isolated";
  const isHedge = isHedgeIn(scope.user, scope.instrument);
  if (isHedge && positionSide === "net") return "position_side_required";
  for (const side of LONG_AND_SHORT) {
    const position = positionAt(row, side);
    const isNamed = positionSide === "net" || positionSide === positionSideOf(side);
    if (isNamed && positions.size.get(position) > 0) return position;
  }
  return "no_position";
}

/**
 * Emits `margin_moved` or `command_rejected`. Adds at most what the futures account can spend,
 * removes at most `removableMarginOf`. `net` names the position of one-way mode.
 */
export function adjustMargin(state: State, command: DraftOf<"adjust_margin">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const scope = futuresOf(state, command);
  if (typeof scope === "string") return reject(scope);
  const position = isolatedPosition(state, scope, command.positionSide);
  if (typeof position === "string") return reject(position);
  const { amount } = command;
  if (amount === 0n) return reject("amount_not_positive");
  const row = rowOf(position);
  if (amount > 0n && !canSpend(state, scope.user, futuresAccount(state, row), amount)) {
    return reject("insufficient_available");
  }
  if (amount < 0n && negated(amount) > removableMarginOf(state, row, sideOf(position))) {
    return reject("margin_not_removable");
  }
  moveMargin(state, position, { amount, reason: amount > 0n ? "added" : "removed" }, emit);
}

/**
 * Emits `auto_margin_changed`, also for an unchanged setting, and `margin_moved` if a position
 * needs margin now; or `command_rejected` for a crossed row.
 */
export function setAutoMargin(state: State, command: DraftOf<"set_auto_margin">, emit: Emit): void {
  const scope = futuresOf(state, command);
  if (typeof scope === "string") return rejectCommand(state, command.user, scope, emit);
  const { positions } = state;
  const { instrument, isAuto, positionSide, user } = command;
  const row = positions.find(user, instrument);
  if (row === 0 || !positions.isIsolated(row)) {
    return rejectCommand(state, user, "margin_not_isolated", emit);
  }
  if (positionSide !== "short") positions.autoMargin.set(longOf(row), isAuto ? 1 : 0);
  if (positionSide !== "long") positions.autoMargin.set(shortOf(row), isAuto ? 1 : 0);
  emit.write("auto_margin_changed", { user, instrument, positionSide, isAuto });
  for (const side of LONG_AND_SHORT) topUpMargin(state, row, side, emit);
}

/**
 * Raises the equity of an isolated position with auto-margin to its initial margin before it would
 * be liquidated, as far as the futures account can pay. Returns true if the position is safe then;
 * otherwise, and without auto-margin, moves nothing. Emits `margin_moved`.
 */
export function topUpMargin(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  emit: Emit,
): boolean {
  const { positions } = state;
  const position = positionAt(row, side);
  if (!positions.isIsolated(row) || positions.autoMargin.get(position) === 0) return false;
  const risk = isolatedRisk(state, row, side);
  if (!isLiquidatable(risk)) return true;
  const user = userAt(state, positions.user.get(row));
  const wanted = minus(initialMarginOf(state, row, side), risk.equity);
  const spare = spendable(state, user, futuresAccount(state, row));
  const amount = minus(wanted, maxAtoms(minus(wanted, spare), ZERO_ATOMS));
  const equity = plus(risk.equity, amount);
  if (amount <= 0n || isLiquidatable({ equity, maintenance: risk.maintenance })) return false;
  moveMargin(state, position, { amount, reason: "auto_added" }, emit);
  assert(!isLiquidatable(isolatedRisk(state, row, side)), "a position is safe after its top-up");
  return true;
}
