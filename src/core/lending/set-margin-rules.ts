/** Rules that hold for all margin accounts and lending pools, set by the operator. */

import { REPAYMENT_HOURLY_USD_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { rateE6 } from "../money/units.ts";
import type { Emit, State } from "../state.ts";

const WHOLE_E6 = 1_000_000;
const RISK_E6_BOUND = 2_000_000;

/**
 * Sets the rules. The warning level lies below the liquidation level, which is at most 2; fee,
 * haircut and spread are below 1. Emits `margin_rules_changed`, or `command_rejected`.
 */
export function setMarginRules(
  state: State,
  command: DraftOf<"set_margin_rules">,
  emit: Emit,
): void {
  const { haircutE6, liquidationFeeE6, liquidationRiskE6, warningRiskE6 } = command;
  const { poolLossShareE6, poolShareE6, repaymentHourlyUsd, repaymentSpreadE6 } = command;
  const isOrdered = 0 < warningRiskE6 && warningRiskE6 < liquidationRiskE6;
  const shares = [liquidationFeeE6, haircutE6, repaymentSpreadE6];
  const areBounded =
    liquidationRiskE6 <= RISK_E6_BOUND &&
    repaymentHourlyUsd <= REPAYMENT_HOURLY_USD_MAX &&
    poolShareE6 <= WHOLE_E6 &&
    poolLossShareE6 <= WHOLE_E6;
  if (!isOrdered || !areBounded || shares.some((share) => share >= WHOLE_E6)) {
    return rejectCommand(state, 0, "loan_terms_out_of_bounds", emit);
  }
  state.lending.rules = {
    warningRisk: rateE6(warningRiskE6),
    liquidationRisk: rateE6(liquidationRiskE6),
    liquidationFee: rateE6(liquidationFeeE6),
    haircut: rateE6(haircutE6),
    repaymentSpread: rateE6(repaymentSpreadE6),
    repaymentHourlyUsd,
    poolShare: rateE6(poolShareE6),
    poolLossShare: rateE6(poolLossShareE6),
  };
  emit.write("margin_rules_changed", {
    warningRiskE6,
    liquidationRiskE6,
    liquidationFeeE6,
    haircutE6,
    repaymentSpreadE6,
    repaymentHourlyUsd,
    poolShareE6,
    poolLossShareE6,
  });
}
