/** Places take-profit and stop-loss of an open position, or of a quantity of a spot pair. */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import type { PlaceExits } from "../commands/commands.ts";
import { exitsOf } from "../commands/exits.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { admitExits, newPlan, type PlanDraft } from "../plans/admit-plan.ts";
import { positionPlans } from "../plans/cancel-plans.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { exitTerms, hasExits, sizingPriceOf } from "../plans/plan.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { checkLegIds, type Leg, legsOf } from "./exit-legs.ts";
import { checkClientId, checkInstrument, checkPlanSize, heldAgainst } from "./plan-checks.ts";
import { checkSpotExits } from "./spot-exits.ts";

/** Checks a leg: a whole position has at most one take-profit and one stop-loss. */
function checkLeg(
  state: State,
  instrument: Instrument,
  command: PlaceExits,
  leg: Leg,
): Rejection | undefined {
  const isLong = command.positionSide === "long";
  const { held } = heldAgainst(state, command.user, instrument.index, !isLong);
  if (leg.size > 0) {
    if (leg.size > held) return "insufficient_position";
    const order = { isByQuote: !isLong, isClosing: true };
    return checkPlanSize(instrument, order, exitTerms(leg.exit, leg.size));
  }
  const side = isLong ? LONG : SHORT;
  const plans = positionPlans(state, { user: command.user, instrument: instrument.index, side });
  return plans.some(({ kind }) => kind === leg.kind) ? "position_plan_exists" : undefined;
}

function checkPosition(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceExits,
): Rejection | undefined {
  if (!instrument.isFutures) return "instrument_not_futures";
  const instrumentRefusal = checkInstrument(state, user, instrument);
  if (instrumentRefusal !== undefined) return instrumentRefusal;
  if (command.positionSide === "net") return "position_side_required";
  const isLong = command.positionSide === "long";
  const exits = exitsOf(command);
  if (!hasExits(exits)) return "exits_missing";
  const { held } = heldAgainst(state, user.index, instrument.index, !isLong);
  if (held === 0) return "no_position";
  return checkExits(state, instrument, { isLong, reference: undefined }, exits);
}

/** Returns why exits of a position are refused. */
function checkPositionExits(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceExits,
): Rejection | undefined {
  const refusal = checkPosition(state, user, instrument, command);
  if (refusal !== undefined) return refusal;
  const legs = legsOf(command);
  for (const leg of legs) {
    const legRefusal =
      checkClientId(state, user, leg.clientOrderId) ?? checkLeg(state, instrument, command, leg);
    if (legRefusal !== undefined) return legRefusal;
  }
  return checkLegIds(state, user, legs) ?? checkPlanCount(state, user, legs.length);
}

/** Returns side, position side and backing of the closing orders. */
function closingTerms(
  user: User,
  instrument: Instrument,
  { margin, positionSide }: PlaceExits,
): Pick<PlanDraft, "side" | "positionSide" | "reduceOnly" | "backing"> {
  if (margin !== undefined) return { ...margin, positionSide: "net", reduceOnly: false };
  const isHedged = isHedgeIn(user, instrument);
  return {
    side: positionSide === "long" ? "sell" : "buy",
    positionSide: isHedged ? positionSide : "net",
    reduceOnly: !isHedged,
    backing: "default",
  };
}

/**
 * Emits `plan_accepted` for each leg, then `plan_fired` where a trigger is already reached; or
 * `command_rejected`. The outcome's id is that of the first leg, its items list both.
 */
export function placeExits(state: State, command: PlaceExits, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) {
    return rejectCommand(state, user.index, "instrument_not_found", emit);
  }
  const check = command.margin === undefined ? checkPositionExits : checkSpotExits;
  const refusal = check(state, user, instrument, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  // The exits are accepted: nothing below may reject.
  const terms = closingTerms(user, instrument, command);
  const legs = legsOf(command);
  assert(legs.length > 0, "accepted exits have a trigger");
  const plans = legs.map((leg) => {
    const exit = exitTerms(leg.exit, leg.size);
    return newPlan(state, {
      user: user.index,
      instrument: instrument.index,
      kind: leg.kind,
      side: terms.side,
      timeInForce: "gtc",
      positionSide: terms.positionSide,
      reduceOnly: terms.reduceOnly,
      stpMode: command.stpMode,
      source: command.source,
      backing: terms.backing,
      clientOrderId: leg.clientOrderId,
      parentOrderId: 0,
      sizingPriceE6: sizingPriceOf(instrument.isInverse, exit, command.sizing),
      terms: exit,
    });
  });
  admitExits(state, plans, emit);
}
