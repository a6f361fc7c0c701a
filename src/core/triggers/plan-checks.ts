/** Checks that all plans share. They change no state. */

import { isClientIdKept } from "../accounts/closed-client-ids.ts";
import type { User } from "../accounts/user.ts";
import { CALLBACK_E4_MAX, CALLBACK_E4_MIN } from "../base/limits.ts";
import { positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, type PlanKind, POSITION_SIDES, type PositionSide } from "../base/vocabulary.ts";
import { BACKING_TRAITS, hasPrice, isTrading } from "../base/word-traits.ts";
import { accessRefusal } from "../borrowing/debt-refusal.ts";
import type { MarginTerms } from "../commands/commands.ts";
import { haltRefusal } from "../instruments/delivery-terms.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { isLiquidating } from "../margin/liquidating.ts";
import { type Lots, lots, NO_PRICE, ZERO_LOTS } from "../money/units.ts";
import { checkSize } from "../orders/order-checks.ts";
import { isTrailing, type PlanTerms } from "../plans/plan.ts";
import { isHedgeClose } from "../positions/closing-order.ts";
import { closedSide, isHedgeIn } from "../positions/exposure.ts";
import type { State } from "../state.ts";

/** Checks that an instrument accepts plans of a user now. */
export function checkInstrument(
  state: State,
  user: User,
  instrument: Instrument,
): Rejection | undefined {
  if (instrument.realm !== user.realm) return "realm_mismatch";
  if (!isTrading(instrument.status)) return haltRefusal(instrument, state.timeMs);
  return isLiquidating(state, user, instrument) ? "account_liquidating" : undefined;
}

/**
 * Checks that a user may have plans in an instrument that place orders of category MARGIN. Limits
 * of borrowing are checked when the order is placed.
 */
export function checkBacking(
  state: State,
  user: User,
  instrument: Instrument,
  terms: MarginTerms,
): Rejection | undefined {
  const isOfUnified =
    BACKING_TRAITS[terms.backing].lender === "unified_account" && terms.loanType === "normal";
  if (instrument.isFutures || !isOfUnified) return "margin_not_supported";
  return accessRefusal(state, user, instrument);
}

/** Checks that no pending or lately closed plan of the user has the client id. */
export function checkClientId(state: State, user: User, id: string): Rejection | undefined {
  const isTaken =
    state.plans.findByClientId(user.index, id) !== undefined ||
    isClientIdKept(user, "plan", id, state.timeMs);
  return isTaken ? "duplicate_client_order_id" : undefined;
}

/** Checks the price of the order that a plan places: none for market, in range for limit. */
export function checkPlanPrice(
  instrument: Instrument,
  terms: Pick<PlanTerms, "orderType" | "price">,
): Rejection | undefined {
  const { orderType, price } = terms;
  if (!hasPrice(orderType)) return price === NO_PRICE ? undefined : "price_out_of_range";
  if (price === NO_PRICE) return "price_missing";
  return price > instrument.priceTicksMax ? "price_out_of_range" : undefined;
}

/**
 * Checks size or quote amount of a plan against the instrument's bounds. A spot market buy states
 * its quote amount; an exit that buys back a sold quantity states its size. `isClosing`: the plan
 * can only close a position.
 */
export function checkPlanSize(
  instrument: Instrument,
  order: { readonly isByQuote: boolean; readonly isClosing: boolean },
  terms: PlanTerms,
): Rejection | undefined {
  const isMarket = !hasPrice(terms.orderType);
  if (isMarket && order.isByQuote && !instrument.isFutures) {
    if (terms.size !== 0 || terms.quoteAmount <= 0n) return "amount_not_positive";
    return terms.quoteAmount < instrument.valueMin ? "value_below_minimum" : undefined;
  }
  if (terms.quoteAmount !== 0n) return "amount_not_positive";
  const price = isMarket ? NO_PRICE : terms.price;
  const isClosing = instrument.isFutures && order.isClosing;
  return checkSize(instrument, { size: terms.size, price, isClosing });
}

/** Checks the callback ratio: 1 to 10 % for trailing kinds, none for others. */
export function checkCallback(kind: PlanKind, terms: PlanTerms): Rejection | undefined {
  const { callbackE4, orderType } = terms;
  if (!isTrailing(kind)) return callbackE4 === 0 ? undefined : "callback_out_of_range";
  if (callbackE4 < CALLBACK_E4_MIN || callbackE4 > CALLBACK_E4_MAX) return "callback_out_of_range";
  return hasPrice(orderType) ? "price_out_of_range" : undefined;
}

/** Checks position side and reduce-only against the position mode (Place Order rules 1 and 2). */
export function checkSide(
  user: User,
  instrument: Instrument,
  terms: { readonly positionSide: PositionSide; readonly reduceOnly: boolean },
): Rejection | undefined {
  const isHedged = instrument.isFutures && isHedgeIn(user, instrument);
  if (isHedged && terms.positionSide === "net") return "position_side_required";
  if (!isHedged && terms.positionSide !== "net") return "position_side_not_allowed";
  if (!terms.reduceOnly) return undefined;
  return isHedged || !instrument.isFutures ? "reduce_only_not_allowed" : undefined;
}

/** Whether an order of these terms can only close. */
export function isClosing(terms: {
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly side: "buy" | "sell";
}): boolean {
  const side = indexIn(POSITION_SIDES, terms.positionSide);
  return terms.reduceOnly || isHedgeClose(side, terms.side === "buy");
}

/**
 * Returns the size of the position that orders of a side close, and the part that resting closing
 * orders have not reserved, both in lots.
 */
export function heldAgainst(
  state: State,
  user: number,
  instrument: number,
  isBuy: boolean,
): { readonly held: Lots; readonly free: Lots } {
  const { positions } = state;
  const row = positions.find(user, instrument);
  if (row === 0) return { held: ZERO_LOTS, free: ZERO_LOTS };
  const position = positionAt(row, closedSide(isBuy));
  const held = positions.size.get(position);
  return { held, free: lots(held - positions.closingLots.get(position)) };
}
