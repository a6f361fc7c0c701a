/**
 * Reasons to refuse a new order that depend on no money: realm and status, price and size, exits,
 * position side, counts. Checked before funds and margin; the checks change nothing.
 */
import { isTradingFrozen } from "../accounts/freezes.ts";
import type { User } from "../accounts/user.ts";
import { unreachable } from "../base/assert.ts";
import { positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, POSITION_SIDES } from "../base/vocabulary.ts";
import { hasPrice, isAdvanced } from "../base/word-traits.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import { exitsOf } from "../commands/exits.ts";
import { orderRefusal } from "../institutional/unit-refusals.ts";
import { deliveryPhaseOf, hasEnded } from "../instruments/delivery-terms.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { hasOpeningEnded } from "../instruments/opening-limits.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { NO_PRICE } from "../money/units.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { hasExits } from "../plans/plan.ts";
import { isHedgeClose } from "../positions/closing-order.ts";
import { closedSide, isHedgeIn } from "../positions/exposure.ts";
import type { State } from "../state.ts";
import { isAtFuturesOrderLimit, isAtPositionLimit, isAtSpotOrderLimit } from "./count-limits.ts";
import { checkPrice, checkSize } from "./order-checks.ts";
import type { RequestedOrder } from "./placing.ts";
import { isImmediate, mayOpen } from "./requested-order.ts";

/** Returns the first reason to refuse an order before its funds are checked, if any. */
export function placingRefusal(state: State, placing: RequestedOrder): Rejection | undefined {
  const { command, instrument, user } = placing;
  return (
    accessRefusal(state, placing) ??
    freezeRefusal(placing) ??
    formRefusal(state, instrument, command) ??
    unitRefusal(state, placing) ??
    exitsRefusal(state, placing) ??
    (instrument.isFutures ? futuresRefusal(state, placing) : spotRefusal(user, command))
  );
}

/**
 * Refuses an order that the status of its instrument does not allow (decision 0094), and any order
 * from the delivery time on: who knows the delivery price must not trade at another. `isClosing`:
 * it can only close a position; `isQuote`: it is post-only.
 */
export function statusRefusal(
  state: State,
  instrument: Instrument,
  order: { readonly isClosing: boolean; readonly isQuote: boolean },
): Rejection | undefined {
  if (hasEnded(instrument, state.timeMs)) return "instrument_delivered";
  const { status } = instrument;
  switch (status) {
    case "online":
      return undefined;
    case "reduce_only":
      return order.isClosing ? undefined : "instrument_reduce_only";
    case "post_only":
      return order.isQuote ? undefined : "instrument_post_only";
    case "halted":
    case "offline":
      return "instrument_halted";
    default:
      return unreachable(status);
  }
}

/** Refuses what a risk unit in debt may not buy or open (decision 0067). */
function unitRefusal(
  state: State,
  { command, instrument, user }: RequestedOrder,
): Rejection | undefined {
  if (state.institutional.size === 0) return undefined;
  const isClosing = instrument.isFutures && !mayOpen(command);
  return orderRefusal(state, user, instrument, { isBuy: command.side === "buy", isClosing });
}

/** Whether the account level allows the instrument: basic accounts trade no inverse futures. */
export function isAllowedAtLevel(user: User, instrument: Instrument): boolean {
  return !instrument.isInverse || !user.isUnified || isAdvanced(user.level);
}

/** Checks that the user may place the order in the instrument now. */
function accessRefusal(state: State, placing: RequestedOrder): Rejection | undefined {
  const { command, instrument, user } = placing;
  if (instrument.realm !== user.realm) return "realm_mismatch";
  if (!isAllowedAtLevel(user, instrument)) return "account_level_too_low";
  if (instrument.status !== "online" || hasEnded(instrument, state.timeMs)) {
    const isQuote = command.timeInForce === "post_only";
    const refusal = statusRefusal(state, instrument, { isClosing: !mayOpen(command), isQuote });
    if (refusal !== undefined) return refusal;
  }
  return isLiquidating(state, user, instrument) ? "account_liquidating" : undefined;
}

/** Refuses what opens a position or trades on spot while the user's trading is frozen. */
function freezeRefusal({ command, instrument, user }: RequestedOrder): Rejection | undefined {
  if (user.freezes === 0 || !isTradingFrozen(user)) return undefined;
  return instrument.isFutures && !mayOpen(command) ? undefined : "account_frozen";
}

/** Checks price, size and quote amount: present if the order type needs them, and in range. */
function formRefusal(
  state: State,
  instrument: Instrument,
  command: PlaceOrder,
): Rejection | undefined {
  const isPriced = hasPrice(command.orderType);
  const isBuy = command.side === "buy";
  if (!isPriced && instrument.isFutures && state.prices[instrument.index]?.mark === 0) {
    return "mark_price_missing";
  }
  if (isPriced) {
    const refusal = checkPrice(state, instrument, isBuy, command.price);
    if (refusal !== undefined) return refusal;
  } else if (command.price !== NO_PRICE) {
    return "price_out_of_range";
  }
  const isByQuote = !isPriced && isBuy && !instrument.isFutures;
  if (!isByQuote) {
    const { price, size } = command;
    const isClosing = instrument.isFutures && !mayOpen(command);
    const sizeRefusal = checkSize(instrument, { size, price, isClosing });
    if (sizeRefusal !== undefined) return sizeRefusal;
    return command.quoteAmount === 0n ? undefined : "amount_not_positive";
  }
  if (command.size !== 0 || command.quoteAmount <= 0n) return "amount_not_positive";
  return command.quoteAmount < instrument.valueMin ? "value_below_minimum" : undefined;
}

/** Checks exits; only orders that open or buy on spot have them (auth-and-errors.md, 25612). */
function exitsRefusal(state: State, placing: RequestedOrder): Rejection | undefined {
  const { command, instrument, user } = placing;
  if (command.exits === undefined) return undefined;
  const exits = exitsOf(command.exits);
  if (!hasExits(exits)) return "exits_missing";
  const isBuy = command.side === "buy";
  const isOpening = instrument.isFutures ? mayOpen(command) : isBuy;
  if (!isOpening) return "exits_not_allowed";
  const reference = command.price === NO_PRICE ? undefined : command.price;
  const priceRefusal = checkExits(state, instrument, { isLong: isBuy, reference }, exits);
  return priceRefusal ?? checkPlanCount(state, user, 2);
}

/** Checks that a spot order names no position and no mode, and the number of open spot orders. */
function spotRefusal(user: User, command: PlaceOrder): Rejection | undefined {
  if (command.opening !== undefined) return "margin_mode_not_allowed";
  if (command.positionSide !== "net") return "position_side_not_allowed";
  if (command.reduceOnly) return "reduce_only_not_allowed";
  return isAtSpotOrderLimit(user) ? "open_orders_limit_reached" : undefined;
}

/**
 * Checks a futures order: delivery, end of opening, position side, order and position counts. An
 * immediate order that can only close does not count as an open order, so that a stop-loss executes
 * however many orders rest.
 */
function futuresRefusal(state: State, placing: RequestedOrder): Rejection | undefined {
  const { command, instrument, user } = placing;
  if (command.margin !== undefined) return "margin_not_supported";
  const isOpening = mayOpen(command);
  if (isOpening) {
    if (deliveryPhaseOf(instrument, state.timeMs) === "near") return "delivery_near";
    if (hasOpeningEnded(instrument.limits, state.timeMs)) return "opening_ended";
  }
  const refusal = positionSideRefusal(state, placing);
  if (refusal !== undefined) return refusal;
  const isCounted = isOpening || !isImmediate(command);
  if (isCounted && isAtFuturesOrderLimit(state, user, instrument)) {
    return "open_orders_limit_reached";
  }
  const isAtLimit = isOpening && isAtPositionLimit(state, placing);
  return isAtLimit ? "positions_limit_reached" : undefined;
}

/** Checks position side and reduce-only by the position mode (Place Order rules 1 to 4). */
function positionSideRefusal(state: State, placing: RequestedOrder): Rejection | undefined {
  const { command, instrument, row, user } = placing;
  const isBuy = command.side === "buy";
  const side = indexIn(POSITION_SIDES, command.positionSide);
  const positions = state.positions;
  const position = positionAt(row, closedSide(isBuy));
  const held = row === 0 ? 0 : positions.size.get(position);
  if (isHedgeIn(user, instrument)) {
    if (side === 0) return "position_side_required";
    if (command.reduceOnly) return "reduce_only_not_allowed";
    if (!isHedgeClose(side, isBuy)) return undefined;
    if (held === 0) return "no_position";
    const closable = held - positions.closingLots.get(position);
    return command.size > closable ? "insufficient_position" : undefined;
  }
  if (side !== 0) return "position_side_not_allowed";
  if (!command.reduceOnly) return undefined;
  if (held === 0) return "reduce_only_without_position";
  return command.size > held ? "reduce_only_exceeds_position" : undefined;
}
