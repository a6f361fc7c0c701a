/** What delivery does to one user: orders end, plans end, positions close at one price. */
import { exchangeUserOf, type User } from "../accounts/user.ts";
import type { PlaceOrder } from "../commands.ts";
import { type Instrument, valueAt } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Atoms, Lots, Seq, Ticks, TimeMs } from "../money/units.ts";
import { closeOrder, linkToUser } from "../orders/close-order.ts";
import { fillOffBook } from "../orders/execute-order.ts";
import { emitAccepted } from "../orders/order-events.ts";
import { writeOrder } from "../orders/place-order.ts";
import { endPlan } from "../plans/cancel-plans.ts";
import { addOrderExposure, isHedgeIn } from "../positions/exposure.ts";
import { LONG } from "../positions/position-table.ts";
import type { Emit, State } from "../state.ts";
import { POSITION_SIDES } from "../vocabulary.ts";

function endOrders(state: State, user: User, instrument: Instrument, emit: Emit): number {
  const { orders } = state;
  let ended = 0;
  let slot = user.ordersFirst;
  while (slot !== 0) {
    const next = orders.userNext(slot);
    if (orders.instrument(slot) === instrument.index) {
      closeOrder(state, slot, "delivery", emit);
      ended += 1;
    }
    slot = next;
  }
  if (state.plans.count === 0) return ended;
  for (const plan of [...state.plans.ofUser(user.index)]) {
    if (plan.instrument !== instrument.index) continue;
    endPlan(state, plan, "delivery", emit);
    ended += 1;
  }
  return ended;
}

function closingOrder(state: State, user: User, instrument: Instrument, at: number): PlaceOrder {
  const isHedged = isHedgeIn(user, instrument);
  return {
    kind: "place_order",
    seq: state.seq as Seq,
    timeMs: state.timeMs as TimeMs,
    user: user.index,
    instrument: instrument.index,
    side: (at & 1) === LONG ? "sell" : "buy",
    orderType: "market",
    timeInForce: "ioc",
    positionSide: isHedged ? (POSITION_SIDES[(at & 1) + 1] ?? "net") : "net",
    reduceOnly: !isHedged,
    stpMode: "none",
    price: 0 as Ticks,
    size: state.positions.size.get(at) as Lots,
    quoteAmount: 0n as Atoms,
    clientOrderId: "",
    source: "delivery",
  };
}

/**
 * Between the deliveries of longs and shorts the clearing account would hold what one side has
 * realised and the other not yet: the value delivered waits in the rounding account, where in the
 * end remains what the values of inverse positions were rounded by.
 */
function bookDelivered(
  state: State,
  instrument: Instrument,
  delivered: { readonly value: Atoms; readonly isLong: boolean },
): void {
  const { ledger } = state;
  const owner = exchangeUserOf(instrument.realm);
  const place = [instrument.settle, instrument.index + 1] as const;
  const pool = ledger.account(owner, WALLET_INDEX.rounding, ...place);
  const clearing = ledger.account(owner, WALLET_INDEX.clearing, ...place);
  const { isLong, value } = delivered;
  if (isLong !== instrument.isInverse) ledger.post(pool, clearing, value);
  else ledger.post(clearing, pool, value);
}

function deliverPosition(
  state: State,
  user: User,
  instrument: Instrument,
  position: { readonly at: number; readonly price: Ticks },
  emit: Emit,
): void {
  const { positions } = state;
  const { at, price } = position;
  const size = positions.size.get(at);
  const slot = writeOrder(state, closingOrder(state, user, instrument, at), 0);
  addOrderExposure(state, at >> 1, slot);
  linkToUser(state, user, slot, true);
  emitAccepted(state, slot, at >> 1, emit);
  fillOffBook(state, slot, price, emit);
  const value = valueAt(instrument, price, size);
  bookDelivered(state, instrument, { value, isLong: (at & 1) === LONG });
}

/**
 * Ends a user's orders and plans in an instrument, then delivers the long and the short position.
 * Emits what these events are for any order; answers how many orders and positions there were.
 */
export function deliverUser(
  state: State,
  user: User,
  instrument: Instrument,
  price: Ticks,
  emit: Emit,
): number {
  const ended = endOrders(state, user, instrument, emit);
  const row = state.positions.find(user.index, instrument.index);
  if (row === 0) return ended;
  let delivered = 0;
  for (const at of [row * 2, row * 2 + 1]) {
    if (state.positions.size.get(at) === 0) continue;
    deliverPosition(state, user, instrument, { at, price }, emit);
    delivered += 1;
  }
  return ended + delivered;
}
