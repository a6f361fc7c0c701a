/** Sampling the premium of a contract: its impact prices in the book against the index. */
import { assert } from "../base/assert.ts";
import {
  FUNDING_IMPACT_MARGIN_UNITS,
  FUNDING_SAMPLE_INTERVAL_MS,
  FUNDING_SAMPLE_WEIGHT_MS_MAX,
} from "../base/limits.ts";
import { averagePremium, fundingRateOf, premiumIndexOf } from "../instruments/funding-rate.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Lots, Ticks } from "../money/units.ts";
import { impactOf, lotsOfUnits } from "../order-book/impact-price.ts";
import { bookAt, currencyAt, fundingAt, pricesAt, type State } from "../state.ts";

/**
 * Size of impact prices in lots: the instrument's own setting, or the size that a margin of 200
 * quote coins opens with the largest leverage at the index price; at least one lot.
 */
export function impactLotsOf(state: State, instrument: Instrument, index: Ticks): Lots {
  const own = fundingAt(state, instrument.index).impactLots;
  if (own > 0) return own;
  const units = FUNDING_IMPACT_MARGIN_UNITS * instrument.leverageMax;
  const settle = currencyAt(state, instrument.settle);
  return lotsOfUnits(instrument, settle, { units, index });
}

/**
 * Takes a premium sample if one is due and the index is fresh. Weights it by the time since the
 * sample before, at most `FUNDING_SAMPLE_WEIGHT_MS_MAX`: time without samples does not count.
 */
export function samplePremium(state: State, instrument: Instrument): void {
  const funding = fundingAt(state, instrument.index);
  const passedMs = state.timeMs - funding.sampledAtMs;
  if (passedMs < FUNDING_SAMPLE_INTERVAL_MS) return;
  funding.sampledAtMs = state.timeMs;
  if (!isIndexFresh(state, instrument.index)) return;
  const { index } = pricesAt(state, instrument.index);
  const book = bookAt(state, instrument.index);
  const size = impactLotsOf(state, instrument, index);
  assert(index > 0 && size > 0, "a premium is sampled for a price and a size above zero");
  const premium = premiumIndexOf(index, impactOf(book, true, size), impactOf(book, false, size));
  const weightMs = Math.min(passedMs, FUNDING_SAMPLE_WEIGHT_MS_MAX);
  funding.premiumMs += premium * weightMs;
  funding.weightMs += weightMs;
  const average = averagePremium(funding.premiumMs, funding.weightMs);
  funding.rate = fundingRateOf(average, instrument.fundingIntervalHours, funding);
}
