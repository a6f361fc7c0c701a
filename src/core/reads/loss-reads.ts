/** What may be read of the house's loss limits off the live state. */

import type { Realm } from "../base/vocabulary.ts";
import { borneIn, DRAW_HOUR_MS, drawHourOf } from "../instruments/fund-draw.ts";
import { findFund } from "../instruments/fund-terms.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { smallerDepth } from "../instruments/market-depth.ts";
import { isLendingPaused, type PoolLossRead, poolLossOf } from "../lending/lending-pause.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { depthAt, holdingAt, type State } from "../state.ts";

/** What a fund has borne in the present hour, in atoms of its coin. */
export type DrawRead = {
  readonly borne: Atoms;
  /** 0 for no bound. */
  readonly drawMax: Atoms;
  /** When the hour ends and counting starts anew. */
  readonly untilMs: number;
};

function untilMs({ timeMs }: State): number {
  return (drawHourOf(timeMs) + 1) * DRAW_HOUR_MS;
}

/** What the fund has borne in a futures instrument. */
export function readInstrumentDraw(state: State, instrument: Instrument): DrawRead {
  const { draw } = holdingAt(state, instrument.index);
  const drawMax = instrument.lossLimits.fundDrawMax;
  return { borne: borneIn(draw, state.timeMs), drawMax, untilMs: untilMs(state) };
}

export type FundTermsRead = DrawRead & {
  /** In millionths. */
  readonly feeShareE6: number;
};

/** Terms of a fund and what it has paid for accounts without positions; zeros without terms. */
export function readFundTerms(state: State, realm: Realm, currency: number): FundTermsRead {
  const fund = findFund(state.funds, realm, currency);
  const until = { untilMs: untilMs(state) };
  if (fund === undefined)
    return { feeShareE6: 0, borne: ZERO_ATOMS, drawMax: ZERO_ATOMS, ...until };
  const { draw, drawMax, feeShare } = fund;
  return { feeShareE6: feeShare, borne: borneIn(draw, state.timeMs), drawMax, ...until };
}

export type PoolLossState = PoolLossRead & {
  /** What the pool has and has lent, in atoms. */
  readonly funds: Atoms;
  readonly isPaused: boolean;
  /** When the hour ends and counting starts anew. */
  readonly untilMs: number;
};

/** What a lending pool has lost in the present hour, and whether that has stopped new loans. */
export function readPoolLoss(state: State, realm: Realm, currency: number): PoolLossState {
  return {
    ...poolLossOf(state, realm, currency),
    funds: state.lending.poolFunds.of(realm, currency),
    isPaused: isLendingPaused(state, realm, currency),
    untilMs: untilMs(state),
  };
}

/** How depth limits the exposure in a futures instrument, in lots; infinite without a limit. */
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
