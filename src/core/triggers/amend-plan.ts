/** Amends a pending plan. The plan keeps its id and waits again, as seen from the price now. */

import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import type { OrderType } from "../base/vocabulary.ts";
import { hasPrice, PLAN_KIND_TRAITS } from "../base/word-traits.ts";
import type { AmendPlan } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { watchPlan } from "../plans/admit-plan.ts";
import { checkExits, checkTrigger } from "../plans/exit-checks.ts";
import {
  areSameExits,
  exitsAfter,
  hasExits,
  isPositionBound,
  isWholePosition,
  type Plan,
  type PlanTerms,
} from "../plans/plan.ts";
import { emitPlanAmended } from "../plans/plan-events.ts";
import { type Emit, instrumentAt, ordinaryUser, type State, userAt } from "../state.ts";
import { findPlan } from "./find-plan.ts";
import {
  checkCallback,
  checkInstrument,
  checkPlanPrice,
  checkPlanSize,
  heldAgainst,
  isClosing,
} from "./plan-checks.ts";

/** Whether a plan with the order type states a quote amount: a spot market buy, but for exits. */
function isByQuote({ isFutures }: Instrument, plan: Plan, orderType: OrderType): boolean {
  return !isFutures && plan.side === "buy" && !isPositionBound(plan.kind) && !hasPrice(orderType);
}

/** Returns the terms after the change; size and quote amount do not survive a change of the two. */
function termsAfter(instrument: Instrument, plan: Plan, command: AmendPlan): PlanTerms {
  const old = plan.terms;
  const orderType = command.orderType === "keep" ? old.orderType : command.orderType;
  const staysSized =
    isByQuote(instrument, plan, orderType) === isByQuote(instrument, plan, old.orderType);
  const kept = staysSized ? old : { size: ZERO_LOTS, quoteAmount: ZERO_ATOMS };
  const price = command.price === NO_PRICE && hasPrice(orderType) ? old.price : command.price;
  return {
    triggerBy: command.triggerBy === "keep" ? old.triggerBy : command.triggerBy,
    triggerPrice: command.triggerPrice === NO_PRICE ? old.triggerPrice : command.triggerPrice,
    callbackE4: command.callbackE4 === 0 ? old.callbackE4 : command.callbackE4,
    orderType,
    price,
    size: command.size === 0 || isWholePosition(plan.kind) ? kept.size : command.size,
    quoteAmount: command.quoteAmount === 0n ? kept.quoteAmount : command.quoteAmount,
    exits: exitsAfter(old.exits, command.exits),
  };
}

function isSame(a: PlanTerms, b: PlanTerms): boolean {
  const names = [
    "triggerBy",
    "triggerPrice",
    "callbackE4",
    "orderType",
    "price",
    "size",
    "quoteAmount",
  ] as const;
  return names.every((name) => a[name] === b[name]) && areSameExits(a.exits, b.exits);
}

/** Checks that the exit of a position is on its side of the price and within the position. */
function checkBound(
  state: State,
  instrument: Instrument,
  plan: Plan,
  terms: PlanTerms,
): Rejection | undefined {
  const isLong = plan.side === "sell";
  const { price, triggerBy, triggerPrice } = terms;
  const exit = { trigger: triggerPrice, by: triggerBy, price };
  const side = PLAN_KIND_TRAITS[plan.kind].exit;
  const none = { ...exit, trigger: NO_PRICE, price: NO_PRICE };
  const exits = side === "profit" ? { profit: exit, loss: none } : { profit: none, loss: exit };
  const exitRefusal =
    side === "neither"
      ? undefined
      : checkExits(state, instrument, { isLong, reference: undefined }, exits);
  if (exitRefusal !== undefined) return exitRefusal;
  if (!instrument.isFutures || terms.size === plan.terms.size) return undefined;
  const { held } = heldAgainst(state, plan.user, plan.instrument, !isLong);
  return terms.size > held ? "insufficient_position" : undefined;
}

function checkTerms(
  state: State,
  instrument: Instrument,
  plan: Plan,
  terms: PlanTerms,
): Rejection | undefined {
  const instrumentRefusal = checkInstrument(state, userAt(state, plan.user), instrument);
  if (instrumentRefusal !== undefined) return instrumentRefusal;
  if (isSame(plan.terms, terms)) return "plan_not_changed";
  const isBuy = plan.side === "buy";
  const order = { isByQuote: isBuy && !isPositionBound(plan.kind), isClosing: isClosing(plan) };
  const refusal =
    checkTrigger(state, instrument, terms) ??
    checkCallback(plan.kind, terms) ??
    checkPlanPrice(instrument, terms) ??
    (isWholePosition(plan.kind) ? undefined : checkPlanSize(instrument, order, terms)) ??
    (isPositionBound(plan.kind) ? checkBound(state, instrument, plan, terms) : undefined);
  if (refusal !== undefined || !hasExits(terms.exits)) return refusal;
  if (isPositionBound(plan.kind) || isClosing(plan)) return "exits_not_allowed";
  if (!instrument.isFutures && !isBuy) return "exits_not_allowed";
  const reference = hasPrice(terms.orderType) ? terms.price : terms.triggerPrice;
  return checkExits(state, instrument, { isLong: isBuy, reference }, terms.exits);
}

/**
 * Emits `plan_amended`, then `plan_activated` or `plan_fired` if the new trigger is already
 * reached; or `command_rejected`. A trailing plan that was tracking waits for its trigger again.
 */
export function amendPlan(state: State, command: AmendPlan, emit: Emit): void {
  if (ordinaryUser(state, command.user) === undefined) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  const plan = findPlan(state, command);
  if (plan === undefined) return rejectCommand(state, command.user, "plan_not_found", emit);
  if (plan.phase === "fired") return rejectCommand(state, command.user, "plan_fired", emit);
  const instrument = instrumentAt(state, plan.instrument);
  const terms = termsAfter(instrument, plan, command);
  const refusal = checkTerms(state, instrument, plan, terms);
  if (refusal !== undefined) return rejectCommand(state, command.user, refusal, emit);
  // The amendment is accepted: nothing below may reject.
  assert(plan.user === command.user, "a user amends an own plan");
  assert(
    !isWholePosition(plan.kind) || terms.size === 0,
    "a plan for a whole position has no size",
  );
  state.outcome.id = plan.id;
  state.plans.leave(plan);
  plan.terms = terms;
  emitPlanAmended(plan, emit);
  watchPlan(state, plan, emit);
}
