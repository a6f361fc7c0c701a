/** What a profile of the workload says, and the figures that most profiles share. */
import type { Form } from "./forms.ts";

export type Profile = {
  /** Which instruments of the plan are traded; the first ones most. */
  readonly instruments: readonly number[];
  /** Who trades, by index. */
  readonly people: readonly number[];
  /** Commands of a schedule before its faults begin: what is rare takes a longer life. */
  readonly rehearsal: number;
  /** How often each kind comes; none may be left out. */
  readonly weights: Readonly<Record<Form, number>>;
  /** Ticks around the middle within which prices lie. */
  readonly spread: number;
  readonly marketPercent: number;
  readonly buyPercent: number;
  readonly stpPercent: number;
  readonly hedgePercent: number;
  readonly reduceOnlyPercent: number;
  readonly badPercent: number;
  /** How many new keys are sessions. */
  readonly sessionPercent: number;
  /** How many transfers go to or come from margin accounts. */
  readonly marginTransferPercent: number;
  /** How many transfers are of unified accounts that may borrow, about as much as they may. */
  readonly creditTransferPercent: number;
  /** How many orders on margin are of unified accounts. */
  readonly unifiedMarginPercent: number;
  /** How often index prices jump. */
  readonly crashPercent: number;
  /** How far they jump, in ticks. */
  readonly crashTicks: number;
  /** How often an index price turns against a resting order on margin, or an order meets one. */
  readonly adversePercent: number;
  /** How often tiers or index prices are changed so that one account is liquidated. */
  readonly cornerPercent: number;
  /** Chance that a user begins with isolated margin on an instrument. */
  readonly isolatedPercent: number;
  /** How many opening orders are about as large as the account covers. */
  readonly edgePercent: number;
  /** Credit of each user and coin, in whole coins. */
  readonly coins: number;
  /** What the insurance fund of each coin has at most to begin with, in atoms. */
  readonly insurance: number;
};

export const BASE: Profile = {
  rehearsal: 0,
  instruments: [0, 1, 2, 3, 4],
  people: [2, 3, 4, 5, 6, 7, 8, 9],
  weights: {
    place_order: 620,
    amend_order: 80,
    cancel_order: 80,
    replace_order: 30,
    cancel_orders: 12,
    close_positions: 12,
    set_leverage: 14,
    set_margin_mode: 8,
    adjust_margin: 14,
    set_auto_margin: 3,
    set_position_tiers: 3,
    set_opening_limits: 3,
    set_fund_terms: 2,
    set_loss_limits: 3,
    set_price_guards: 3,
    set_position_mode: 10,
    set_index_prices: 30,
    tick: 50,
    transfer: 25,
    credit: 8,
    set_instrument_status: 6,
    set_funding_terms: 4,
    set_collateral: 2,
    set_account_level: 4,
    set_questionnaire: 2,
    set_user_review: 2,
    schedule_delivery: 1,
    create_user: 2,
    create_key: 2,
    delete_key: 2,
    create_sub_account: 3,
    set_user_access: 2,
    modify_key: 2,
    list_currency: 1,
    list_instrument: 1,
    place_order_with_exits: 25,
    place_plan: 30,
    place_exits: 15,
    amend_plan: 15,
    cancel_plan: 12,
    cancel_plans: 3,
    amend_order_with_exits: 8,
    replace_order_with_exits: 5,
    place_margin_order: 20,
    borrow: 10,
    repay: 5,
    flash_repay: 1,
    endow: 1,
    set_loan_terms: 1,
    set_margin_rules: 1,
    set_coin_leverage: 1,
    repay_debts: 2,
    place_margin_order_with_exits: 3,
    place_margin_plan: 3,
    place_margin_exits: 3,
    set_chain_terms: 2,
    set_conversion_terms: 1,
    set_conversion_rules: 1,
    quote_conversion: 3,
    convert: 3,
    observe_deposit: 5,
    confirm_deposit: 5,
    revert_deposit: 1,
    set_deposit_wallet: 1,
    add_address: 4,
    remove_address: 1,
    request_withdrawal: 5,
    withdraw_internally: 2,
    cancel_withdrawal: 1,
    review_withdrawal: 2,
    sign_withdrawal: 2,
    report_withdrawal: 2,
    set_cancel_countdown: 1,
    set_p2p_fiat: 1,
    set_p2p_token: 1,
    add_p2p_method: 1,
    set_p2p_level: 1,
    set_p2p_merchant: 1,
    add_p2p_account: 1,
    remove_p2p_account: 1,
    create_p2p_ad: 1,
    update_p2p_ad: 1,
    set_p2p_ad_status: 1,
    place_p2p_order: 1,
    step_p2p_order: 1,
    resolve_p2p_order: 1,
    set_pledged_loan_terms: 1,
    set_pledge_terms: 1,
    take_pledged_loan: 3,
    repay_pledged_loan: 1,
    revise_pledge: 1,
    set_loan_product: 1,
    set_risk_unit: 1,
    bind_unit_user: 1,
    issue_unit_loan: 1,
    repay_unit_loan: 1,
    reverse_position: 2,
    move_position: 2,
    switch_account: 1,
    found_market: 1,
    remember_market: 2,
    import_path: 1,
    set_setting: 1,
    set_admin_token: 2,
    remove_admin_token: 1,
    hold_index_price: 1,
    adjust_balance: 3,
    decide_adjustment: 2,
    set_adjustment_rules: 2,
    cancel_all_of_user: 2,
    set_user_freezes: 2,
    bust_trade: 3,
    refund_liquidation: 2,
    set_market_fees: 2,
    set_fee_level: 1,
    set_user_fee_level: 3,
    // Only in profiles of their own, so that the other profiles draw what they always drew.
    set_order_limits: 0,
    prepare_instrument: 0,
    set_sign_in: 0,
  },
  spread: 8,
  marketPercent: 12,
  buyPercent: 50,
  stpPercent: 20,
  hedgePercent: 25,
  reduceOnlyPercent: 12,
  badPercent: 5,
  sessionPercent: 0,
  marginTransferPercent: 25,
  creditTransferPercent: 8,
  unifiedMarginPercent: 30,
  crashPercent: 8,
  crashTicks: 120,
  adversePercent: 1,
  cornerPercent: 0,
  isolatedPercent: 0,
  edgePercent: 1,
  coins: 4_000,
  insurance: 60_000,
};

export const more = (weights: Partial<Profile["weights"]>): Profile["weights"] => ({
  ...BASE.weights,
  ...weights,
});

export const lending = (weights: Partial<Profile["weights"]>): Profile["weights"] => ({
  ...BASE.weights,
  ...{ place_order: 260, cancel_order: 30, cancel_orders: 4, amend_order: 15, replace_order: 5 },
  ...{ place_margin_order: 260, borrow: 150, repay: 40, flash_repay: 12, transfer: 130 },
  ...{ tick: 130, endow: 6, set_loan_terms: 5, set_margin_rules: 3, set_instrument_status: 3 },
  ...weights,
});

export const endangered = (weights: Partial<Profile["weights"]>): Partial<Profile> => ({
  hedgePercent: 40,
  isolatedPercent: 30,
  crashPercent: 50,
  reduceOnlyPercent: 5,
  badPercent: 3,
  coins: 40,
  insurance: 3_000_000,
  weights: more({
    set_index_prices: 140,
    tick: 240,
    set_leverage: 60,
    set_position_tiers: 14,
    transfer: 10,
    credit: 12,
    endow: 4,
    place_plan: 45,
    set_position_mode: 40,
    ...weights,
  }),
});
