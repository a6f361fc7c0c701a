/** Checks of triggers and exits that orders and plans share. They change no state. */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { Exit, Exits } from "../commands/exits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Ticks } from "../money/units.ts";
import type { State } from "../state.ts";
import { sourcePrice } from "./observe-price.ts";
import type { PlanTerms } from "./plan.ts";

/** Checks that `added` more plans are within the limit of the user's pending plans. */
export function checkPlanCount(state: State, user: User, added: number): Rejection | undefined {
  const count = state.plans.ofUser(user.index).size;
  return count + added > user.openOrdersMax ? "plans_limit_reached" : undefined;
}

/** Checks that a trigger price is within the instrument's range and its source has a price. */
export function checkTrigger(
  state: State,
  instrument: Instrument,
  terms: Pick<PlanTerms, "triggerBy" | "triggerPrice">,
): Rejection | undefined {
  const { triggerBy, triggerPrice } = terms;
  if (triggerPrice < 1 || triggerPrice > instrument.priceTicksMax) {
    return "trigger_price_out_of_range";
  }
  const isKnown = sourcePrice(state, instrument.index, triggerBy) !== 0;
  return isKnown ? undefined : "trigger_price_unknown";
}

/**
 * Checks that a take-profit lies on the gaining side of the reference price and a stop-loss on the
 * losing side (auth-and-errors.md section 8.7). Without a reference price, each exit is compared
 * with the price of its own source.
 */
export function checkExits(
  state: State,
  instrument: Instrument,
  position: { readonly isLong: boolean; readonly reference: Ticks | undefined },
  exits: Exits,
): Rejection | undefined {
  for (const [exit, refusal, sign] of [
    [exits.profit, "take_profit_not_beyond", 1],
    [exits.loss, "stop_loss_not_beyond", -1],
  ] as const) {
    const exitRefusal = checkExit(state, instrument, exit);
    if (exitRefusal !== undefined) return exitRefusal;
    if (exit.trigger === 0) continue;
    const reference = position.reference ?? sourcePrice(state, instrument.index, exit.by);
    if ((exit.trigger - reference) * sign * (position.isLong ? 1 : -1) <= 0) return refusal;
  }
  return undefined;
}

function checkExit(state: State, instrument: Instrument, exit: Exit): Rejection | undefined {
  if (exit.trigger === 0) return exit.price === 0 ? undefined : "exits_missing";
  if (exit.price > instrument.priceTicksMax) return "price_out_of_range";
  return checkTrigger(state, instrument, { triggerBy: exit.by, triggerPrice: exit.trigger });
}
