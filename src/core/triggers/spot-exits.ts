/** Checks take-profits and stop-losses of quantities of a spot pair, on margin or not. */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import type { OrderBacking } from "../base/vocabulary.ts";
import type { PlaceExits } from "../commands/commands.ts";
import { exitsOf } from "../commands/exits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { checkExits, checkPlanCount } from "../plans/exit-checks.ts";
import { exitTerms, hasExits } from "../plans/plan.ts";
import type { State } from "../state.ts";
import { checkLegIds, legsOf } from "./exit-legs.ts";
import { checkBacking, checkInstrument, checkPlanSize } from "./plan-checks.ts";

/** Checks that a user may sell or buy back in a spot pair what `backing` pays for. */
function checkPayer(
  state: State,
  user: User,
  instrument: Instrument,
  backing: OrderBacking,
): Rejection | undefined {
  if (backing !== "default") {
    return checkBacking(state, user, instrument, { backing, loanType: "normal" });
  }
  return instrument.isFutures ? "margin_not_supported" : undefined;
}

/**
 * Returns why exits of a quantity are refused. They reserve nothing: whether the user has the
 * amount, or may borrow it, is checked when their order is placed.
 */
export function checkSpotExits(
  state: State,
  user: User,
  instrument: Instrument,
  command: PlaceExits,
): Rejection | undefined {
  const { margin } = command;
  assert(margin !== undefined, "exits of a quantity say what pays for them");
  const { backing, side } = margin;
  const exits = exitsOf(command);
  const legs = legsOf(command);
  const position = { isLong: side === "sell", reference: undefined };
  const refusal =
    checkInstrument(state, user, instrument) ??
    checkPayer(state, user, instrument, backing) ??
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
