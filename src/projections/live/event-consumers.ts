/** Consumers of the events of durable batches, decided in one table for each kind of event. */
import type { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_KINDS, type EventKind } from "../../core/events/events.ts";

/**
 * `live`: the live views; `history`: the rows of the history; `private_channels`: the channels of
 * the user in the event. Channels show orders and plans as the live views report them.
 */
type EventConsumer = "live" | "history" | "private_channels";

const CONSUMERS = {
  command_applied: [],
  command_rejected: ["live"],
  currency_listed: [],
  collateral_changed: [],
  instrument_listed: [],
  instrument_status_changed: [],
  user_created: ["history"],
  account_level_changed: ["history"],
  questionnaire_changed: [],
  key_changed: ["live", "history"],
  funds_moved: ["history", "private_channels"],
  order_accepted: ["live", "history"],
  order_rejected: ["live"],
  order_repeated: [],
  order_amended: ["live", "history"],
  trade_executed: ["history"],
  order_filled: ["live", "history"],
  order_closed: ["live", "history"],
  level_changed: ["live"],
  position_changed: ["live", "history", "private_channels"],
  leverage_changed: ["private_channels"],
  position_mode_changed: ["history", "private_channels"],
  mark_price_changed: ["live", "history"],
  funding_terms_changed: [],
  delivery_scheduled: [],
  delivery_fixed: [],
  funding_fixed: ["history"],
  funding_paid: ["history", "private_channels"],
  order_exits_set: ["live", "history"],
  plan_accepted: ["live", "history"],
  plan_amended: ["live", "history"],
  plan_activated: ["live", "history"],
  plan_fired: ["live", "history"],
  plan_executed: ["live", "history"],
  plan_failed: ["live", "history"],
  plan_cancelled: ["live", "history"],
  loan_terms_changed: [],
  margin_rules_changed: [],
  loan_borrowed: ["history", "private_channels"],
  interest_charged: ["history", "private_channels"],
  loan_repaid: ["history", "private_channels"],
  loan_covered: ["history", "private_channels"],
  unwind_started: ["history"],
  collateral_swapped: ["history", "private_channels"],
  unwind_ended: ["history"],
  margin_mode_changed: ["private_channels"],
  auto_margin_changed: ["private_channels"],
  margin_moved: ["history", "private_channels"],
  position_tiers_changed: [],
  opening_limits_changed: [],
  liquidation_started: ["history"],
  position_liquidated: ["history"],
  position_deleveraged: ["private_channels"],
  fund_moved: ["history", "private_channels"],
  liquidation_ended: ["history"],
  debt_changed: ["history", "private_channels"],
  debt_interest_charged: ["history", "private_channels"],
  debt_exchanged: ["history", "private_channels"],
  coin_leverage_changed: [],
  user_review_changed: ["history"],
  fund_terms_changed: [],
  loss_limits_changed: [],
  price_guards_changed: [],
  chain_terms_changed: [],
  user_access_changed: ["live", "history"],
  sign_in_changed: ["history"],
  user_freezes_changed: ["live", "history"],
  conversion_terms_changed: [],
  conversion_rules_changed: [],
  conversion_quoted: [],
  conversion_executed: ["history", "private_channels"],
  deposit_changed: ["history"],
  withdrawal_changed: ["history"],
  custody_noted: ["history"],
  deposit_wallet_changed: [],
  address_added: ["history"],
  address_removed: ["history"],
  p2p_terms_changed: [],
  p2p_merchant_changed: [],
  p2p_account_added: [],
  p2p_account_removed: [],
  p2p_ad_changed: ["history"],
  p2p_order_changed: ["history"],
  cancel_countdown_changed: [],
  pledged_loan_terms_changed: [],
  pledge_terms_changed: [],
  pledged_loan_taken: ["history", "private_channels"],
  pledged_interest_charged: ["history"],
  pledged_loan_repaid: ["history", "private_channels"],
  pledge_revised: ["history", "private_channels"],
  pledged_loan_forced: ["history", "private_channels"],
  loan_product_changed: [],
  risk_unit_changed: [],
  unit_user_changed: [],
  unit_loan_issued: ["history"],
  unit_interest_charged: ["history"],
  unit_loan_repaid: ["history"],
  unit_liquidation_changed: [],
  account_kind_changed: ["live", "history"],
  position_moved: ["history"],
  market_founded: ["history"],
  instrument_past_founded: ["history"],
  operator_acted: ["history"],
  operator_act_text: ["history"],
  setting_changed: [],
  admin_token_changed: [],
  index_price_held: [],
  adjustment_proposed: [],
  adjustment_decided: [],
  adjustment_rules_changed: [],
  trade_corrected: ["history"],
  liquidation_refunded: ["history"],
  market_fees_changed: [],
  fee_level_changed: [],
  user_fee_level_changed: [],
  order_limits_changed: [],
} as const satisfies Readonly<Record<EventKind, readonly EventConsumer[]>>;

/** Kinds of events that a consumer handles. */
type KindsFor<C extends EventConsumer> = {
  [K in EventKind]: C extends (typeof CONSUMERS)[K][number] ? K : never;
}[EventKind];

/** Handles the event that the reader is at. */
export type EventHandler = (reader: EventReader) => void;

/** Handlers of a consumer: one for each kind of event that it handles. */
export type EventHandlers<C extends EventConsumer> = Readonly<Record<KindsFor<C>, EventHandler>>;

/** Returns the handlers by index of the kind; `undefined` for kinds without a handler. */
export function handlersByIndex(
  handlers: Readonly<Partial<Record<EventKind, EventHandler>>>,
): readonly (EventHandler | undefined)[] {
  return EVENT_KINDS.map((kind) => handlers[kind]);
}
