/** Orders that are sent twice. */
import type { ExitTerms, PlaceOrder } from "../commands/commands.ts";
import { areSameExits, exitsOf } from "../plans/plan.ts";
import type { State } from "../state.ts";

/** An exact repeat of a pending order is answered with the first outcome (invariant 21). */
export function isRepeat(state: State, command: PlaceOrder, flags: number, slot: number): boolean {
  const orders = state.orders;
  return (
    orders.instrument(slot) === command.instrument &&
    orders.flags(slot) === flags &&
    orders.price(slot) === command.price &&
    orders.size(slot) === command.size &&
    orders.quoteAmount(slot) === command.quoteAmount &&
    (command.exits === undefined || hasTheseExits(state, command.exits, slot))
  );
}

function hasTheseExits(state: State, exits: ExitTerms, slot: number): boolean {
  const kept = state.plans.orderExits.get(state.orders.id(slot));
  return kept !== undefined && areSameExits(kept.exits, exitsOf(exits));
}
