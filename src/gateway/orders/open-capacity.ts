/** How much of a futures instrument an account can still open: what the core would take. */

import type { Side } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { type Lots, lots, type Ticks } from "../../core/money/units.ts";
import type { PrivateContext } from "../http/endpoint.ts";

/** An order of any size; without a limit price, 0, a market order. */
export interface Openable {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly limit: Ticks;
}

/** The order of a size, weighed as the core would weigh it now. */
export function weighedOpening(
  context: PrivateContext,
  { instrument, limit, side }: Openable,
  size: Lots,
) {
  const order = { isBuy: side === "buy", price: limit, size };
  return context.exchange.accounts.opening(context.principal.userIndex, instrument, order);
}

/**
 * The largest order that margin, tiers, the share of the open interest and the opening guard let
 * pass now, at most `largest`; found by halving, for a larger order never needs less.
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
