/** Funding state of one instrument. */
import { FUNDING_RATE_MAX_DEFAULT } from "../base/limits.ts";
import { type Lots, type RateE8, rateE8, ZERO_LOTS } from "../money/units.ts";
import { type FundingSettlement, fundingRateOf, nextFundingTimeMs } from "./funding-rate.ts";
import type { Instrument } from "./instrument.ts";

export type InstrumentFunding = {
  /** Bounds of the rate of one interval. */
  rateMin: RateE8;
  rateMax: RateE8;
  /** Size of impact prices; 0 to derive it from the largest leverage. */
  impactLots: Lots;
  /** Rate of the running interval by its samples so far. */
  rate: RateE8;
  /** Sum of the premium samples of the running interval, each times its ms, and sum of the ms. */
  premiumMs: number;
  weightMs: number;
  sampledAtMs: number;
  /** End of the running interval; 0 where there is no funding. */
  nextAtMs: number;
  /** Number of settlements so far. */
  count: number;
  /** Latest settlements, oldest first, that some position may not have settled yet. */
  readonly open: FundingSettlement[];
};

/** Whether an instrument has funding; spot and dated contracts have none. */
export function hasFunding(instrument: Instrument): boolean {
  return instrument.isFutures && instrument.deliveryAtMs === 0;
}

/** Returns the funding state of an instrument listed at `timeMs`. */
export function newInstrumentFunding(instrument: Instrument, timeMs: number): InstrumentFunding {
  const bounds = {
    rateMin: rateE8(-FUNDING_RATE_MAX_DEFAULT),
    rateMax: rateE8(FUNDING_RATE_MAX_DEFAULT),
  };
  const hours = instrument.fundingIntervalHours;
  return {
    ...bounds,
    impactLots: ZERO_LOTS,
    rate: hasFunding(instrument) ? fundingRateOf(rateE8(0), hours, bounds) : rateE8(0),
    premiumMs: 0,
    weightMs: 0,
    sampledAtMs: timeMs,
    nextAtMs: hasFunding(instrument) ? nextFundingTimeMs(timeMs, hours) : 0,
    count: 0,
    open: [],
  };
}
