import type { CloseReason } from "../core/vocabulary.ts";

/** What v3 calls the ways an order can close; empty when it filled (rest-v3.md, enumerations). */
const CANCEL_REASON_OF = {
  filled: "",
  user_cancelled: "normal_cancel",
  ioc_remainder: "ioc_not_full_cancel",
  fok_unfillable: "fok_not_full_cancel",
  post_only_would_take: "post_only_fill_cancel",
  self_trade: "stp_cancel",
  reduce_only_excess: "normal_cancel",
  amend_failed: "normal_cancel",
  replaced: "modify_limit_order",
  dust: "trade_count_too_small",
  no_depth: "slippage_cancel",
  liquidation: "burst_cancel",
  delivery: "delivery_order_cancel",
  deleveraging: "adl_cancel",
  insolvent: "delegated_risk_order_cancel",
} as const satisfies Readonly<Record<CloseReason, string>>;

/** The v3 word for why an order was cancelled; empty while it is open and when it filled. */
export function cancelReasonV3(reason: CloseReason | undefined): string {
  return reason === undefined ? "" : CANCEL_REASON_OF[reason];
}
