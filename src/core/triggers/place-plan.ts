/** Places a plan: normal, trailing, or the trailing exit of a position. */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { CLIENT_ORDER_ID_LENGTH_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { hasPrice, PLAN_KIND_TRAITS } from "../base/word-traits.ts";
import type { PlacePlan } from "../commands/commands.ts";
import { exitsOf, NO_EXITS } from "../commands/exits.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { changeToMode, emitMode } from "../margin/margin-mode.ts";
import { admitPlans, newPlan } from "../plans/admit-plan.ts";
import { checkExits, checkPlanCount, checkTrigger } from "../plans/exit-checks.ts";
import { hasExits, isPositionBound, type PlanTerms, sizingPriceOf } from "../plans/plan.ts";
import { ensureRow } from "../positions/exposure.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import {
  checkBacking,
  checkCallback,
  checkClientId,
  checkInstrument,
  checkPlanPrice,
  checkPlanSize,
  checkSide,
  heldAgainst,
  isClosing,
} from "./plan-checks.ts";

function termsOf(command: PlacePlan): PlanTerms {
  const { callbackE4, orderType, price, quoteAmount, size, triggerBy, triggerPrice } = command;
  const exits = command.exits === undefined ? NO_EXITS : exitsOf(command.exits);
  return { triggerBy, triggerPrice, callbackE4, orderType, price, size, quoteAmount, exits };
}

/** Checks that the position that a trailing exit closes exists and is large enough. */
function checkMoving(state: State, command: PlacePlan): Rejection | undefined {
  if (!isClosing(command)) return "position_side_required";
  const isBuy = command.side === "buy";
  const { held } = heldAgainst(state, command.user, command.instrument, isBuy);
  if (held === 0) return "no_position";
  return command.size > held ? "insufficient_position" : undefined;
}

function checkPlan(
  state: State,
  user: User,
  instrument: Instrument,
  { command, terms }: { readonly command: PlacePlan; readonly terms: PlanTerms },
): Rejection | undefined {
  const { margin } = command;
  const isBuy = command.side === "buy";
  if (!PLAN_KIND_TRAITS[command.planKind].isPlacedOnSpot && !instrument.isFutures)
    return "instrument_not_futures";
  if (command.opening !== undefined && !instrument.isFutures) return "margin_mode_not_allowed";
  const refusal =
    checkInstrument(state, user, instrument) ??
    (margin === undefined ? undefined : checkBacking(state, user, instrument, margin)) ??
    checkClientId(state, user, command.clientOrderId) ??
    checkTrigger(state, instrument, terms) ??
    checkCallback(command.planKind, terms) ??
    checkPlanPrice(instrument, terms) ??
    checkPlanSize(instrument, { isByQuote: isBuy, isClosing: isClosing(command) }, terms) ??
    checkSide(user, instrument, command) ??
    (isPositionBound(command.planKind) ? checkMoving(state, command) : undefined);
  if (refusal !== undefined) return refusal;
  if (hasExits(terms.exits)) {
    if (isClosing(command) || (!instrument.isFutures && !isBuy)) return "exits_not_allowed";
    const reference = hasPrice(terms.orderType) ? terms.price : terms.triggerPrice;
    const exitRefusal = checkExits(state, instrument, { isLong: isBuy, reference }, terms.exits);
    if (exitRefusal !== undefined) return exitRefusal;
  }
  return checkPlanCount(state, user, 1);
}

/**
 * Emits `margin_mode_changed` if the plan opens in another mode, `plan_accepted`, then
 * `plan_activated` or `plan_fired` if the trigger is already reached; or `command_rejected`. A plan
 * reserves no margin: funds are checked when its order is placed.
 */
export function placePlan(state: State, command: PlacePlan, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) {
    return rejectCommand(state, user.index, "instrument_not_found", emit);
  }
  assert(
    command.clientOrderId.length <= CLIENT_ORDER_ID_LENGTH_MAX,
    "the gateway bounds client order ids",
  );
  const terms = termsOf(command);
  const refusal = checkPlan(state, user, instrument, { command, terms });
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  const { opening } = command;
  if (opening !== undefined && !isClosing(command)) {
    const row = ensureRow(state, user, instrument);
    const change = changeToMode(state, { user, instrument, row }, opening.marginMode);
    if (typeof change === "string") return rejectCommand(state, user.index, change, emit);
    if (change !== undefined) emitMode(state, row, change, emit);
  }
  // The plan is accepted: nothing below may reject.
  const plan = newPlan(state, {
    user: user.index,
    instrument: instrument.index,
    kind: command.planKind,
    side: command.side,
    timeInForce: command.timeInForce,
    positionSide: command.positionSide,
    reduceOnly: command.reduceOnly,
    stpMode: command.stpMode,
    source: command.source,
    backing: command.margin?.backing ?? "default",
    clientOrderId: command.clientOrderId,
    parentOrderId: 0,
    sizingPriceE6: sizingPriceOf(instrument.isInverse, terms, command.sizing),
    terms,
  });
  state.outcome.id = plan.id;
  admitPlans(state, [plan], emit);
}
