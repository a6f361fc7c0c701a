/** Setting the funding terms of a contract: interval, bounds of the rate, impact size. */
import { FUNDING_RATE_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { averagePremium, fundingRateOf, nextFundingTimeMs } from "../instruments/funding-rate.ts";
import { FUNDING_INTERVALS_HOURS, type Instrument } from "../instruments/instrument.ts";
import { hasFunding } from "../instruments/instrument-funding.ts";
import { rateE8 } from "../money/units.ts";
import { type Emit, fundingAt, type State } from "../state.ts";

type SetFundingTerms = DraftOf<"set_funding_terms">;

function areWithinBounds(instrument: Instrument, command: SetFundingTerms): boolean {
  const { impactLots, intervalHours, rateMax, rateMin } = command;
  return (
    FUNDING_INTERVALS_HOURS.includes(intervalHours) &&
    rateMin >= -FUNDING_RATE_MAX &&
    rateMin <= 0 &&
    rateMax >= 0 &&
    rateMax <= FUNDING_RATE_MAX &&
    impactLots <= instrument.sizeLotsMax
  );
}

/**
 * Emits `funding_terms_changed`, or `command_rejected`. The running interval keeps its samples and
 * ends at the next settlement time of the new interval length.
 */
export function setFundingTerms(state: State, command: SetFundingTerms, emit: Emit): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  if (!hasFunding(instrument)) return rejectCommand(state, 0, "instrument_not_futures", emit);
  if (!areWithinBounds(instrument, command)) {
    return rejectCommand(state, 0, "funding_terms_out_of_bounds", emit);
  }
  const { impactLots, intervalHours, rateMax, rateMin } = command;
  const funding = fundingAt(state, instrument.index);
  if (intervalHours !== instrument.fundingIntervalHours) {
    instrument.fundingIntervalHours = intervalHours;
    funding.nextAtMs = nextFundingTimeMs(state.timeMs, intervalHours);
  }
  // Adding 0 turns -0 into 0: commands read from the journal have no negative zero.
  funding.rateMin = rateE8(rateMin + 0);
  funding.rateMax = rateE8(rateMax + 0);
  funding.impactLots = impactLots;
  const premium = averagePremium(funding.premiumMs, funding.weightMs);
  funding.rate = fundingRateOf(premium, intervalHours, funding);
  emit.write("funding_terms_changed", {
    instrument: instrument.index,
    intervalHours,
    rateMin: funding.rateMin,
    rateMax: funding.rateMax,
    impactLots,
  });
}
