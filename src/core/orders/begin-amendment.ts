/** Beginning an amendment: the order, the terms that a command asks for, and how far they reach. */
import type { User } from "../accounts/user.ts";
import type { AmendOrder } from "../commands/commands.ts";
import { type Lots, NO_PRICE } from "../money/units.ts";
import { instrumentAt, type State } from "../state.ts";
import type { Amendment } from "./amendment.ts";
import { farthestPriceInBook, marginPriceOf } from "./order-checks.ts";

/**
 * Amendment that a command asks for; a price or size of 0 keeps the present one. Returns the object
 * `state.amendment`, which the next amendment overwrites.
 */
export function amendmentOf(
  state: State,
  user: User,
  slot: number,
  command: AmendOrder,
): Amendment {
  const { amendment, orders } = state;
  const instrument = instrumentAt(state, orders.instrument(slot));
  const price = command.price === NO_PRICE ? orders.price(slot) : command.price;
  const size = command.size === 0 ? orders.size(slot) : command.size;
  const remaining = (size - orders.filled(slot)) as Lots;
  if (amendment === undefined) {
    const terms = { price, size, remaining, reached: NO_PRICE, marginPrice: NO_PRICE };
    state.amendment = { slot, user, instrument, ...terms };
    return state.amendment;
  }
  amendment.slot = slot;
  amendment.user = user;
  amendment.instrument = instrument;
  amendment.price = price;
  amendment.size = size;
  amendment.remaining = remaining;
  amendment.reached = NO_PRICE;
  amendment.marginPrice = NO_PRICE;
  return amendment;
}

/** Sets how far an amended futures order reaches in the book now, and its margin price. */
export function setReach(state: State, amendment: Amendment): void {
  const { instrument, price, remaining: size, slot } = amendment;
  const isBuy = state.orders.isBuy(slot);
  const reached = farthestPriceInBook(state, instrument, { isBuy, limit: price, size });
  amendment.reached = reached;
  amendment.marginPrice = marginPriceOf(state, instrument, { isBuy, price, reached });
}
