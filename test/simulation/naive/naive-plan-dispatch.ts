/** Which command of plans does what. */
import { unreachable } from "../../../src/core/base/assert.ts";
import type { Command } from "../../../src/core/commands/commands.ts";
import {
  amendPlan,
  cancelPlan,
  cancelPlans,
  placeExits,
  placePlan,
} from "./naive-plan-commands.ts";
import type { NaiveState } from "./naive-state.ts";

type PlanKind = "place_plan" | "place_exits" | "amend_plan" | "cancel_plan" | "cancel_plans";

export function dispatchPlans(
  state: NaiveState,
  command: Extract<Command, { kind: PlanKind }>,
): void {
  switch (command.kind) {
    case "place_plan":
      return placePlan(state, command);
    case "place_exits":
      return placeExits(state, command);
    case "amend_plan":
      return amendPlan(state, command);
    case "cancel_plan":
      return cancelPlan(state, command);
    case "cancel_plans":
      return cancelPlans(state, command);
    default:
      return unreachable(command);
  }
}
