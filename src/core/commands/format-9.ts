/**
 * Command format 9: API keys had no note, and later capabilities had no kinds. No order stated its
 * margin mode, or the price that converts its size to the base coin: format 10 may add both groups.
 */
import { KEY_KINDS } from "../base/vocabulary.ts";
import { type PastFormat, pastKind } from "./past-format.ts";

const CREATE_KEY = pastKind(
  {
    user: "int",
    apiKey: "text",
    keyKind: KEY_KINDS,
    sealedSecret: "bytes",
    passphraseHash: "text",
    permissions: "text",
    ipList: "text",
  },
  "create_key",
  (fields) => ({ ...fields, note: "" }),
);

export const FORMAT_9: PastFormat = {
  format: 9,
  kinds: [
    "tick",
    "list_currency",
    "list_instrument",
    "set_collateral",
    "set_instrument_status",
    "create_user",
    "set_account_level",
    "set_questionnaire",
    "create_key",
    "delete_key",
    "credit",
    "transfer",
    "place_order",
    "amend_order",
    "replace_order",
    "cancel_order",
    "cancel_orders",
    "close_positions",
    "set_leverage",
    "set_position_mode",
    "set_index_prices",
    "set_funding_terms",
    "schedule_delivery",
    "place_plan",
    "place_exits",
    "amend_plan",
    "cancel_plan",
    "cancel_plans",
    "set_loan_terms",
    "set_margin_rules",
    "endow",
    "borrow",
    "repay",
    "flash_repay",
    "set_margin_mode",
    "adjust_margin",
    "set_auto_margin",
    "set_position_tiers",
    "set_opening_limits",
    "set_coin_leverage",
    "repay_debts",
    "set_user_review",
    "set_fund_terms",
    "set_loss_limits",
    "set_price_guards",
  ],
  changed: {
    create_key: CREATE_KEY,
  },
};
