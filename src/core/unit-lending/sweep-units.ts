/** Timed work on risk units, in bounded pieces: interest, and liquidations by their lines. */
import { UNIT_SWEEP_INTERVAL_MS, UNITS_SWEPT_PER_TICK } from "../base/limits.ts";
import type { RiskUnit } from "../institutional/risk-unit.ts";
import {
  figuresOf,
  isAbove,
  productOf,
  ratioE6Of,
  type UnitFigures,
} from "../institutional/unit-figures.ts";
import type { Emit, State } from "../state.ts";
import { chargeUnitInterest } from "./charge-unit-interest.ts";
import { stepUnit } from "./liquidate-unit.ts";

/** Begins or ends a liquidation. Emits `unit_liquidation_changed`. */
function setLiquidating(
  unit: RiskUnit,
  isLiquidating: boolean,
  figures: UnitFigures,
  emit: Emit,
): void {
  unit.isLiquidating = isLiquidating;
  const ratioE6 = ratioE6Of(figures);
  emit.write("unit_liquidation_changed", { unit: unit.user, isLiquidating, ratioE6 });
}

/**
 * Charges interest, begins a liquidation at the liquidation line, and steps it until the debt is
 * within the stop line. While a price that the unit needs is stale, its liquidation pauses.
 */
function visitUnit(state: State, unit: RiskUnit, emit: Emit): void {
  for (const loan of unit.loans) chargeUnitInterest(state, unit, loan, emit);
  if (unit.loans.length === 0 && !unit.isLiquidating) return;
  const figures = figuresOf(state, unit);
  if (!figures.isFresh) return;
  const { liquidationLine, stopLine } = productOf(state, unit);
  if (unit.isLiquidating) {
    if (!isAbove(figures, stopLine)) return setLiquidating(unit, false, figures, emit);
  } else {
    if (ratioE6Of(figures) < liquidationLine) return;
    setLiquidating(unit, true, figures, emit);
  }
  stepUnit(state, unit, figures, emit);
  const { outcome } = state;
  outcome.rejection = undefined;
  outcome.id = 0;
  outcome.items = undefined;
}

/** First unit at an account or after it. */
function unitFrom(state: State, account: number): RiskUnit | undefined {
  return state.institutional.units().find(({ user }) => user >= account);
}

/** Visits the next piece of units in a sweep that starts every `UNIT_SWEEP_INTERVAL_MS`. */
export function sweepUnits(state: State, emit: Emit): void {
  const { institutional } = state;
  if (institutional.size === 0) return;
  if (institutional.cursor === 0) {
    if (state.timeMs - institutional.sweptAtMs < UNIT_SWEEP_INTERVAL_MS) return;
    institutional.sweptAtMs = state.timeMs;
    institutional.cursor = 1;
  }
  for (let left = UNITS_SWEPT_PER_TICK; left > 0 && institutional.cursor !== 0; left--) {
    const unit = unitFrom(state, institutional.cursor);
    institutional.cursor = unit === undefined ? 0 : unit.user + 1;
    if (unit !== undefined) visitUnit(state, unit, emit);
  }
}

/** Whether the present sweep has units to visit. */
export function isUnitSweepDue(state: State): boolean {
  return state.institutional.cursor !== 0;
}
