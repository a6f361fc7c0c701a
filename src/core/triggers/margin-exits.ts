/** Checks take-profits and stop-losses of quantities that a unified account traded on margin. */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import type { PlaceExits } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { exitsOf, exitTerms, hasExits } from "../plans/plan.ts";
import type { State } from "../state.ts";
import { checkLegIds, legsOf } from "./exit-legs.ts";
import { checkBacking, checkInstrument, checkPlanSize } from "./plan-checks.ts";

/**
 * Returns why exits on margin are refused. They reserve nothing: whether their order may borrow is
 * checked when it is placed.
 */
export function checkMarginExits(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceExits,
): Rejection | undefined {
  const { margin } = command;
  assert(margin !== undefined, "exits on margin say what they draw on");
  const { backing, side } = margin;
  const exits = exitsOf(command);
  const legs = legsOf(command);
  const position = { isLong: side === "sell", reference: undefined };
  const refusal =
    checkInstrument(state, user, instrument) ??
    checkBacking(state, user, instrument, { backing, loanType: "normal" }) ??
    (command.positionSide === "net" ? undefined : "position_side_not_allowed") ??
    checkLegIds(state, user, legs) ??
    (hasExits(exits) ? checkExits(state, instrument, position, exits) : "exits_missing");
  if (refusal !== undefined) return refusal;
  for (const { exit, size } of legs) {
    const order = { isByQuote: false, isClosing: false };
    const sizeRefusal = checkPlanSize(instrument, order, exitTerms(exit, size));
    if (sizeRefusal !== undefined) return sizeRefusal;
  }
  return checkPlanCount(state, user, legs.length);
}
