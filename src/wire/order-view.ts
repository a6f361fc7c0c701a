/** Common shape of orders of the live projection, of the history and of events. */
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../core/money/units.ts";
import type { OrderRow } from "../projections/history/tables.ts";
import { type LiveOrder, NO_CURRENCY, type OrderStatus } from "../projections/live/live-order.ts";
import type { LivePlan } from "../projections/live/live-plan.ts";
import { exitsFromText } from "../projections/live/order-exits.ts";
import { IS_PLAN_PENDING } from "../projections/live/plan-status.ts";

/** Fields of an order that wire rows read. A `LiveOrder` is an `OrderView` without a copy. */
export type OrderView = Omit<LiveOrder, "lastFill" | "seq">;

/** The history stores `live` for an order that has no fill yet. */
const STATUS_OF_ROW: Readonly<Record<OrderRow["status"], OrderStatus>> = {
  live: "new",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "cancelled",
};

/** Returns an order of the history as a view. */
export function orderViewOfRow(row: OrderRow): OrderView {
  const { id, closedBy: _by, closedSeq: _seq, closeReason, exits, status, ...terms } = row;
  return {
    ...terms,
    orderId: id,
    exits: exitsFromText(exits),
    status: STATUS_OF_ROW[status],
    closeReason: closeReason === "none" ? undefined : closeReason,
  };
}

/**
 * Returns a plan as an order of tpsl lists; `placed` is the order that it placed, if any. Without
 * one, only a plan that was cancelled has a reason: a failed plan has been refused at its trigger.
 */
export function orderViewOfPlan(plan: LivePlan, placed: OrderView | undefined): OrderView {
  const isPending = IS_PLAN_PENDING[plan.status];
  const planFields = {
    orderId: plan.planId,
    clientOrderId: plan.clientOrderId,
    source: plan.source,
    createdAtMs: plan.createdAtMs,
    updatedAtMs: plan.updatedAtMs,
  };
  if (placed !== undefined) return { ...placed, ...planFields };
  return {
    ...planFields,
    user: plan.user,
    instrument: plan.instrument,
    side: plan.side,
    orderType: plan.orderType,
    timeInForce: plan.timeInForce,
    positionSide: plan.positionSide,
    reduceOnly: plan.reduceOnly,
    stpMode: plan.stpMode,
    price: plan.price,
    size: plan.size,
    quoteAmount: plan.quoteAmount,
    filled: ZERO_LOTS,
    filledNotional: ZERO_ATOMS,
    fillPriceMin: NO_PRICE,
    fillPriceMax: NO_PRICE,
    feeTotal: ZERO_ATOMS,
    feeCurrency: NO_CURRENCY,
    remaining: plan.size,
    realisedPnl: ZERO_ATOMS,
    leverage: 0,
    marginMode: "crossed",
    backing: "default",
    loanType: "normal",
    sizingPriceE6: plan.sizingPriceE6,
    exits: exitsOfPlan(plan),
    status: isPending ? "new" : "cancelled",
    closeReason: plan.status === "cancelled" ? "user_cancelled" : undefined,
  };
}

function exitsOfPlan(plan: LivePlan): OrderView["exits"] {
  const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger } = plan;
  return { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger };
}
