/** Samples of the depth of futures books, for the limits of exposure (decision 0037). */

import { DEPTH_RANGE_E6, DEPTH_SAMPLE_INTERVAL_MS } from "../base/limits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { sampleDepth } from "../instruments/market-depth.ts";
import { bandAbove, bandBelow } from "../money/arithmetic.ts";
import { rateE6, type Ticks } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { bookAt, depthAt, type Emit, pricesAt, type State } from "../state.ts";

const RANGE = rateE6(DEPTH_RANGE_E6);

/**
 * Returns the size that rests on a side up to a price. All levels count: under a maximum of levels,
 * orders of the smallest size at the best prices would lower the limits of all users.
 */
function sizeWithin(book: OrderBook, isBuySide: boolean, limit: Ticks): number {
  let size = 0;
  let level = book.bestLevel(isBuySide);
  while (level !== 0) {
    const price = book.priceOf(level);
    if (isBuySide ? price < limit : price > limit) break;
    size += book.totalOf(level);
    level = book.levelAfter(isBuySide, level);
  }
  return size;
}

function isLimited({ lossLimits }: Instrument): boolean {
  return lossLimits.openInterestFactorE6 + lossLimits.positionFactorE6 > 0;
}

/** Samples the depth within 2 % of mark, every few seconds, where it limits exposure. */
export function sampleDepths(state: State, _emit: Emit): void {
  for (const instrument of state.instruments) {
    if (!isLimited(instrument)) continue;
    const depth = depthAt(state, instrument.index);
    const { mark } = pricesAt(state, instrument.index);
    if (mark === 0 || state.timeMs - depth.sampledAtMs < DEPTH_SAMPLE_INTERVAL_MS) continue;
    depth.sampledAtMs = state.timeMs;
    const book = bookAt(state, instrument.index);
    const bid = sizeWithin(book, true, bandBelow(mark, RANGE));
    const ask = sizeWithin(book, false, bandAbove(mark, RANGE));
    sampleDepth(depth, { bid, ask }, instrument.lossLimits);
  }
}
