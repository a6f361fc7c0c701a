/** Ends open orders and plans of a user for the operator. */
import type { User } from "../accounts/user.ts";
import type { OutcomeItem } from "../base/outcome.ts";
import { closeOrder } from "../orders/close-order.ts";
import { endPlan } from "../plans/cancel-plans.ts";
import type { Plan } from "../plans/plan.ts";
import type { Emit, State } from "../state.ts";

/** Ends selected orders in order of creation, at most `max`; returns them. */
export function endOrdersOf(
  state: State,
  user: User,
  selection: { readonly isEnding: (slot: number) => boolean; readonly max: number },
  emit: Emit,
): OutcomeItem[] {
  const { orders } = state;
  const items: OutcomeItem[] = [];
  let slot = user.ordersFirst;
  while (slot !== 0 && items.length < selection.max) {
    const next = orders.userNext(slot);
    if (selection.isEnding(slot)) {
      items.push({
        orderId: orders.id(slot),
        clientOrderId: orders.clientIds.textOf(slot),
        instrument: orders.instrument(slot),
        rejection: undefined,
      });
      closeOrder(state, slot, "operator_cancelled", emit);
    }
    slot = next;
  }
  return items;
}

/** Ends selected plans in id order, at most `max`; returns them. */
export function endPlansOf(
  state: State,
  user: User,
  selection: { readonly isEnding: (plan: Plan) => boolean; readonly max: number },
  emit: Emit,
): OutcomeItem[] {
  const items: OutcomeItem[] = [];
  for (const plan of [...state.plans.ofUser(user.index)]) {
    if (items.length === selection.max) break;
    if (!selection.isEnding(plan)) continue;
    const { clientOrderId, id, instrument } = plan;
    items.push({ orderId: id, clientOrderId, instrument, rejection: undefined });
    endPlan(state, plan, "operator_cancelled", emit);
  }
  return items;
}
