/** Price guards that a new exchange sets on its instruments (decision 0036). */

import { FUNDING_IMPACT_MARGIN_UNITS } from "../../core/base/limits.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";

/**
 * Largest distance of mark from index on perpetuals: a tenth of the price band, 0.5 % or more. It
 * exceeds the largest funding rate of an interval (0.3 %), which a perpetual can legitimately be
 * away from its index.
 */
const CAP_DIVISOR = 10;
/**
 * Largest distance of mark from index on dated contracts: 5 %, since their price includes interest
 * up to delivery.
 */
const DATED_CAP_E6 = 50_000;
/**
 * Largest change of mark minus index a second: a tenth of the cap of a perpetual, at least 0.05 %.
 */
const MARK_STEP_DIVISOR = 100;
/**
 * Largest change of the reference price: 0.5 % a second, or 45 % in two minutes, more than any
 * known fall of an index.
 */
const REFERENCE_STEP_E6 = 5_000;

/** Whether an instrument has no guard at all, as after its listing. */
export function isUnguarded({ guards }: Instrument): boolean {
  const { impactUnits, markCap, markStep, referenceStep } = guards;
  return impactUnits + markCap + markStep + referenceStep === 0;
}

/**
 * Returns the initial guards of an instrument; impact prices use the same size as funding.
 * `isDated`: it is to be a dated contract, or is one.
 */
export function firstGuards(
  instrument: Instrument,
  isDated = instrument.deliveryAtMs !== 0,
): DraftOf<"set_price_guards"> {
  const { buyLimitRatio, index, isFutures, leverageMax } = instrument;
  const target = { kind: "set_price_guards", instrument: index } as const;
  if (!isFutures) {
    const none = { markCapE6: 0, markStepE6: 0, impactUnits: 0 };
    return { ...target, ...none, referenceStepE6: REFERENCE_STEP_E6 };
  }
  return {
    ...target,
    markCapE6: isDated ? DATED_CAP_E6 : Math.floor(buyLimitRatio / CAP_DIVISOR),
    markStepE6: Math.floor(buyLimitRatio / MARK_STEP_DIVISOR),
    impactUnits: FUNDING_IMPACT_MARGIN_UNITS * leverageMax,
    referenceStepE6: 0,
  };
}
