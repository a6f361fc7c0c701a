/**
 * Timed work. A tick runs every step once, in this order. Each step does a bounded piece of the
 * work that is due; while work remains, the sequencer sends another tick at once. The work per
 * command is bounded, however many items are due at the same time.
 */
import { isDebtInterestDue, runDebtInterest } from "../borrowing/charge-debt-interest.ts";
import { expireQuotes, isExpiryDue } from "../converting/expire-quotes.ts";
import { isDeliveryDue, runDeliveries } from "../delivery/run-delivery.ts";
import { isFundingDue, runFunding } from "../funding/run-funding.ts";
import { isLiquidationDue, runLiquidations } from "../liquidation/run-liquidations.ts";
import { refreshPrices } from "../listing/refresh-marks.ts";
import { sampleDepths } from "../listing/sample-depths.ts";
import { isCountdownDue, runCountdowns } from "../orders/run-countdowns.ts";
import { expireP2pOrders, isP2pExpiryDue } from "../p2p/p2p-order-steps.ts";
import { isPledgedSweepDue, sweepPledgedLoans } from "../pledging/sweep-pledged-loans.ts";
import { shareFees } from "../settlement/share-fees.ts";
import type { Emit, State } from "../state.ts";
import { executePlans, hasFiredPlans } from "../triggers/execute-plans.ts";
import { isUnitSweepDue, sweepUnits } from "../unit-lending/sweep-units.ts";
import { isSweepDue, isUnwindDue, stepUnwinds, sweepLoans } from "../unwinding/unwind-accounts.ts";

type ClockStep = {
  readonly run: (state: State, emit: Emit) => void;
  /** Whether work remains that another tick at the same time could do. */
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
  { run: sweepUnits, isDue: isUnitSweepDue },
  { run: expireQuotes, isDue: isExpiryDue },
  { run: expireP2pOrders, isDue: isP2pExpiryDue },
  { run: runCountdowns, isDue: isCountdownDue },
  { run: sweepPledgedLoans, isDue: isPledgedSweepDue },
];

/** Applies a `tick`. Emits the events of the work that is due. */
export function applyTick(state: State, emit: Emit): void {
  for (const step of STEPS) step.run(state, emit);
}

/** Whether another tick should follow at once. */
export function isWorkDue(state: State): boolean {
  return STEPS.some((step) => step.isDue(state));
}
