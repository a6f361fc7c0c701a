/** Placing spot orders that pay with their user's own funds. */
import { canSpend } from "../margin/coverage.ts";
import { walletOf } from "../positions/backing.ts";
import type { Emit, State } from "../state.ts";
import { enterExits, enterSpotOrder, recordOrder, reserveSpot } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { spotLimit } from "./order-checks.ts";
import type { Placing } from "./placing.ts";
import { rejectOrder } from "./reject-order.ts";
import { spotReservation } from "./requested-order.ts";

/** Places an order that passed `placingRefusal`, if its wallet covers the reservation. */
export function placeSpotOrder(state: State, placing: Placing, emit: Emit): void {
  const { command, instrument, user } = placing;
  const coin = command.side === "buy" ? instrument.quote : instrument.base;
  const account = state.ledger.find(user.index, walletOf(user, instrument), coin);
  const amount = spotReservation(instrument, command);
  if (!canSpend(state, user, account, amount)) {
    return rejectOrder(state, command, "insufficient_available", emit);
  }
  // From here on the order must succeed: nothing below may reject.
  const slot = recordOrder(state, command);
  reserveSpot(state, slot, account, amount);
  enterSpotOrder(state, slot, emit);
  enterExits(state, slot, command, emit);
  state.outcome.id = state.orders.id(slot);
  executeOrder(state, slot, spotLimit(state, instrument, command), emit);
}
