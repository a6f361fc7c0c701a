/**
 * Entering an order that has passed its checks: writes its record, reserves its funds, links it to
 * its user and emits its event. Nothing here rejects; the caller executes the order next.
 */
import { assert } from "../base/assert.ts";
import { NO_ROW, type PositionRow } from "../base/position-handle.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import { exitsOf } from "../commands/exits.ts";
import { type Atoms, NO_PRICE, type TimeMs } from "../money/units.ts";
import { keepOrderExits } from "../plans/order-exits.ts";
import { addOrderExposure } from "../positions/exposure.ts";
import { type Emit, instrumentAt, markAt, nextId, type State, userAt } from "../state.ts";
import { emitAccepted } from "./order-events.ts";
import { flagsOf } from "./requested-order.ts";
import { linkToUser } from "./user-orders.ts";

const E6 = 1_000_000;

/**
 * Price that converts the lots of an inverse order to the base coin: that of the command, else the
 * limit price, else the mark price; 0 on other instruments.
 */
function sizingPriceOf(state: State, { instrument, price, sizing }: PlaceOrder): number {
  if (!instrumentAt(state, instrument).isInverse) return 0;
  if (sizing !== undefined && sizing.priceE6 > 0) return sizing.priceE6;
  return (price === NO_PRICE ? markAt(state, instrument) : price) * E6;
}

/** Writes the record of an order and returns its slot; no list, sum or book holds it yet. */
export function recordOrder(state: State, command: PlaceOrder): number {
  const orders = state.orders;
  assert(command.size > 0 || command.quoteAmount > 0n, "an order has a size or a quote amount");
  const slot = orders.take(nextId(state));
  orders.setUser(slot, command.user);
  orders.setInstrument(slot, command.instrument);
  orders.setFlags(slot, flagsOf(command));
  orders.setPrice(slot, command.price);
  orders.setSize(slot, command.size);
  orders.setRemaining(slot, command.size);
  if (command.quoteAmount > 0n) orders.quote.begin(slot, command.quoteAmount);
  orders.inverse.setSizingPriceE6(slot, sizingPriceOf(state, command));
  orders.totals.setCreatedAtMs(slot, state.timeMs as TimeMs);
  orders.clientIds.add(command.user, slot, command.clientOrderId);
  return slot;
}

/** Reserves `amount` for a recorded spot order in the ledger account that pays for it. */
export function reserveSpot(state: State, slot: number, account: number, amount: Atoms): void {
  const { orders } = state;
  assert(amount > 0n, "a spot order reserves an amount above zero");
  orders.setPayAccount(slot, account);
  state.ledger.reserve(account, amount);
}

/** Links a spot order whose funds are reserved to its user. Emits `order_accepted`. */
export function enterSpotOrder(state: State, slot: number, emit: Emit): void {
  assert(state.orders.payAccount(slot) !== 0, "a spot order has an account that pays");
  linkToUser(state, userAt(state, state.orders.user(slot)), slot, false);
  emitAccepted(state, slot, NO_ROW, emit);
}

/**
 * Adds a futures order, whose margin price is set, to the sums of its position row and links it to
 * its user. Emits `order_accepted`.
 */
export function enterFuturesOrder(state: State, row: PositionRow, slot: number, emit: Emit): void {
  state.orders.setPositionRow(slot, row);
  addOrderExposure(state, slot);
  linkToUser(state, userAt(state, state.orders.user(slot)), slot, true);
  emitAccepted(state, slot, row, emit);
}

/** Keeps the exits that a command brings. Emits `order_exits_set` if it brings any. */
export function enterExits(state: State, slot: number, command: PlaceOrder, emit: Emit): void {
  const { exits } = command;
  if (exits !== undefined) keepOrderExits(state, slot, exitsOf(exits), emit);
}
