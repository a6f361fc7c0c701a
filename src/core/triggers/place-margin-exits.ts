/** Take-profit and stop-loss of what a unified account bought or sold on margin. */
import type { User } from "../accounts/user.ts";
import type { PlaceMarginExits } from "../commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { admitExits, newPlan } from "../plans/admit-plan.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { type Exit, exitsOf, exitTerms, hasExits } from "../plans/plan.ts";
import { rejectCommand } from "../reject-command.ts";
import type { Rejection } from "../rejections.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { checkBacking, checkClientId, checkInstrument, checkPlanSize } from "./plan-checks.ts";

type Leg = { readonly kind: "profit" | "loss"; readonly exit: Exit };

function legsOf(command: PlaceMarginExits): Leg[] {
  const { loss, profit } = exitsOf(command);
  const legs: Leg[] = [
    { kind: "profit", exit: profit },
    { kind: "loss", exit: loss },
  ];
  return legs.filter(({ exit }) => exit.trigger !== 0);
}

function check(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceMarginExits,
): Rejection | undefined {
  const { backing, clientOrderId, side } = command;
  const exits = exitsOf(command);
  const legs = legsOf(command);
  const at = { isLong: side === "sell", reference: undefined };
  const refusal =
    checkInstrument(state, user, instrument) ??
    checkBacking(state, user, instrument, { backing, loanType: "normal" }) ??
    checkClientId(state, user, clientOrderId) ??
    (hasExits(exits) ? checkExits(state, instrument, at, exits) : "exits_missing");
  if (refusal !== undefined) return refusal;
  for (const leg of legs) {
    const missized = checkPlanSize(instrument, false, exitTerms(leg.exit, command.size));
    if (missized !== undefined) return missized;
  }
  return checkPlanCount(state, user, legs.length);
}

/**
 * Emits `plan_accepted` for each leg, and what follows where a price is already reached, or
 * `command_rejected`. Nothing is held: whether the order may borrow shows when it is placed. The
 * outcome's id is that of the first leg, its items are both.
 */
export function placeMarginExits(state: State, command: PlaceMarginExits, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) {
    return rejectCommand(state, user.index, "instrument_not_found", emit);
  }
  const refusal = check(state, user, instrument, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  // From here on the plans must be taken in: nothing below may reject.
  const plans = legsOf(command).map((leg, place) =>
    newPlan(state, {
      user: user.index,
      instrument: instrument.index,
      kind: leg.kind,
      side: command.side,
      timeInForce: "gtc",
      positionSide: "net",
      reduceOnly: false,
      stpMode: command.stpMode,
      source: command.source,
      backing: command.backing,
      clientOrderId: place === 0 ? command.clientOrderId : "",
      parentOrderId: 0,
      terms: exitTerms(leg.exit, command.size),
    }),
  );
  admitExits(state, plans, emit);
}
