/** What kinds of traffic a run consists of. */
import type { Form } from "./forms.ts";

export const PROFILES = [
  "maker_taker",
  "thin_book",
  "one_sided",
  "amendments",
  "self_trades",
  "mode_switches",
  "transfers",
  "linear_futures",
  "inverse_futures",
  "hedge",
  "unified",
  "isolated",
  "bad_input",
  "accounts",
  "funding",
  "delivery",
  "triggers",
  "lending",
  "lending_crash",
  "brink",
  "liquidations",
  "liquidation_storm",
  "borrowing",
  "borrowing_crash",
  "credit_transfers",
  "prices",
  "open_losses",
] as const;
export type ProfileName = (typeof PROFILES)[number];

export type Profile = {
  readonly name: ProfileName;
  /** Which instruments of the plan are traded; the first ones most. */
  readonly instruments: readonly number[];
  /** Who trades, by index. */
  readonly people: readonly number[];
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
  /** Chance that a user begins with isolated margin on an instrument. */
  readonly isolatedPercent: number;
  /** How many opening orders are about as large as the account covers. */
  readonly edgePercent: number;
  /** Credit of each user and coin, in whole coins. */
  readonly coins: number;
  /** What the insurance fund of each coin has at most to begin with, in atoms. */
  readonly insurance: number;
};

const BASE: Omit<Profile, "name"> = {
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
  },
  spread: 8,
  marketPercent: 12,
  buyPercent: 50,
  stpPercent: 20,
  hedgePercent: 25,
  reduceOnlyPercent: 12,
  badPercent: 5,
  marginTransferPercent: 25,
  creditTransferPercent: 8,
  unifiedMarginPercent: 30,
  crashPercent: 8,
  crashTicks: 120,
  adversePercent: 1,
  isolatedPercent: 0,
  edgePercent: 1,
  coins: 4_000,
  insurance: 60_000,
};

const more = (weights: Partial<Profile["weights"]>): Profile["weights"] => ({
  ...BASE.weights,
  ...weights,
});

const lending = (weights: Partial<Profile["weights"]>): Profile["weights"] => ({
  ...BASE.weights,
  ...{ place_order: 260, cancel_order: 30, cancel_orders: 4, amend_order: 15, replace_order: 5 },
  ...{ place_margin_order: 260, borrow: 150, repay: 40, flash_repay: 12, transfer: 130 },
  ...{ tick: 130, endow: 6, set_loan_terms: 5, set_margin_rules: 3, set_instrument_status: 3 },
  ...weights,
});

const endangered = (weights: Partial<Profile["weights"]>): Partial<Profile> => ({
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

const CHANGES: Readonly<Record<ProfileName, Partial<Profile>>> = {
  maker_taker: {},
  thin_book: { spread: 40, marketPercent: 25, weights: more({ cancel_order: 160 }) },
  one_sided: { buyPercent: 80, spread: 15, reduceOnlyPercent: 25 },
  amendments: { weights: more({ amend_order: 420, replace_order: 160 }) },
  self_trades: { stpPercent: 85, spread: 4, instruments: [0, 1] },
  mode_switches: {
    instruments: [1, 2, 3, 7],
    weights: more({ set_position_mode: 130, set_leverage: 110, cancel_orders: 60 }),
  },
  transfers: { weights: more({ transfer: 300, credit: 60, set_user_review: 40 }), coins: 300 },
  linear_futures: { instruments: [1, 1, 3, 5], reduceOnlyPercent: 25, coins: 900 },
  inverse_futures: { instruments: [2, 2, 8], reduceOnlyPercent: 25, coins: 40 },
  hedge: {
    instruments: [1, 2],
    hedgePercent: 90,
    badPercent: 12,
    reduceOnlyPercent: 30,
    weights: more({ close_positions: 40, set_position_mode: 60 }),
  },
  isolated: {
    instruments: [1, 2, 3],
    hedgePercent: 60,
    reduceOnlyPercent: 25,
    crashPercent: 25,
    isolatedPercent: 70,
    coins: 60,
    weights: more({
      adjust_margin: 90,
      set_margin_mode: 50,
      set_leverage: 60,
      set_auto_margin: 40,
      set_position_mode: 60,
      close_positions: 30,
      set_index_prices: 60,
    }),
  },
  accounts: {
    weights: more({ place_order: 150, create_user: 300, create_key: 200, transfer: 60 }),
  },
  funding: {
    instruments: [1, 2, 3],
    hedgePercent: 40,
    weights: more({ tick: 160, set_index_prices: 120, set_funding_terms: 25 }),
  },
  triggers: {
    instruments: [1, 2, 0, 3],
    badPercent: 8,
    weights: more({
      place_order: 420,
      place_order_with_exits: 90,
      place_plan: 150,
      place_exits: 90,
      amend_plan: 70,
      cancel_plan: 30,
      cancel_plans: 8,
      // Now and then a plan is all that stands in the way of another position mode.
      set_position_mode: 90,
      cancel_orders: 40,
      close_positions: 30,
      set_index_prices: 90,
      set_instrument_status: 12,
      tick: 110,
    }),
  },
  lending: {
    instruments: [0, 0, 9],
    weights: lending({ set_index_prices: 40 }),
    adversePercent: 5,
    marginTransferPercent: 80,
  },
  lending_crash: {
    instruments: [0, 9, 4],
    spread: 20,
    weights: lending({
      ...{ set_index_prices: 90, tick: 120, borrow: 240 },
      ...{ set_loan_terms: 1, set_margin_rules: 8 },
    }),
    marginTransferPercent: 80,
    adversePercent: 12,
    crashPercent: 40,
    crashTicks: 240,
  },
  liquidations: { instruments: [1, 2, 3], ...endangered({}) },
  liquidation_storm: {
    ...endangered({
      place_order: 800,
      cancel_orders: 4,
      close_positions: 2,
      set_margin_mode: 1,
      set_leverage: 110,
      set_funding_terms: 25,
      set_fund_terms: 10,
      set_loss_limits: 20,
      endow: 2,
    }),
    instruments: [1, 1, 2, 12],
    spread: 14,
    hedgePercent: 85,
    isolatedPercent: 0,
    coins: 4,
    insurance: 400_000,
  },
  unified: {
    instruments: [1, 1, 3, 2, 0],
    people: [4, 5, 7],
    weights: more({
      credit: 1,
      set_collateral: 14,
      set_account_level: 16,
      set_questionnaire: 6,
      set_index_prices: 70,
      transfer: 90,
    }),
    creditTransferPercent: 35,
    coins: 3,
  },
  brink: {
    spread: 16,
    instruments: [1, 1, 12, 2, 11],
    people: [2, 3, 4, 6, 7],
    hedgePercent: 50,
    reduceOnlyPercent: 35,
    marketPercent: 20,
    crashPercent: 20,
    isolatedPercent: 20,
    edgePercent: 45,
    creditTransferPercent: 30,
    coins: 3,
    weights: more({
      set_leverage: 90,
      set_opening_limits: 40,
      set_position_mode: 60,
      set_position_tiers: 8,
      set_index_prices: 60,
      close_positions: 25,
    }),
  },
  borrowing_crash: {
    instruments: [0, 0, 9],
    people: [2, 3, 4, 5, 7],
    spread: 16,
    marketPercent: 20,
    weights: more({
      place_order: 400,
      place_margin_order: 400,
      place_plan: 2,
      place_exits: 1,
      set_leverage: 1,
      set_coin_leverage: 40,
      repay_debts: 8,
      place_margin_order_with_exits: 25,
      place_margin_plan: 35,
      place_margin_exits: 30,
      set_index_prices: 120,
      set_margin_rules: 8,
      set_collateral: 1,
      set_account_level: 1,
      credit: 1,
      transfer: 60,
      tick: 200,
      endow: 20,
    }),
    creditTransferPercent: 50,
    unifiedMarginPercent: 95,
    adversePercent: 12,
    crashPercent: 65,
    coins: 4,
  },
  credit_transfers: {
    instruments: [0, 0, 9],
    people: [2, 4, 5, 7],
    // Hardly any order of category MARGIN: who owes has moved funds on credit.
    weights: more({
      place_order: 300,
      place_margin_order: 1,
      transfer: 260,
      set_coin_leverage: 20,
      repay_debts: 10,
      set_index_prices: 70,
      set_account_level: 3,
      tick: 70,
    }),
    marginTransferPercent: 2,
    creditTransferPercent: 60,
    unifiedMarginPercent: 95,
    crashPercent: 20,
    coins: 150,
  },
  prices: {
    instruments: [1, 1, 2, 0, 0, 10],
    spread: 24,
    marketPercent: 25,
    crashPercent: 25,
    crashTicks: 60,
    weights: more({
      cancel_orders: 40,
      set_price_guards: 45,
      set_index_prices: 110,
      tick: 320,
    }),
  },
  borrowing: {
    instruments: [0, 0, 9, 1, 2],
    people: [2, 3, 4, 4, 5, 5, 7, 7],
    weights: more({
      place_order: 330,
      place_margin_order: 330,
      amend_order: 110,
      set_coin_leverage: 30,
      repay_debts: 60,
      place_margin_order_with_exits: 60,
      place_margin_plan: 60,
      place_margin_exits: 60,
      amend_plan: 40,
      set_index_prices: 90,
      set_margin_rules: 14,
      set_loan_terms: 6,
      set_account_level: 1,
      transfer: 90,
      endow: 4,
      tick: 120,
    }),
    creditTransferPercent: 50,
    unifiedMarginPercent: 95,
    adversePercent: 5,
    crashPercent: 20,
    coins: 8,
  },
  // Orders beyond the mark are filled when their users have lost or moved what backs them.
  open_losses: {
    instruments: [1, 1, 2, 3, 12],
    people: [2, 3, 4, 6, 7],
    spread: 24,
    marketPercent: 18,
    hedgePercent: 30,
    reduceOnlyPercent: 45,
    isolatedPercent: 45,
    edgePercent: 40,
    crashPercent: 45,
    crashTicks: 40,
    badPercent: 1,
    coins: 4,
    insurance: 3_000_000,
    weights: more({
      place_order: 900,
      amend_order: 90,
      cancel_order: 40,
      cancel_orders: 2,
      close_positions: 3,
      set_leverage: 110,
      set_position_mode: 12,
      set_index_prices: 130,
      tick: 130,
      transfer: 90,
      credit: 30,
      set_instrument_status: 1,
      place_order_with_exits: 8,
      place_plan: 6,
      place_exits: 3,
      place_margin_order: 2,
      borrow: 2,
    }),
  },
  delivery: {
    instruments: [11, 12],
    hedgePercent: 40,
    weights: more({ tick: 200, set_index_prices: 90, schedule_delivery: 12 }),
  },
  bad_input: {
    badPercent: 45,
    weights: more({
      create_user: 40,
      create_key: 60,
      delete_key: 20,
      list_currency: 15,
      list_instrument: 40,
      set_instrument_status: 30,
      transfer: 80,
      credit: 60,
    }),
  },
};

export function profileOf(name: ProfileName): Profile {
  return { ...BASE, ...CHANGES[name], name };
}
