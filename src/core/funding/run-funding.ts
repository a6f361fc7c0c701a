/**
 * Funding on each tick: premium samples, settlements at their times, and payments to positions in
 * bounded pieces. Pieces follow the index of users, which a restored snapshot preserves.
 */
import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { FUNDING_PAYMENTS_PER_TICK, FUNDING_USERS_PER_TICK } from "../base/limits.ts";
import { fundingRateOf, nextFundingTimeMs } from "../instruments/funding-rate.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { hasFunding, type InstrumentFunding } from "../instruments/instrument-funding.ts";
import { rateE8 } from "../money/units.ts";
import { backstopFund } from "../settlement/insurance-fund.ts";
import { settleFunding } from "../settlement/settle-funding.ts";
import { type Emit, fundingAt, instrumentOfRow, pricesAt, type State, userAt } from "../state.ts";
import { samplePremium } from "./sample-premium.ts";

/** Emits `funding_paid` for each payment of a piece, then `funding_fixed` for each settlement. */
export function runFunding(state: State, emit: Emit): void {
  if (state.fundingUser !== 0) payUsers(state, emit);
  for (const instrument of state.instruments) {
    if (!hasFunding(instrument)) continue;
    samplePremium(state, instrument);
    const funding = fundingAt(state, instrument.index);
    if (state.timeMs >= funding.nextAtMs) fixSettlement(state, instrument, funding, emit);
  }
}

/** Whether some positions have still to pay or receive a settlement. */
export function isFundingDue(state: State): boolean {
  return state.fundingUser !== 0;
}

/**
 * Fixes the settlement of the interval that ends. After a stop of the exchange several settlement
 * times may have passed; only the first one settles. Without a mark price none does.
 */
function fixSettlement(
  state: State,
  instrument: Instrument,
  funding: InstrumentFunding,
  emit: Emit,
): void {
  const { mark } = pricesAt(state, instrument.index);
  const settledAtMs = funding.nextAtMs;
  const hours = instrument.fundingIntervalHours;
  const { rate } = funding;
  const isBounded = rate >= funding.rateMin && rate <= funding.rateMax;
  assert(isBounded, "a funding rate lies within its bounds");
  const isPaying = state.fundingUser !== 0 || funding.open.length === 0;
  assert(isPaying, "settlements that are open are being paid");
  funding.nextAtMs = nextFundingTimeMs(state.timeMs, hours);
  funding.premiumMs = 0;
  funding.weightMs = 0;
  funding.rate = fundingRateOf(rateE8(0), hours, funding);
  assert(funding.nextAtMs > state.timeMs, "the next settlement lies ahead");
  if (mark === 0) return;
  funding.count += 1;
  funding.open.push({ number: funding.count, rate, mark });
  state.fundingUser = FIRST_ORDINARY_USER;
  emit.write("funding_fixed", {
    instrument: instrument.index,
    number: funding.count,
    rate,
    mark,
    settledAtMs,
    nextAtMs: funding.nextAtMs,
  });
}

/** Settles funding for the positions of the next users, up to the limits of a tick. */
function payUsers(state: State, emit: Emit): void {
  const { positions, users } = state;
  let payments = 0;
  let visits = 0;
  while (state.fundingUser < users.length) {
    if (payments >= FUNDING_PAYMENTS_PER_TICK || visits >= FUNDING_USERS_PER_TICK) return;
    const user = userAt(state, state.fundingUser);
    for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
      payments += settleFunding(state, row, emit);
    }
    visits += 1;
    state.fundingUser += 1;
  }
  payInsuranceFunds(state, emit);
  state.fundingUser = 0;
  for (const funding of state.funding) funding.open.length = 0;
}

/** Settles funding for the positions of the insurance funds. */
function payInsuranceFunds(state: State, emit: Emit): void {
  const { positions, users } = state;
  for (const user of users.slice(0, FIRST_ORDINARY_USER)) {
    for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
      settleFunding(state, row, emit);
      const { settle } = instrumentOfRow(state, row);
      backstopFund(state, user.realm, settle, emit);
    }
  }
}
