/** Reads of the live state: loss limits of insurance funds and lending pools, depth limits. */

import { assert } from "../base/assert.ts";
import { nextHourMs } from "../base/clock-hour.ts";
import type { Realm } from "../base/vocabulary.ts";
import { borneIn } from "../instruments/fund-draw.ts";
import { findFund } from "../instruments/fund-terms.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { smallerDepth } from "../instruments/market-depth.ts";
import { isLendingPaused, type PoolLossRead, poolLossOf } from "../lending/lending-pause.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { depthAt, holdingAt, type State } from "../state.ts";

/** Losses that a fund bore in the current hour, in atoms of its coin. */
export type DrawRead = {
  readonly borne: Atoms;
  /** Limit of the hour; 0 for no limit. */
  readonly drawMax: Atoms;
  /** End of the hour, when losses are counted from zero again; in Unix milliseconds. */
  readonly untilMs: number;
};

/** Losses of the fund in a futures instrument. */
export function readInstrumentDraw(state: State, instrument: Instrument): DrawRead {
  const { draw } = holdingAt(state, instrument.index);
  const drawMax = instrument.lossLimits.fundDrawMax;
  const borne = borneIn(draw, state.timeMs);
  assert(borne >= 0n, "gains of an hour offset at most its losses");
  return { borne, drawMax, untilMs: nextHourMs(state.timeMs) };
}

export type FundTermsRead = DrawRead & {
  /** In millionths. */
  readonly feeShareE6: number;
};

/** Terms of a fund and what it paid for accounts without positions; zeros without terms. */
export function readFundTerms(state: State, realm: Realm, currency: number): FundTermsRead {
  const fund = findFund(state.funds, realm, currency);
  const until = { untilMs: nextHourMs(state.timeMs) };
  if (fund === undefined)
    return { feeShareE6: 0, borne: ZERO_ATOMS, drawMax: ZERO_ATOMS, ...until };
  const { draw, drawMax, feeShare } = fund;
  return { feeShareE6: feeShare, borne: borneIn(draw, state.timeMs), drawMax, ...until };
}

export type PoolLossState = PoolLossRead & {
  /** Funds of the pool with its open loans, in atoms. */
  readonly funds: Atoms;
  readonly isPaused: boolean;
  /** End of the hour, when losses are counted from zero again; in Unix milliseconds. */
  readonly untilMs: number;
};

/** Losses of a lending pool in the current hour, and whether they stopped new loans. */
export function readPoolLoss(state: State, realm: Realm, currency: number): PoolLossState {
  const funds = state.lending.poolFunds.of(realm, currency);
  assert(funds >= 0n, "a pool loses no more than its funds");
  return {
    ...poolLossOf(state, realm, currency),
    funds,
    isPaused: isLendingPaused(state, realm, currency),
    untilMs: nextHourMs(state.timeMs),
  };
}

/** Depth limits of the exposure in a futures instrument, in lots; infinite without a limit. */
export type DepthRead = {
  readonly depth: number;
  readonly openInterestMax: number;
  readonly positionMax: number;
};

export function readDepth(state: State, instrument: Instrument): DepthRead {
  const known = depthAt(state, instrument.index);
  const { openInterestMax, positionMax } = known;
  return { depth: smallerDepth(known), openInterestMax, positionMax };
}
