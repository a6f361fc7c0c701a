/**
 * Orders of peer-to-peer trading from payment to release, cancellation or appeal (decision 0066).
 * Each order ends once, and its end moves its quantity out of escrow, except where that goes back
 * to a published sell ad.
 */
import { isOutflowFrozen } from "../accounts/freezes.ts";
import { isUnderReview } from "../accounts/review-user.ts";
import { assert } from "../base/assert.ts";
import { P2P_EXPIRIES_PER_TICK } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { P2pOrderStatus, P2pStep } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { plus } from "../money/arithmetic.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { type Emit, type State, userAt } from "../state.ts";
import { emitAd, emitOrder, escrowedBy, moveEscrow, releaseEscrow } from "./p2p-escrow.ts";
import type { P2pOrder } from "./p2p-order.ts";

type StepRule = {
  readonly by: "buyer" | "seller" | "either";
  readonly from: readonly P2pOrderStatus[];
};

const RULES: Readonly<Record<P2pStep, StepRule>> = {
  pay: { by: "buyer", from: ["pending_payment"] },
  release: { by: "seller", from: ["pending_release", "in_appeal"] },
  cancel: { by: "buyer", from: ["pending_payment"] },
  appeal: { by: "either", from: ["pending_release"] },
};

/** Ends an order: the quantity goes to the buyer, less the fee. */
function complete(state: State, order: P2pOrder, emit: Emit): void {
  const { ads, orders } = state.p2p;
  assert(orders.delete(order), "an order ends once");
  releaseEscrow(state, order, emit);
  order.status = "completed";
  const ad = ads.get(order.ad);
  if (ad !== undefined) {
    ad.sold = plus(ad.sold, order.quantity);
    emitAd(state, ad, emit);
  }
  state.outcome.id = order.id;
  emitOrder(order, emit);
}

/**
 * Ends an order without a trade: the ad offers the quantity again. The coins stay in escrow for a
 * published sell ad, and go back to the seller otherwise.
 */
function cancel(state: State, order: P2pOrder, emit: Emit): void {
  const { ads, orders } = state.p2p;
  assert(orders.delete(order), "an order ends once");
  order.status = "cancelled";
  const ad = ads.get(order.ad);
  const owner = { user: order.seller, currency: order.currency };
  const escrowed = ad === undefined ? ZERO_ATOMS : escrowedBy(ad);
  if (ad !== undefined) ad.free = plus(ad.free, order.quantity);
  const kept = ad === undefined ? ZERO_ATOMS : escrowedBy(ad);
  moveEscrow(state, owner, { before: plus(escrowed, order.quantity), after: kept }, emit);
  if (ad !== undefined) emitAd(state, ad, emit);
  state.outcome.id = order.id;
  emitOrder(order, emit);
}

/** Returns the open order of a party; `undefined` for one of others. */
export function ownP2pOrder(state: State, user: number, id: number): P2pOrder | undefined {
  const found = state.p2p.orders.get(id);
  return found?.buyer === user || found?.seller === user ? found : undefined;
}

function stepRefusal(state: State, order: P2pOrder, command: DraftOf<"step_p2p_order">) {
  const { by, from } = RULES[command.step];
  const isTheirs = by === "either" || order[by] === command.user;
  const isLate = order.status === "pending_payment" && state.timeMs >= order.payByMs;
  if (!isTheirs || isLate || !from.includes(order.status)) return "p2p_order_status_blocked";
  if (command.step !== "release") return undefined;
  const seller = userAt(state, order.seller);
  if (isUnderReview(state, seller)) return "account_under_review";
  return isOutflowFrozen(seller) ? "account_frozen" : undefined;
}

/**
 * Emits `p2p_order_changed`, after `funds_moved` out of escrow where the order ends; or
 * `command_rejected`. The order of others is not found.
 */
export function stepP2pOrder(state: State, command: DraftOf<"step_p2p_order">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const order = ownP2pOrder(state, command.user, command.order);
  if (order === undefined) return reject("p2p_order_not_found");
  const refusal = stepRefusal(state, order, command);
  if (refusal !== undefined) return reject(refusal);
  switch (command.step) {
    case "release":
      return complete(state, order, emit);
    case "cancel":
      return cancel(state, order, emit);
    case "pay":
      order.status = "pending_release";
      order.paidAtMs = state.timeMs;
      break;
    case "appeal":
      order.status = "in_appeal";
      order.appealedAtMs = state.timeMs;
      break;
  }
  state.outcome.id = order.id;
  emitOrder(order, emit);
}

/** Ends an order in appeal by the decision of the operator, or emits `command_rejected`. */
export function resolveP2pOrder(
  state: State,
  command: DraftOf<"resolve_p2p_order">,
  emit: Emit,
): void {
  const order = state.p2p.orders.get(command.order);
  if (order === undefined) return rejectCommand(state, 0, "p2p_order_not_found", emit);
  if (order.status !== "in_appeal") {
    return rejectCommand(state, 0, "p2p_order_status_blocked", emit);
  }
  if (command.isReleased) complete(state, order, emit);
  else cancel(state, order, emit);
}

/** Whether the payment time of an order is over that is still open. */
export function isP2pExpiryDue(state: State): boolean {
  return state.p2p.nextExpiryMs <= state.timeMs;
}

/** Cancels a bounded number of orders whose payment time is over, the oldest first. */
export function expireP2pOrders(state: State, emit: Emit): void {
  if (!isP2pExpiryDue(state)) return;
  const { p2p, timeMs } = state;
  let left = P2P_EXPIRIES_PER_TICK;
  let next = Number.POSITIVE_INFINITY;
  for (const order of p2p.orders.values()) {
    if (order.status !== "pending_payment") continue;
    if (order.payByMs <= timeMs && left > 0) {
      left -= 1;
      cancel(state, order, emit);
    } else next = Math.min(next, order.payByMs);
  }
  p2p.nextExpiryMs = next;
}
