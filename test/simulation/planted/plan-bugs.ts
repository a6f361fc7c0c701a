/** Bugs of plans, their triggers and the exits of orders and positions. */
import type { PlantedBug } from "./planted-bug.ts";

export const PLAN_BUGS: readonly PlantedBug[] = [
  {
    name: "a change of one exit takes the other away",
    file: "core/plans/plan.ts",
    find: "loss: change.setsLoss ? loss : old.loss,",
    replace: "loss,",
  },
  {
    name: "a change of price leaves the exits as they were",
    file: "core/orders/amend-order.ts",
    find: 'if (command.kind === "amend_order_with_exits") changeExits(',
    replace: "if (command.price < 0) changeExits(",
  },
  {
    name: "exits of an order that is partly filled still change",
    file: "core/orders/change-exits.ts",
    find: "orders.filled(slot) > 0) return",
    replace: "orders.filled(slot) < 0) return",
  },
  {
    name: "an order whose exits were taken away still says that it has some",
    file: "core/orders/change-exits.ts",
    find: "flags & ~EXITS_BIT",
    replace: "flags",
  },
  {
    name: "exits of an order lie around the last price",
    file: "core/orders/change-exits.ts",
    find: "reference: price }",
    replace: "reference: undefined }",
  },
  {
    name: "a waiting plan needs a price beyond its trigger",
    file: "core/plans/price-watch.ts",
    find: "(price - plan.terms.triggerPrice) * sign < 0) break;",
    replace: "(price - plan.terms.triggerPrice) * sign <= 0) break;",
  },
  {
    name: "plans of one trigger come newest first",
    file: "core/plans/plan-heap.ts",
    find: "return gap === 0 ? one.id < other.id : gap < 0;",
    replace: "return gap === 0 ? one.id > other.id : gap < 0;",
  },
  {
    name: "a trailing plan never raises its best price",
    file: "core/plans/trail-tracker.ts",
    find: "merged.best = price;",
    replace: "",
  },
  {
    name: "a retreat is rounded towards the best price",
    file: "core/plans/trail-tracker.ts",
    find: "Math.floor((best * (E4 - callbackE4)) / E4)",
    replace: "Math.ceil((best * (E4 - callbackE4)) / E4)",
  },
  {
    name: "a stale index fires plans by mark",
    file: "core/plans/observe-price.ts",
    find: "if (!isIndexFresh(state, index)) return;",
    replace: "",
  },
  {
    name: "plans of a halted instrument are placed",
    file: "core/triggers/execute-plans.ts",
    find: 'if (instrument.status !== "online") continue;',
    replace: "",
  },
  {
    name: "exits outlive their position",
    file: "core/orders/execute-order.ts",
    find: "      cancelPositionPlans(",
    replace: "      if (side < 0) cancelPositionPlans(",
  },
  {
    name: "exits placed together both execute",
    file: "core/triggers/execute-plans.ts",
    find: "if (other !== undefined) endPlan",
    replace: "if (other !== undefined && twin < 0) endPlan",
  },
  {
    name: "a whole-position exit keeps the size it had",
    file: "core/triggers/execute-plans.ts",
    find: "isWholePosition(plan.kind) ? closable",
    replace: "isWholePosition(plan.kind) ? (1 as Lots)",
  },
  {
    name: "exits protect the whole of a fill that flips a position",
    file: "core/settlement/settle-fill.ts",
    find: "fill.openedSize = (size - closing) as Lots;",
    replace: "fill.openedSize = size;",
  },
  {
    name: "later fills of an order are not protected",
    file: "core/plans/order-exits.ts",
    find: "size: (plan.terms.size + size) as Lots",
    replace: "size: plan.terms.size",
  },
  {
    name: "a replaced order loses its exits",
    file: "core/orders/replace-order.ts",
    find: 'command.kind === "replace_order" ? kept :',
    replace: 'command.kind === "replace_order" ? NO_EXITS :',
  },
  {
    name: "a changed trailing plan keeps its old place",
    file: "core/triggers/amend-plan.ts",
    find: "state.plans.leave(plan);",
    replace: 'if (plan.phase === "waiting") state.plans.leave(plan);',
  },
  {
    name: "a snapshot leaves out the best price of a trailing plan",
    file: "core/plans/plan-encoding.ts",
    find: "out.varint(plan.group?.best ?? 0);",
    replace: "out.varint(plan.terms.triggerPrice);",
  },
  {
    name: "a position mode is switched under plans",
    file: "core/margin/change-settings.ts",
    find: "if (isInScope(plan.instrument)) return true;",
    replace: "if (isInScope(plan.instrument)) return false;",
  },
  {
    name: "the pending plans of a user have no limit",
    file: "core/plans/exit-checks.ts",
    find: "count + more > user.openOrdersMax",
    replace: "count + more > 10_000",
  },
];
