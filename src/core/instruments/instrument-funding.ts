/** What the exchange keeps of the funding of one instrument. */
import { FUNDING_RATE_MAX_DEFAULT } from "../base/limits.ts";
import { type Lots, type RateE8, rateE8, ZERO_LOTS } from "../money/units.ts";
import { type FundingSettlement, fundingRateOf, nextFundingTimeMs } from "./funding-rate.ts";
import type { Instrument } from "./instrument.ts";

export type InstrumentFunding = {
  /** Bounds of the rate of one interval. */
  rateMin: RateE8;
  rateMax: RateE8;
  /** The size that impact prices are taken for; 0: by the largest leverage. */
  impactLots: Lots;
  /** The rate of the running interval, as far as its samples tell. */
  rate: RateE8;
  /** Premium samples of the running interval, each times the ms it stands for, and these ms. */
  premiumMs: number;
  weightMs: number;
  sampledAtMs: number;
  /** End of the running interval; 0 where there is no funding. */
  nextAtMs: number;
  /** Settlements there have been. */
  count: number;
  /** The last of them, oldest first: those that some position may still have to take. */
  readonly open: FundingSettlement[];
};

/** Whether an instrument has funding at all: spot and dated contracts have none. */
export function hasFunding(instrument: Instrument): boolean {
  return instrument.isFutures && instrument.deliveryAtMs === 0;
}

/** The funding of an instrument that is listed at `timeMs`. */
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
