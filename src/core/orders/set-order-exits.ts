/** Changing the take-profit and stop-loss of an open order, which stays where it is. */
import type { User } from "../accounts/user.ts";
import type { CommandOf } from "../commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { EXITS_BIT } from "../order-book/order-table.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { keepOrderExits } from "../plans/order-exits.ts";
import { areSameExits, type Exits, exitsAfter, hasExits, NO_EXITS } from "../plans/plan.ts";
import { isClosingOrder } from "../positions/exposure.ts";
import { rejectCommand } from "../reject-command.ts";
import type { Rejection } from "../rejections.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { findOrder } from "./find-order.ts";

function exitsOfOrder(state: State, slot: number): Exits {
  return state.plans.orderExits.get(state.orders.id(slot))?.exits ?? NO_EXITS;
}

/** Exits belong to orders that open a position or buy on spot (auth-and-errors.md, 25612). */
function checkChange(state: State, user: User, slot: number, exits: Exits): Rejection | undefined {
  const { orders } = state;
  const instrument = state.instruments[orders.instrument(slot)] as Instrument;
  if (orders.backing(slot) !== 0 || orders.filled(slot) > 0) return "order_not_amendable";
  if (instrument.status !== "online") return "instrument_halted";
  const isLong = orders.isBuy(slot);
  const isOpening = instrument.isFutures ? !isClosingOrder(state, slot) : isLong;
  if (!isOpening) return "exits_not_allowed";
  const before = exitsOfOrder(state, slot);
  if (areSameExits(before, exits)) return "order_not_changed";
  const misplaced = checkExits(state, instrument, { isLong, reference: orders.price(slot) }, exits);
  if (misplaced !== undefined || hasExits(before)) return misplaced;
  if (!hasExits(exits)) return "order_not_changed";
  return checkPlanCount(state, user, 2);
}

/**
 * Emits `order_exits_set`, or `command_rejected`. The order keeps its id and its place in the book;
 * once a part of it is filled, what protects that part are plans, and its exits change no more
 * (rest-v2.md, modify-order).
 */
export function setOrderExits(
  state: State,
  command: CommandOf<"set_order_exits">,
  emit: Emit,
): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const slot = findOrder(state, command);
  if (slot === 0) return rejectCommand(state, user.index, "order_not_found", emit);
  const exits = exitsAfter(exitsOfOrder(state, slot), command);
  const refusal = checkChange(state, user, slot, exits);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  // From here on the change must succeed: nothing below may reject.
  const { orders } = state;
  state.outcome.id = orders.id(slot);
  const flags = orders.flags(slot);
  orders.setFlags(slot, hasExits(exits) ? flags | EXITS_BIT : flags & ~EXITS_BIT);
  keepOrderExits(state, slot, exits, emit);
}
