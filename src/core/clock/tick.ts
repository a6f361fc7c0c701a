/**
 * What the clock does. A tick runs every step once, in this order; each step does a bounded piece
 * of what is due and leaves the rest for the next tick, which the sequencer sends at once while
 * anything is left. So no command is long, whatever falls due at the same moment.
 */
import { isDebtInterestDue, runDebtInterest } from "../borrowing/charge-debt-interest.ts";
import { isDeliveryDue, runDeliveries } from "../delivery/run-delivery.ts";
import { isFundingDue, runFunding } from "../funding/run-funding.ts";
import { isLiquidationDue, runLiquidations } from "../liquidation/run-liquidations.ts";
import { refreshPrices } from "../listing/refresh-marks.ts";
import { sampleDepths } from "../listing/sample-depths.ts";
import { shareFees } from "../settlement/share-fees.ts";
import type { Emit, State } from "../state.ts";
import { executePlans, hasFiredPlans } from "../triggers/execute-plans.ts";
import { isSweepDue, isUnwindDue, stepUnwinds, sweepLoans } from "../unwinding/unwind-accounts.ts";

type ClockStep = {
  readonly run: (state: State, emit: Emit) => void;
  /** Whether a piece is left that needs no later time, only another tick. */
  readonly isDue: (state: State) => boolean;
};

const STEPS: readonly ClockStep[] = [
  { run: refreshPrices, isDue: () => false },
  { run: runFunding, isDue: isFundingDue },
  { run: runDebtInterest, isDue: isDebtInterestDue },
  { run: runDeliveries, isDue: isDeliveryDue },
  { run: executePlans, isDue: hasFiredPlans },
  { run: runLiquidations, isDue: isLiquidationDue },
  { run: sweepLoans, isDue: isSweepDue },
  { run: stepUnwinds, isDue: isUnwindDue },
  { run: shareFees, isDue: () => false },
  { run: sampleDepths, isDue: () => false },
];

/** Applies a `tick`. */
export function applyTick(state: State, emit: Emit): void {
  for (const step of STEPS) step.run(state, emit);
}

/** Whether another tick should follow at once. */
export function isWorkDue(state: State): boolean {
  return STEPS.some((step) => step.isDue(state));
}
