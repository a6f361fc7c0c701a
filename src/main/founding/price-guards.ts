/** Bounds that a new exchange puts on the prices of its instruments (decision 0036). */
import type { DraftOf } from "../../core/commands.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { FUNDING_IMPACT_MARGIN_UNITS } from "../../core/limits.ts";

/**
 * 0.5 %: above the largest funding rate of an interval (0.3 %), which is what a perpetual may
 * honestly be away from its index, and a tenth of the band.
 */
const PERPETUAL_CAP_E6 = 5_000;
/** 5 %: a dated contract carries the interest up to its delivery. */
const DATED_CAP_E6 = 50_000;
/** 0.05 % a second: from the index to the cap of a perpetual in ten seconds. */
const MARK_STEP_E6 = 500;
/** 0.5 % a second: 45 % in two minutes, more than an index is known to fall. */
const REFERENCE_STEP_E6 = 5_000;

/** Whether an instrument has no guard at all, as when it is listed. */
export function isUnguarded({ guards }: Instrument): boolean {
  const { impactUnits, markCap, markStep, referenceStep } = guards;
  return impactUnits + markCap + markStep + referenceStep === 0;
}

/** The guards of a new exchange; impact prices are of the size that funding takes them for. */
export function firstGuards(instrument: Instrument): DraftOf<"set_price_guards"> {
  const { deliveryAtMs, index, isFutures, leverageMax } = instrument;
  const terms = { kind: "set_price_guards", instrument: index } as const;
  if (!isFutures) {
    const none = { markCapE6: 0, markStepE6: 0, impactUnits: 0 };
    return { ...terms, ...none, referenceStepE6: REFERENCE_STEP_E6 };
  }
  return {
    ...terms,
    markCapE6: deliveryAtMs === 0 ? PERPETUAL_CAP_E6 : DATED_CAP_E6,
    markStepE6: MARK_STEP_E6,
    impactUnits: FUNDING_IMPACT_MARGIN_UNITS * leverageMax,
    referenceStepE6: 0,
  };
}
