import { ADDRESSES_MAX } from "../core/base/limits.ts";
import type { Rejection } from "../core/base/rejections.ts";
import type { WireCode } from "./http/wire-codes.ts";
import { type WireError, wireError } from "./http/wire-error.ts";

/** Dialect whose published code list applies: the lists differ for the same situation. */
export const REJECTION_DIALECTS = ["v2_spot", "v2_mix", "v3", "transfer", "margin"] as const;
export type RejectionDialect = (typeof REJECTION_DIALECTS)[number];

/** A code, or a code and the values of its message. */
type Answer = WireCode | readonly [code: WireCode, ...values: string[]];
type AnswerRow = readonly [v2Spot: Answer, v2Mix: Answer, v3: Answer];

const all = (answer: Answer): AnswerRow => [answer, answer, answer];

/**
 * Code of each rejection of core. Source: auth-and-errors.md sections 7 and 8; where these list
 * several codes, the code that client libraries map to the fitting error class is used (40762 and
 * 43012 become "insufficient funds", 43001 and 40768 "order not found", 40034 "unknown symbol").
 */
const CODES: Readonly<Record<Rejection, AnswerRow>> = {
  user_not_found: all("40013"),
  user_limit_reached: all("40069"),
  key_not_found: all("40037"),
  key_exists: all(["01003", "apiKey"]),
  key_limit_reached: all("40063"),
  currency_not_found: ["40806", "40806", "25201"],
  currency_exists: all(["01003", "coin"]),
  instrument_not_found: [["40034", "symbol"], "40072", "25100"],
  instrument_exists: all(["01003", "symbol"]),
  instrument_out_of_bounds: all(["40053", "symbol"]),
  instrument_halted: ["41114", "40308", "25102"],
  instrument_not_futures: ["40072", "40072", "25100"],
  realm_mismatch: all("40110"),
  wallet_not_allowed: all("40077"),
  amount_not_positive: [
    ["40020", "amount"],
    ["40020", "amount"],
    ["25200", "amount"],
  ],
  amount_too_large: all(["40053", "amount"]),
  insufficient_available: ["43012", "40754", "25202"],
  insufficient_margin: ["43012", "40762", "25203"],
  mark_price_missing: ["40823", "40823", "25222"],
  duplicate_client_order_id: ["43118", "40786", "25212"],
  duplicate_client_transfer_id: ["43118", "43118", "25212"],
  order_not_found: ["43001", "40768", "25204"],
  order_not_changed: ["40923", "40923", "25571"],
  order_not_amendable: ["40922", "40922", "25568"],
  open_orders_limit_reached: ["43005", "40761", "25211"],
  price_missing: all(["40019", "price"]),
  price_out_of_range: ["40706", "40706", ["25200", "price"]],
  price_above_band: ["43009", "40815", "25206"],
  price_below_band: ["43008", "40816", "25205"],
  size_below_minimum: ["43006", "45111", "25207"],
  size_above_maximum: ["43007", "45112", "25208"],
  size_off_increment: [["40808", "size"], "22038", "25610"],
  size_below_filled: ["40764", "40764", "25568"],
  value_below_minimum: all("45110"),
  position_side_required: ["40774", "40774", "25236"],
  position_side_not_allowed: ["40774", "40774", "25236"],
  reduce_only_not_allowed: [["40017", "reduceOnly"], ["40017", "reduceOnly"], "25236"],
  reduce_only_without_position: ["22002", "22002", "25232"],
  reduce_only_exceeds_position: ["40939", "40939", "25232"],
  insufficient_position: ["40757", "40757", "25225"],
  no_position: ["22002", "22002", "25227"],
  no_orders: all("22001"),
  positions_limit_reached: ["45116", "45116", "25229"],
  leverage_out_of_range: ["40797", "40797", "25223"],
  leverage_margin_insufficient: ["40893", "40893", "25228"],
  position_mode_blocked: ["40920", "40920", "25107"],
  index_price_out_of_range: all("40878"),
  collateral_out_of_bounds: all(["40053", "ratesE6"]),
  account_not_unified: all("40084"),
  account_level_blocked: all(["25009", "positions, orders or debts are open"]),
  account_in_use: all(["25009", "orders, plans, positions, debts, loans or withdrawals are open"]),
  sub_account_stays_unified: all("40068"),
  account_level_too_low: all("40128"),
  questionnaire_not_passed: all(["25009", "the questionnaire has not been passed"]),
  equity_below_minimum: all(["25009", "equity is below 1,000 US dollars"]),
  internal_error: all("40725"),
  delivery_time_out_of_range: all(["40053", "deliveryTime"]),
  delivery_near: ["22039", "22039", "25102"],
  instrument_delivered: ["40308", "40308", "25102"],
  funding_terms_out_of_bounds: all(["40053", "fundInterval"]),
  plan_not_found: ["43025", "43025", "25597"],
  plan_not_changed: ["40923", "40923", "25600"],
  plan_fired: ["43026", "43026", "25224"],
  no_plans: all("22001"),
  plans_limit_reached: ["43071", "40889", "25599"],
  trigger_price_out_of_range: ["45052", "45052", ["25200", "triggerPrice"]],
  trigger_price_unknown: ["40823", "40823", "25222"],
  callback_out_of_range: all(["40053", "callbackRatio"]),
  take_profit_not_beyond: ["43013", "40830", "25585"],
  stop_loss_not_beyond: ["43014", "40917", "25586"],
  position_plan_exists: ["43030", "43030", "25594"],
  exits_missing: all(["40019", "triggerPrice"]),
  exits_not_allowed: ["25612", "25612", "25612"],
  margin_not_supported: all("50004"),
  loan_terms_out_of_bounds: all(["40053", "tiers"]),
  loan_below_minimum: all("50034"),
  loan_limit_reached: all("50035"),
  lending_pool_exhausted: all("50038"),
  collateral_insufficient: all("50020"),
  collateral_price_missing: all("50028"),
  loan_not_found: all("50040"),
  account_unwinding: all("50022"),
  margin_mode_blocked: all("45117"),
  margin_mode_not_allowed: ["40875", "40875", "25240"],
  margin_not_isolated: all("40875"),
  margin_not_removable: all("40801"),
  leverage_above_tier: ["40797", "40797", "25223"],
  position_above_tier: ["40921", "40921", "25233"],
  price_below_bankruptcy: ["40820", "40820", "25654"],
  price_above_bankruptcy: ["40821", "40821", "25655"],
  price_guards_out_of_bounds: all(["40053", "guards"]),
  opening_limits_out_of_bounds: all(["40053", "limits"]),
  opening_ended: ["45119", "45119", "25105"],
  opening_too_risky: all("45121"),
  position_above_share: ["45120", "45120", "25230"],
  position_tiers_out_of_bounds: all(["40053", "tiers"]),
  account_liquidating: ["45009", "45009", "25012"],
  repayment_coins_out_of_bounds: all(["25200", "repayableCoinList"]),
  account_under_review: all("40022"),
  fund_terms_out_of_bounds: all(["40053", "feeShare"]),
  loss_limits_out_of_bounds: all(["40053", "limits"]),
  repayment_limit_reached: all("50049"),
  position_above_depth: all("45122"),
  open_interest_above_depth: all("45123"),
  pool_share_reached: all("50050"),
  lending_paused: all("50051"),
  chain_terms_out_of_bounds: all(["40053", "chain"]),
  alias_exists: all("40060"),
  conversion_not_offered: all("43131"),
  conversion_terms_out_of_bounds: all(["40053", "terms"]),
  conversion_price_missing: all("12004"),
  conversion_below_minimum: all("12006"),
  conversion_above_maximum: all("12007"),
  conversion_quotes_limit_reached: all("12014"),
  conversion_quote_expired: all("12021"),
  conversion_quote_altered: all("12022"),
  conversion_price_moved: all("12018"),
  conversion_limit_reached: all("12009"),
  conversion_account_limit_reached: all("12008"),
  chain_not_found: all(["40034", "chain"]),
  deposit_not_found: all(["40034", "orderId"]),
  deposit_out_of_bounds: all(["40020", "transactionId"]),
  deposit_too_old: all(["40053", "height"]),
  deposits_limit_reached: all("47001"),
  withdrawals_closed: all("43126"),
  withdrawal_not_found: all(["40034", "orderId"]),
  withdrawal_status_blocked: all("13010"),
  withdrawals_limit_reached: all("13001"),
  duplicate_client_withdrawal_id: all(["01003", "clientOid"]),
  transaction_out_of_bounds: all(["40020", "rawTransaction"]),
  amount_off_step: all("43124"),
  amount_below_minimum: all("43114"),
  amount_below_fee: all("43112"),
  tag_missing: all("43116"),
  address_not_in_book: all("47003"),
  address_not_found: all(["40034", "address"]),
  address_exists: all(["01003", "address"]),
  address_limit_reached: all(["40058", "addresses", String(ADDRESSES_MAX)]),
  address_out_of_bounds: all("47002"),
  p2p_terms_out_of_bounds: all(["40053", "terms"]),
  p2p_fiat_not_offered: all(["60006", "fiat"]),
  p2p_token_not_offered: all(["60006", "token"]),
  p2p_name_taken: all(["01003", "nickName"]),
  p2p_not_merchant: all("60049"),
  p2p_text_out_of_bounds: all("60007"),
  p2p_payment_not_allowed: all(["60006", "payMethodIds"]),
  p2p_account_not_found: all("60026"),
  p2p_account_in_use: all("60008"),
  p2p_accounts_limit_reached: all("60009"),
  p2p_ad_not_found: all("60004"),
  p2p_ad_status_blocked: all("60010"),
  p2p_ad_out_of_bounds: all("60012"),
  p2p_ads_limit_reached: all("60014"),
  p2p_price_missing: all("12004"),
  p2p_price_out_of_bounds: all("60015"),
  p2p_price_changed: all("60016"),
  p2p_ad_unavailable: all("60017"),
  p2p_own_ad: all("60018"),
  p2p_amount_out_of_bounds: all("60019"),
  p2p_order_exists: all("60022"),
  p2p_orders_limit_reached: all("60023"),
  p2p_order_not_found: all("60003"),
  p2p_order_status_blocked: all("60024"),
  account_frozen: all("40013"),
  countdown_out_of_range: all(["40020", "countdown"]),
  pledge_terms_out_of_bounds: all(["40053", "terms"]),
  pledged_loan_not_offered: all("80003"),
  pledged_loan_not_found: all("80012"),
  pledged_loan_below_minimum: all("80005"),
  pledged_loan_above_maximum: all("80006"),
  pledged_loans_limit_reached: all("80015"),
  pledge_not_accepted: all("80004"),
  pledge_below_minimum: all("80007"),
  pledge_above_maximum: all("80008"),
  pledge_limit_reached: all("80014"),
  pledge_rate_exceeded: all("80010"),
  loan_product_out_of_bounds: all(["40053", "product"]),
  loan_product_not_found: all(["40034", "productId"]),
  risk_unit_not_found: all("25566"),
  risk_unit_blocked: all(["01003", "riskUnitId"]),
  risk_unit_limit_reached: all("25562"),
  unit_user_bound: all("25560"),
  unit_user_not_bound: all("25561"),
  unit_coin_not_allowed: all("95006"),
  unit_instrument_not_allowed: all("95007"),
  unit_line_reached: all("95005"),
  unit_liquidating: all("95001"),
  market_founded: all("40725"),
  market_open: all("40725"),
  market_terms_out_of_bounds: all(["40053", "terms"]),
  market_memory_out_of_bounds: all(["40053", "memory"]),
  setting_out_of_bounds: all(["40053", "name"]),
  admin_token_out_of_bounds: all(["40053", "name"]),
  admin_token_not_found: all(["40053", "name"]),
  adjustment_out_of_bounds: all(["40053", "amount"]),
  adjustment_not_found: all(["40053", "adjustment"]),
  adjustment_needs_another: all(["40053", "adjustment"]),
  index_price_not_held: all(["40053", "symbol"]),
  market_path_out_of_bounds: all(["40053", "path"]),
};

/** Codes of transfers, which differ in a few situations; all others are those of spot. */
const TRANSFER_CODES: Partial<Readonly<Record<Rejection, Answer>>> = {
  account_liquidating: "25008",
  insufficient_available: "43117",
  insufficient_margin: "43117",
  duplicate_client_order_id: ["01003", "clientOid"],
};

/** Codes of margin trading, in addition to those of spot (auth-and-errors.md section 8). */
const MARGIN_CODES: Partial<Readonly<Record<Rejection, Answer>>> = {
  insufficient_available: "50020",
  duplicate_client_order_id: "50060",
  open_orders_limit_reached: "50048",
  price_above_band: "50047",
  price_below_band: "50046",
  size_below_minimum: "50016",
  size_above_maximum: "50017",
};

function answerOf(rejection: Rejection, dialect: RejectionDialect): Answer {
  const row = CODES[rejection];
  switch (dialect) {
    case "v2_spot":
      return row[0];
    case "v2_mix":
      return row[1];
    case "v3":
      return row[2];
    case "transfer":
      return TRANSFER_CODES[rejection] ?? row[0];
    case "margin":
      return MARGIN_CODES[rejection] ?? row[0];
  }
}

/** Returns the error for a rejection of core, in the code list of `dialect`. */
export function rejectionError(rejection: Rejection, dialect: RejectionDialect): WireError {
  const answer = answerOf(rejection, dialect);
  return typeof answer === "string" ? wireError(answer) : wireError(...answer);
}
