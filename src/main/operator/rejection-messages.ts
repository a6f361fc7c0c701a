/** Messages for the rejections that administrative commands can get. */
import type { Rejection } from "../../core/base/rejections.ts";

const MESSAGES: Partial<Readonly<Record<Rejection, string>>> = {
  user_not_found: "there is no such user, or it is the exchange itself",
  user_limit_reached: "the exchange, or the main account, has as many users as it may have",
  key_not_found: "the user has no such key",
  key_exists: "there is a key of this name",
  key_limit_reached: "the user has as many keys as one may have: revoke one first",
  currency_not_found: "there is no such coin",
  instrument_not_found: "there is no such instrument",
  currency_exists: "there is a coin of this code",
  instrument_exists: "the category has an instrument of this symbol in this realm",
  instrument_out_of_bounds:
    "the largest order leaves the range of amounts: at most 9.2 × 10^18 of the smallest units " +
    "of its coins, and 8.7 × 10^12 size steps",
  instrument_not_futures: "the instrument is not a futures contract of the kind this needs",
  instrument_delivered: "the contract has been delivered",
  realm_mismatch:
    "the realm of the user does not allow this: a sub-account belongs to the realm of its main " +
    "account, and only the live realm has peer-to-peer trading, deposits and withdrawals",
  wallet_not_allowed: "a user of this kind has no such wallet, or the coin is not kept in it",
  insufficient_available: "the wallet or fund does not cover the amount",
  amount_not_positive: "the amount must be above zero",
  amount_too_large: "the amount would take a balance beyond what the ledger holds",
  index_price_not_held: "no index price of the instrument is held",
  setting_out_of_bounds:
    "a setting has a name of at most 128 letters, digits and marks and a value of at most 1,024 " +
    "characters; there are at most 1,000",
  admin_token_out_of_bounds:
    "a token has a name of at most 32 lower-case letters, digits, dots, dashes and underscores, " +
    "which is not root, and an expiry in the future; there are at most 100",
  adjustment_out_of_bounds:
    "an adjustment has an amount other than 0 and a reference of at most 128 characters; at most " +
    "100 wait for a second person",
  adjustment_not_found: "no adjustment with this id waits for a second person",
  adjustment_needs_another:
    "the second person is neither the proposer nor the issuer or receiver of the proposer's token",
  admin_token_not_found: "there is no such token",
  correction_out_of_bounds:
    "a correction is between two users at two different prices of the instrument, with fees and " +
    "amounts that fit the trade and a reference of at most 128 characters",
  trade_not_correctable:
    "no trade has this id, it is corrected already, or it is older than the corrections that the " +
    "exchange remembers",
  liquidation_not_refundable:
    "the insurance fund kept nothing of this user and coin in this liquidation in the last 30 days",
  refund_too_large: "the insurance fund kept less in this liquidation, refunds deducted",
  index_price_out_of_range: "an index price lies between one tick and the largest price",
  collateral_out_of_bounds:
    "collateral has at most 20 tiers: the first from 0, starts that rise, rates from 1 down to 0",
  account_not_unified: "the user has no unified account",
  account_level_blocked: "positions, orders or debts of the user are open",
  funding_terms_out_of_bounds:
    "intervals have 1, 2, 4 or 8 hours; rates lie within 10 % on either side of 0, the smaller " +
    "at most 0, the larger at least 0; the impact size is at most the largest order",
  loan_product_out_of_bounds:
    "a product has a number above 0, leverage from 2 to 10, lines above 0 and at most the one of " +
    "liquidation, which is below 1 and above the stop line, ratios of at most 1, and listed " +
    "coins and instruments of its realm",
  loan_product_not_found: "the realm has no such product",
  risk_unit_not_found: "the account is no risk unit",
  risk_unit_blocked: "the unit is in debt, or a unit has the product",
  risk_unit_limit_reached: "there are as many units, or loans of the unit, as there may be",
  unit_user_bound: "the user is bound to a unit",
  unit_user_not_bound: "the user is not bound to this unit, or is its account",
  unit_line_reached: "the unit's ratio of debt to collateral would exceed its transfer line",
  unit_coin_not_allowed: "the product of the unit does not have this coin",
  unit_liquidating: "the unit is being liquidated",
  loan_not_found: "the unit of the user has no such loan",
  lending_pool_exhausted: "the lending pool has less of the coin",
  collateral_insufficient: "the collateral of the unit is too small for its leverage",
  collateral_price_missing: "a coin that the unit needs has no fresh price",
  loan_terms_out_of_bounds:
    "tiers of loans have rising amounts, leverage from 2 to 20 and maintenance rates below 1; " +
    "a coin needs a pair that values it; a risk rate that warns lies below the one that " +
    "liquidates, which is at most 2, and the fee below 1",
  position_tiers_out_of_bounds:
    "tiers of positions have rising values, leverage that does not rise and stays within the " +
    "contract's, and maintenance rates that do not fall and stay within the initial margin",
  price_guards_out_of_bounds:
    "of futures markCap is from 0 to 0.5, markStep from 0 to 1, impactUnits from 0 to " +
    "1,000,000,000,000 quote coins, and referenceStep 0; of spot referenceStep is from 0 to 1, " +
    "and markCap, markStep and impactUnits are 0",
  loss_limits_out_of_bounds:
    "openInterestFactor and positionFactor are from 0 to 1,000, and fundDrawMax is at least 0",
  fund_terms_out_of_bounds: "feeShare is from 0 to 1, and drawMax at least 0",
  delivery_time_out_of_range: "a delivery lies in the future, and one that has begun stays",
  opening_limits_out_of_bounds:
    "feeUpRatio and costUpRatio are from 0 to 1, positionShare is from 0.000001 to 1, numbers of " +
    "orders are from 1 to 100,000, and that of positions is from 1 to 400",
  chain_terms_out_of_bounds:
    "a chain has a name of at most 20 letters, digits and dashes, 1 to 10,000 confirmations, a " +
    "further fee of at most 1, amounts of at least 0, and no more decimals than its coin; coins " +
    "for practice have none",
  conversion_terms_out_of_bounds:
    "conversions have a smallest amount above zero and at most the largest, spreads of at most " +
    "0.25 a coin, at most 100,000 quotes and limits of at most 10,000,000,000 US dollars",
  pledge_terms_out_of_bounds:
    "loans against pledges have a smallest amount above zero and at most the largest, daily " +
    "rates of at most 1, periods of 1 to 8,760 hours and at most 1,000 loans; lines rise " +
    "from above 0 to at most 0.95",
  p2p_text_out_of_bounds: "a merchant needs a nickName of 1 to 64 characters",
  p2p_name_taken: "another merchant has this nickName; upper and lower case do not count",
  p2p_order_not_found: "there is no such open order: it may have ended",
  p2p_order_status_blocked: "the order is not in appeal",
  fee_terms_out_of_bounds:
    "maker rates are at most taker rates, rates of an instrument at most its listed ones, and " +
    "those of a level, from 1 to 100, below 1; a change begins in the future, within 366 days",
  fee_level_not_found: "no such fee level is set",
  order_limits_out_of_bounds:
    "the smallest size is above 0 and at most the largest market order, which is at most the " +
    "largest order; amounts of a largest order fit 64 bits at every price; a buy band is at most " +
    "3, a sell band below 1",
  order_not_found: "there is no such open order",
  no_orders: "the user has no such open order",
};

/** Returns the message for a rejection; without one, the words of the rejection. */
export function rejectionMessage(rejection: Rejection): string {
  return MESSAGES[rejection] ?? `the exchange refused: ${rejection.replaceAll("_", " ")}`;
}
