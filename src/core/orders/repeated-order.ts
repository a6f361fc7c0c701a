/** Recognising orders that a client sends twice. */
import { NO_ROW } from "../base/position-handle.ts";
import type { ExitTerms, PlaceOrder } from "../commands/commands.ts";
import { exitsOf } from "../commands/exits.ts";
import { isOtherMode } from "../margin/margin-mode.ts";
import { areSameExits } from "../plans/plan.ts";
import type { State } from "../state.ts";

/**
 * Whether a command repeats the pending order in `slot` exactly, exits included; such a repeat gets
 * the first outcome (invariant 21). `flags` are those of the command's order.
 */
export function isRepeat(state: State, command: PlaceOrder, flags: number, slot: number): boolean {
  const orders = state.orders;
  return (
    orders.instrument(slot) === command.instrument &&
    orders.flags(slot) === flags &&
    orders.price(slot) === command.price &&
    orders.size(slot) === command.size &&
    orders.quote.amount(slot) === command.quoteAmount &&
    opensInMode(state, command, slot) &&
    (command.exits === undefined || hasTheseExits(state, command.exits, slot))
  );
}

/** Whether the pending order opens in the margin mode of the command, if that names one. */
function opensInMode(state: State, { opening }: PlaceOrder, slot: number): boolean {
  if (opening === undefined) return true;
  const row = state.orders.positionRow(slot);
  return row !== NO_ROW && !isOtherMode(state, row, opening.marginMode);
}

function hasTheseExits(state: State, exits: ExitTerms, slot: number): boolean {
  const kept = state.plans.orderExits.get(state.orders.id(slot));
  return kept !== undefined && areSameExits(kept.exits, exitsOf(exits));
}
