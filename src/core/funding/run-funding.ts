/**
 * Funding by the clock: samples, settlements at their instants, and what they bring to each
 * position, in bounded pieces. Pieces go by users, an order that no snapshot changes.
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
import { type Emit, fundingAt, instrumentAt, pricesAt, type State, userAt } from "../state.ts";
import { samplePremium } from "./sample-premium.ts";

/** Emits `funding_paid` per payment of a piece, then `funding_fixed` for each settlement due. */
export function runFunding(state: State, emit: Emit): void {
  if (state.fundingUser !== 0) realisePiece(state, emit);
  for (const instrument of state.instruments) {
    if (!hasFunding(instrument)) continue;
    samplePremium(state, instrument);
    const funding = fundingAt(state, instrument.index);
    if (state.timeMs >= funding.nextAtMs) fixSettlement(state, instrument, funding, emit);
  }
}

/** Whether payments of a settlement are left. */
export function isFundingDue(state: State): boolean {
  return state.fundingUser !== 0;
}

/**
 * Ends the running interval. While the exchange stood still no interval ran: of several instants
 * that passed at once only the first settles. Without a mark price nothing does.
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

/** Lets the next users' positions take what is due; after the last user nothing is due. */
function realisePiece(state: State, emit: Emit): void {
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
  settleFunds(state, emit);
  state.fundingUser = 0;
  for (const funding of state.funding) funding.open.length = 0;
}

/** The insurance funds take part with what they hold. */
function settleFunds(state: State, emit: Emit): void {
  const { positions, users } = state;
  for (const user of users.slice(0, FIRST_ORDINARY_USER)) {
    for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
      settleFunding(state, row, emit);
      const { settle } = instrumentAt(state, positions.instrument.get(row));
      backstopFund(state, user.realm, settle, emit);
    }
  }
}
