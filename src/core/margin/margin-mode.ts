/** Changing the margin mode of a user in an instrument: by a command, or by what opens there. */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LONG, longOf, type PositionRow, SHORT, shortOf } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, MARGIN_MODES, type MarginMode } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { isolatedMarginOf } from "../positions/backing.ts";
import { forgetNeed } from "../positions/row-need.ts";
import type { Emit, State } from "../state.ts";
import { emitLeverage } from "./emit-leverage.ts";

/** Settings of a row that a change of mode may change. */
export type ModeSettings = {
  readonly mode: number;
  readonly longLeverage: number;
  readonly shortLeverage: number;
  readonly longAuto: number;
  readonly shortAuto: number;
};

function hasPlans(state: State, user: User, instrument: Instrument): boolean {
  for (const plan of state.plans.ofUser(user.index)) {
    if (plan.instrument === instrument.index) return true;
  }
  return false;
}

/** Whether a user who trades an instrument in a margin mode would have to change to it. */
export function isOtherMode(state: State, row: PositionRow, mode: MarginMode): boolean {
  return state.positions.marginMode.get(row) !== indexIn(MARGIN_MODES, mode);
}

/**
 * Returns the reason why the margin mode cannot change now: a unified account has only crossed
 * margin, and a position, order or plan stands in the way (trading-rules.md section 4, code 45117).
 */
function modeRefusal(
  state: State,
  user: User,
  instrument: Instrument,
  row: PositionRow,
): Rejection | undefined {
  if (user.isUnified) return "margin_mode_not_allowed";
  const isBlocked = state.positions.isBusy(row) || hasPlans(state, user, instrument);
  return isBlocked ? "margin_mode_blocked" : undefined;
}

/**
 * Changes the mode of a row that nothing stands in the way of, and returns the settings before.
 * Crossed margin has one leverage, the lower of the two, and a new mode has no auto-margin.
 */
function changeMode(state: State, row: PositionRow, mode: MarginMode): ModeSettings {
  const { autoMargin, leverage, marginMode } = state.positions;
  assert(
    isolatedMarginOf(state, row, LONG) === 0n && isolatedMarginOf(state, row, SHORT) === 0n,
    "a row without positions has no isolated margin",
  );
  const [long, short] = [longOf(row), shortOf(row)];
  const before = {
    mode: marginMode.get(row),
    longLeverage: leverage.get(long),
    shortLeverage: leverage.get(short),
    longAuto: autoMargin.get(long),
    shortAuto: autoMargin.get(short),
  };
  const lower = Math.min(before.longLeverage, before.shortLeverage);
  const isCrossed = mode === "crossed";
  restoreMode(state, row, {
    mode: indexIn(MARGIN_MODES, mode),
    longLeverage: isCrossed ? lower : before.longLeverage,
    shortLeverage: isCrossed ? lower : before.shortLeverage,
    longAuto: 0,
    shortAuto: 0,
  });
  return before;
}

/** Sets a row that nothing stands in the way of to crossed margin with one leverage. */
export function resetMode(state: State, row: PositionRow): void {
  changeMode(state, row, "crossed");
}

/**
 * Changes the mode of a row unless it has it already (`undefined`). Returns the settings before, or
 * the reason why the mode cannot change.
 */
export function changeToMode(
  state: State,
  place: { readonly user: User; readonly instrument: Instrument; readonly row: PositionRow },
  mode: MarginMode,
): ModeSettings | Rejection | undefined {
  const { instrument, row, user } = place;
  if (!isOtherMode(state, row, mode)) return undefined;
  return modeRefusal(state, user, instrument, row) ?? changeMode(state, row, mode);
}

/** Writes the settings of a row back, after a change that was weighed and refused. */
export function restoreMode(state: State, row: PositionRow, settings: ModeSettings): void {
  const { autoMargin, leverage, marginMode } = state.positions;
  forgetNeed(state, row);
  marginMode.set(row, settings.mode);
  leverage.set(longOf(row), settings.longLeverage);
  leverage.set(shortOf(row), settings.shortLeverage);
  autoMargin.set(longOf(row), settings.longAuto);
  autoMargin.set(shortOf(row), settings.shortAuto);
}

/** Emits `margin_mode_changed`, and `leverage_changed` if the two sides had two leverages. */
export function emitMode(
  state: State,
  row: PositionRow,
  before: ModeSettings | undefined,
  emit: Emit,
): void {
  const { positions } = state;
  emit.write("margin_mode_changed", {
    user: positions.user.get(row),
    instrument: positions.instrument.get(row),
    marginMode: positions.isIsolated(row) ? "isolated" : "crossed",
  });
  const leverage = positions.leverage.get(longOf(row));
  const wasLeverage = before !== undefined && before.longLeverage !== before.shortLeverage;
  if (wasLeverage && !positions.isIsolated(row)) {
    assert(leverage === positions.leverage.get(shortOf(row)), "crossed margin has one leverage");
    emitLeverage(state, row, emit);
  }
}
