/** Take-profit and stop-loss of a position that is held. */
import type { User } from "../accounts/user.ts";
import type { PlaceExits } from "../commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Lots } from "../money/units.ts";
import { admitExits, newPlan } from "../plans/admit-plan.ts";
import { positionPlans } from "../plans/cancel-plans.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { type Exit, exitsOf, exitTerms, hasExits } from "../plans/plan.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import { rejectCommand } from "../reject-command.ts";
import type { Rejection } from "../rejections.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import type { PlanKind } from "../vocabulary.ts";
import { checkClientId, checkInstrument, checkPlanSize, heldAgainst } from "./plan-checks.ts";

/** One of the two: what it closes, and when. */
type Leg = {
  readonly kind: PlanKind;
  readonly exit: Exit;
  readonly size: Lots;
  readonly clientOrderId: string;
};

/** The legs that the command asks for: of a part, or, with size 0, of the whole position. */
function legsOf(command: PlaceExits): Leg[] {
  const { loss, profit } = exitsOf(command);
  const legs: Leg[] = [
    {
      kind: command.profitSize === 0 ? "position_profit" : "profit",
      exit: profit,
      size: command.profitSize,
      clientOrderId: command.profitClientOrderId,
    },
    {
      kind: command.lossSize === 0 ? "position_loss" : "loss",
      exit: loss,
      size: command.lossSize,
      clientOrderId: command.lossClientOrderId,
    },
  ];
  return legs.filter(({ exit }) => exit.trigger !== 0);
}

/** One take-profit and one stop-loss may stand for the whole of a position. */
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
    return checkPlanSize(instrument, !isLong, exitTerms(leg.exit, leg.size));
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
  const unfit = checkInstrument(state, user, instrument);
  if (unfit !== undefined) return unfit;
  if (command.positionSide === "net") return "position_side_required";
  const isLong = command.positionSide === "long";
  const exits = exitsOf(command);
  if (!hasExits(exits)) return "exits_missing";
  const { held } = heldAgainst(state, user.index, instrument.index, !isLong);
  if (held === 0) return "no_position";
  return checkExits(state, instrument, { isLong, reference: undefined }, exits);
}

function checkLegs(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceExits,
): Rejection | undefined {
  const legs = legsOf(command);
  for (const leg of legs) {
    const refusal =
      checkClientId(state, user, leg.clientOrderId) ?? checkLeg(state, instrument, command, leg);
    if (refusal !== undefined) return refusal;
  }
  const [one, other] = legs.map(({ clientOrderId }) => clientOrderId);
  if (one !== "" && one === other) return "duplicate_client_order_id";
  return checkPlanCount(state, user, legs.length);
}

/**
 * Emits `plan_accepted` for each leg, or `command_rejected`. The outcome's id is that of the first
 * leg, its items are both.
 */
export function placeExits(state: State, command: PlaceExits, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) {
    return rejectCommand(state, user.index, "instrument_not_found", emit);
  }
  const refusal =
    checkPosition(state, user, instrument, command) ?? checkLegs(state, user, instrument, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  // From here on the plans must be taken in: nothing below may reject.
  const isHedged = isHedgeIn(user, instrument);
  const plans = legsOf(command).map((leg) =>
    newPlan(state, {
      user: user.index,
      instrument: instrument.index,
      kind: leg.kind,
      side: command.positionSide === "long" ? "sell" : "buy",
      timeInForce: "gtc",
      positionSide: isHedged ? command.positionSide : "net",
      reduceOnly: !isHedged,
      stpMode: command.stpMode,
      source: command.source,
      backing: "default",
      clientOrderId: leg.clientOrderId,
      parentOrderId: 0,
      terms: exitTerms(leg.exit, leg.size),
    }),
  );
  admitExits(state, plans, emit);
}
