/**
 * Profiles that steer towards what other traffic seldom reaches: few people and instruments, the
 * operator's terms changed against them, and a rehearsal in which the situation comes about.
 */
import { endangered, lending, more, type Profile } from "./profile.ts";

const LOANS = {
  rehearsal: 600,
  instruments: [0, 0, 9],
  people: [2, 3, 6],
  spread: 20,
  marginTransferPercent: 85,
  unifiedMarginPercent: 2,
  adversePercent: 5,
  cornerPercent: 40,
  badPercent: 1,
} as const;

const LOAN_WEIGHTS = {
  place_order: 300,
  place_margin_order: 420,
  borrow: 300,
  set_index_prices: 260,
  set_loan_terms: 1,
  tick: 260,
} as const;

export const STEERED = {
  // Loans on margin accounts whose collateral loses about as much as they can bear.
  margin_calls: {
    ...LOANS,
    crashPercent: 5,
    insurance: 6_000_000,
    weights: lending({ ...LOAN_WEIGHTS, set_margin_rules: 16, endow: 12 }),
  },
  // The same, with losses that use up the insurance fund and stop the pools.
  pool_losses: {
    ...LOANS,
    cornerPercent: 75,
    crashPercent: 31,
    crashTicks: 8,
    insurance: 30_000,
    weights: lending({ ...LOAN_WEIGHTS, set_margin_rules: 70, endow: 1 }),
  },
  // Accounts that are long and short at once, or hold more than the tiers are changed to allow.
  netting: {
    ...endangered({
      place_order: 900,
      set_position_tiers: 40,
      set_leverage: 120,
      set_index_prices: 110,
      tick: 200,
      set_loss_limits: 1,
      set_fund_terms: 1,
      set_margin_mode: 1,
      cancel_orders: 2,
      close_positions: 2,
    }),
    rehearsal: 500,
    instruments: [1, 1, 1, 3],
    people: [2, 3, 6],
    hedgePercent: 100,
    isolatedPercent: 0,
    cornerPercent: 60,
    edgePercent: 50,
    crashPercent: 10,
    badPercent: 0,
    coins: 8,
  },
  // Terms of the operator, most of them out of bounds.
  operator_terms: {
    rehearsal: 200,
    badPercent: 60,
    weights: more({
      place_order: 80,
      place_plan: 60,
      set_user_review: 60,
      set_questionnaire: 30,
      set_position_tiers: 60,
      set_opening_limits: 70,
      set_fund_terms: 60,
      set_loss_limits: 60,
      set_price_guards: 70,
      set_funding_terms: 60,
      set_collateral: 60,
      set_loan_terms: 60,
      set_margin_rules: 40,
      set_account_level: 40,
      schedule_delivery: 40,
      list_instrument: 50,
      create_key: 20,
      repay_debts: 60,
      transfer: 60,
      credit: 40,
    }),
  },
  // Debts of unified accounts that are repaid by hand, up to the limit of an hour.
  repayments: {
    rehearsal: 200,
    instruments: [0, 0, 9],
    people: [4, 5, 7],
    spread: 12,
    creditTransferPercent: 70,
    unifiedMarginPercent: 98,
    marginTransferPercent: 2,
    crashPercent: 3,
    badPercent: 4,
    coins: 60,
    weights: more({
      place_order: 200,
      place_margin_order: 300,
      repay_debts: 300,
      set_margin_rules: 50,
      set_index_prices: 160,
      transfer: 160,
      tick: 60,
      set_collateral: 1,
      set_account_level: 1,
    }),
  },
  // Dated contracts that are traded up to their delivery, and after it.
  expiry: {
    rehearsal: 300,
    instruments: [11, 12],
    people: [2, 3, 6],
    hedgePercent: 30,
    badPercent: 6,
    weights: more({
      place_plan: 60,
      tick: 220,
      set_index_prices: 120,
      schedule_delivery: 24,
    }),
  },
  // Coins converted while their prices move, up to the limits of the exchange and of the accounts.
  conversions: {
    rehearsal: 400,
    instruments: [0, 0, 9],
    people: [2, 3, 4, 6],
    creditTransferPercent: 40,
    unifiedMarginPercent: 90,
    crashPercent: 4,
    badPercent: 6,
    coins: 400,
    weights: more({
      place_order: 120,
      place_margin_order: 60,
      set_index_prices: 260,
      transfer: 60,
      credit: 40,
      tick: 60,
      set_collateral: 1,
      set_conversion_terms: 20,
      set_conversion_rules: 20,
      quote_conversion: 500,
      convert: 400,
    }),
  },
} as const satisfies Readonly<Record<string, Partial<Profile>>>;
