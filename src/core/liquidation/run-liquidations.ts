/** Timed work of liquidation: steps first, then sales of the funds, then the sweep. */
import { LIQUIDATION_STEPS_PER_TICK } from "../base/limits.ts";
import type { Emit, State } from "../state.ts";
import { sellHoldings } from "./sell-holdings.ts";
import { stepLiquidation } from "./step-liquidation.ts";
import { sweepAccounts } from "./sweep-accounts.ts";

/**
 * Carries the most endangered liquidations on, sells positions of the insurance funds and sweeps
 * accounts. The sweep is last, so that it judges accounts as this tick leaves them (invariant 8).
 */
export function runLiquidations(state: State, emit: Emit): void {
  for (let left = LIQUIDATION_STEPS_PER_TICK; left > 0; left--) {
    const first = state.liquidations.first();
    if (first === undefined || !stepLiquidation(state, first, emit)) break;
  }
  sellHoldings(state, emit);
  sweepAccounts(state, emit);
}

/** Whether a liquidation, a sweep or a round of sales is in progress. */
export function isLiquidationDue(state: State): boolean {
  const { count, cursor, fundsCursor } = state.liquidations;
  return count > 0 || cursor !== 0 || fundsCursor !== 0;
}
