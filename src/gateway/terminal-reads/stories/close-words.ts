/** Why orders and plans ended, in words for their owner. */
import type { CloseReason, PlanCancelReason } from "../../../core/base/vocabulary.ts";
import type { OrderRow } from "../../../projections/history/tables.ts";
import type { StepKind } from "./story-step.ts";

type Close = { readonly kind: StepKind; readonly words: string };

const cancelled = (words: string): Close => ({ kind: "cancelled", words });
const expired = (words: string): Close => ({ kind: "expired", words });

const CLOSES: Readonly<Record<CloseReason, Close>> = {
  filled: { kind: "filled", words: "The order is filled." },
  user_cancelled: cancelled("Your request cancelled the order."),
  ioc_remainder: expired(
    "The order was immediate-or-cancel or a market order, and the rest found no fill at its " +
      "price. To wait in the book, place a limit order that is good till cancelled.",
  ),
  fok_unfillable: expired(
    "The order was fill-or-kill, and the book did not hold its whole size at its price. Choose " +
      "a smaller size, a better price, or immediate-or-cancel.",
  ),
  post_only_would_take: expired(
    "The order was post-only, and would have been filled at once. Place it behind the best " +
      "price of the other side, or without post-only.",
  ),
  self_trade: cancelled(
    "Self-trade prevention: the order met an order of your own main account or of a sub-account.",
  ),
  reduce_only_excess: cancelled(
    "The order only reduces a position, and exceeded what is left of it.",
  ),
  amend_failed: cancelled("Your amendment was refused, and asked for a cancellation in this case."),
  replaced: cancelled("Your request replaced the order by a new one."),
  dust: expired("The rest of the amount buys less than the smallest size."),
  no_depth: expired(
    "The market order found no order on the other side. Wait for the book to fill, or place a " +
      "limit order.",
  ),
  liquidation: cancelled("A liquidation of the account cancelled the order to free its margin."),
  delivery: cancelled("The contract was delivered."),
  deleveraging: cancelled(
    "The position was closed by deleveraging, which cancelled the orders that close it.",
  ),
  insolvent: cancelled(
    "The account could no longer cover the order. Transfer funds in, or reduce other orders.",
  ),
  operator_cancelled: cancelled("The exchange's operator cancelled the order."),
};

/** Commands by which something else than the user's cancellation caused `user_cancelled`. */
const CANCELLED_BY: Partial<Record<OrderRow["closedBy"], string>> = {
  tick:
    "Your countdown for cancelling all orders ended, or the liquidation of your risk unit closed " +
    "the position.",
  close_positions: "You closed the position, which cancelled the orders that close it.",
  reverse_position: "You reversed the position, which cancelled the orders that close it.",
};

/** Returns the step and the words for the end of an order. */
export function closeOf(reason: CloseReason, closedBy: OrderRow["closedBy"]): Close {
  const close = CLOSES[reason];
  const words = reason === "user_cancelled" ? CANCELLED_BY[closedBy] : undefined;
  return words === undefined ? close : { ...close, words };
}

/** Returns why a pending plan ended before it placed an order. */
export function planCloseWords(reason: PlanCancelReason): string {
  switch (reason) {
    case "user_cancelled":
      return "Your request cancelled the plan.";
    case "position_closed":
      return "The position that the plan closes is closed.";
    case "twin_executed":
      return "The other order of the pair was executed.";
    case "delivery":
      return "The contract was delivered.";
    case "liquidation":
      return "A liquidation of the account cancelled the plan.";
    case "operator_cancelled":
      return "The exchange's operator cancelled the plan.";
  }
}
