/** Cancels the open orders and plans of a user for the operator. */
import { OPERATOR_CANCELS_PER_COMMAND } from "../../core/base/limits.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import { type ActingEngine, refusalOf, submit } from "./admin-command.ts";

type Scope = Pick<DraftOf<"cancel_all_of_user">, "category" | "instrument">;

/**
 * Cancels in as many commands as the user's orders and plans need. A user who places orders
 * meanwhile cannot keep the loop going: the orders that were open at the beginning bound it.
 */
export async function cancelOrdersOf(
  engine: ActingEngine,
  user: number,
  scope: Scope,
): Promise<AdminOutcome<{ readonly orders: number; readonly plans: number }>> {
  const plansMax = engine.state.plans.ofUser(user).size;
  const openMax = engine.live.orders.openCountOf(user) + plansMax;
  let orders = 0;
  let plans = 0;
  do {
    const outcome = await submit(engine, { kind: "cancel_all_of_user", user, ...scope });
    if (outcome.rejection === "no_orders") break;
    if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
    const ended = outcome.items?.length ?? 0;
    orders += outcome.id;
    plans += ended - outcome.id;
    if (ended < OPERATOR_CANCELS_PER_COMMAND) break;
  } while (orders + plans < openMax);
  return { done: { orders, plans } };
}
