/** Liquidation by the clock: steps first, then what the funds hold, then the sweep. */
import { LIQUIDATION_STEPS_PER_TICK } from "../base/limits.ts";
import type { Emit, State } from "../state.ts";
import { sellHoldings } from "./sell-holdings.ts";
import { stepLiquidation } from "./step-liquidation.ts";
import { sweepAccounts } from "./sweep-accounts.ts";

/**
 * Emits what the steps of the most endangered liquidations, the sales of the funds and the sweep
 * bring. The sweep comes last, so that it judges accounts as this tick leaves them (invariant 8).
 */
export function runLiquidations(state: State, emit: Emit): void {
  for (let left = LIQUIDATION_STEPS_PER_TICK; left > 0; left--) {
    const first = state.liquidations.first();
    if (first === undefined || !stepLiquidation(state, first, emit)) break;
  }
  sellHoldings(state, emit);
  sweepAccounts(state, emit);
}

/** Whether a liquidation, a sweep or a round of sales is under way. */
export function isLiquidationDue(state: State): boolean {
  const { count, cursor, fundsCursor } = state.liquidations;
  return count > 0 || cursor !== 0 || fundsCursor !== 0;
}
