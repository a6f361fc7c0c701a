/** The new terms of an order that is amended. */
import type { AmendOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, lots, NO_PRICE, type Ticks } from "../money/units.ts";
import type { State } from "../state.ts";
import { farthestPriceInBook, marginPriceOf } from "./order-checks.ts";

/** New terms of an order. */
export type Amendment = {
  readonly price: Ticks;
  /** Whole size, filled quantity included. */
  readonly size: Lots;
  readonly remaining: Lots;
  /** Futures: farthest price reached in the book now, and margin price; set by `setReach`. */
  reached: Ticks;
  marginPrice: Ticks;
};

/** Terms that a command asks for; a price or size of 0 keeps the present one. */
export function amendmentOf(state: State, slot: number, command: AmendOrder): Amendment {
  const { orders } = state;
  const size = command.size === 0 ? orders.size(slot) : command.size;
  return {
    price: command.price === NO_PRICE ? orders.price(slot) : command.price,
    size,
    remaining: lots(size - orders.filled(slot)),
    reached: NO_PRICE,
    marginPrice: NO_PRICE,
  };
}

/** Sets how far an amended futures order reaches in the book now, and its margin price. */
export function setReach(
  state: State,
  slot: number,
  instrument: Instrument,
  amendment: Amendment,
): void {
  const isBuy = state.orders.isBuy(slot);
  const { price, remaining: size } = amendment;
  amendment.reached = farthestPriceInBook(state, instrument, { isBuy, limit: price, size });
  const { reached } = amendment;
  amendment.marginPrice = marginPriceOf(state, instrument, { isBuy, price, reached });
}
