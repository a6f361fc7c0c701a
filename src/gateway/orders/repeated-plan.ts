/** Recognising plans that a client sends twice. */
import type { CommandOutcome } from "../../core/base/outcome.ts";
import type { CommandDraft, PlacePlan } from "../../core/commands/commands.ts";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import type { LivePlans } from "../../projections/live/live-plans.ts";
import { WITHOUT_EXITS } from "../../projections/live/order-exits.ts";

/** Terms of a plan that a repeat has in common with the first. */
const TERMS = [
  "instrument",
  "planKind",
  "side",
  "timeInForce",
  "positionSide",
  "reduceOnly",
  "stpMode",
  "triggerBy",
  "triggerPrice",
  "callbackE4",
  "orderType",
  "price",
  "size",
  "quoteAmount",
] as const satisfies readonly (keyof LivePlan & keyof PlacePlan)[];

const EXITS = Object.keys(WITHOUT_EXITS) as readonly (keyof typeof WITHOUT_EXITS)[];

function isRepeat(command: PlacePlan, plan: LivePlan): boolean {
  const { exits = WITHOUT_EXITS, margin, opening } = command;
  return (
    TERMS.every((term) => command[term] === plan[term]) &&
    EXITS.every((term) => exits[term] === plan[term]) &&
    plan.backing === (margin?.backing ?? "default") &&
    (opening === undefined || opening.marginMode === plan.marginMode)
  );
}

/**
 * Returns the outcome of a command for the client: a plan that is refused because an equal
 * one is pending under its client id is a repeat of that one, whose id it gets (decision 0058).
 */
export function outcomeOnce(
  plans: LivePlans,
  command: CommandDraft,
  outcome: CommandOutcome,
): CommandOutcome {
  if (command.kind !== "place_plan") return outcome;
  if (outcome.rejection !== "duplicate_client_order_id") return outcome;
  const pending = plans.ownByClientOrderId(command.user, command.clientOrderId);
  if (pending === undefined || !isRepeat(command, pending)) return outcome;
  return { ...outcome, rejection: undefined, id: pending.planId };
}
