/** Beginning an amendment: the order, the terms that a command asks for, and how far they reach. */
import type { User } from "../accounts/user.ts";
import { positionAt } from "../base/position-handle.ts";
import type { AmendOrder } from "../commands/commands.ts";
import { type Lots, NO_PRICE } from "../money/units.ts";
import { openedSide } from "../positions/exposure.ts";
import { instrumentAt, type State } from "../state.ts";
import type { Amendment } from "./amendment.ts";
import { farthestPriceInBook, marginPriceOf } from "./order-checks.ts";
import { NOT_WEIGHED } from "./weighed-order.ts";

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
    state.amendment = { ...NOT_WEIGHED, slot, user, instrument, price, size, remaining };
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

/**
 * Sets row, side and leverage of an amended futures order, how far it reaches in the book now, and
 * its margin price.
 */
export function setReach(state: State, amendment: Amendment): void {
  const { orders, positions } = state;
  const { instrument, price, remaining: size, slot } = amendment;
  const isBuy = orders.isBuy(slot);
  const row = orders.positionRow(slot);
  const side = openedSide(isBuy);
  amendment.row = row;
  amendment.side = side;
  amendment.leverage = positions.leverage.get(positionAt(row, side));
  amendment.isBuy = isBuy;
  amendment.positionSide = orders.positionSide(slot);
  const reached = farthestPriceInBook(state, instrument, isBuy, price, size);
  amendment.reached = reached;
  amendment.marginPrice = marginPriceOf(state, instrument, isBuy, price, reached);
}
