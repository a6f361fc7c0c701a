/** Size of a futures instrument that core would let an account open. */

import type { Side } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { type Lots, lots, type Ticks } from "../../core/money/units.ts";
import type { PrivateContext } from "../http/endpoint.ts";

/** An order without its size; a market order if the limit price is 0. */
export interface Openable {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly limit: Ticks;
}

/** Returns the requirements of an order of the size, as core would compute them now. */
export function weighedOpening(
  context: PrivateContext,
  { instrument, limit, side }: Openable,
  size: Lots,
) {
  const order = { isBuy: side === "buy", price: limit, size };
  return context.exchange.accounts.opening(context.principal.userIndex, instrument, order);
}

/**
 * Returns the largest order, at most `largest`, that margin, tiers, the share of the open interest
 * and the opening guard admit now. Found by bisection: a larger order never requires less.
 */
export function openCapacity(context: PrivateContext, order: Openable, largest: Lots): Lots {
  const isPassing = (size: number): boolean => weighedOpening(context, order, lots(size)).isPassing;
  if (isPassing(largest)) return largest;
  let low = 0;
  let high: number = largest - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isPassing(middle)) low = middle;
    else high = middle - 1;
  }
  return lots(low);
}
