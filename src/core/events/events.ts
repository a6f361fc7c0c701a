/**
 * The closed list of events: all that the core ever tells. Views, history and pushes are functions
 * of these. A batch of events lies in an `EventBuffer` as 8-byte words; readers decode on demand.
 */

import { REJECTIONS } from "../base/rejections.ts";
import {
  ACCOUNT_KINDS,
  ACCOUNT_LEVELS,
  CATEGORIES,
  CLOSE_OUTCOMES,
  CLOSE_REASONS,
  INSTRUMENT_STATUSES,
  LOAN_TYPES,
  MARGIN_MODES,
  MARGIN_MOVE_REASONS,
  MARGIN_WALLETS,
  MOVE_REASONS,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  PLAN_CANCEL_REASONS,
  PLAN_KINDS,
  POSITION_SIDES,
  REALMS,
  REPAYMENT_KINDS,
  REVIEW_REASONS,
  ROLES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
  UNWIND_OUTCOMES,
  WALLETS,
} from "../base/vocabulary.ts";
import { COMMAND_KINDS } from "../commands/commands.ts";
import type { Fields, RecordOf, Stamp } from "../commands/schema.ts";
import { DEBT_EVENTS } from "./debt-event-fields.ts";
import { LIQUIDATION_EVENTS } from "./liquidation-event-fields.ts";

/** What a change of a plan may change; as in the commands. */
const PLAN_TERMS = {
  triggerBy: TRIGGER_SOURCES,
  triggerPrice: "ticks",
  callbackE4: "int",
  orderType: ORDER_TYPES,
  price: "ticks",
  size: "lots",
  quoteAmount: "money",
  profitTrigger: "ticks",
  profitBy: TRIGGER_SOURCES,
  profitPrice: "ticks",
  lossTrigger: "ticks",
  lossBy: TRIGGER_SOURCES,
  lossPrice: "ticks",
} as const satisfies Fields;

export const EVENTS = {
  /** Opens the events of one command; all that follow carry its seq and time. */
  command_applied: { seq: "int", timeMs: "int", command: COMMAND_KINDS },

  command_rejected: { user: "int", reason: REJECTIONS },

  currency_listed: { currency: "int" },
  collateral_changed: { currency: "int" },
  instrument_listed: { instrument: "int" },
  instrument_status_changed: { instrument: "int", status: INSTRUMENT_STATUSES },
  user_created: { user: "int", accountKind: ACCOUNT_KINDS, realm: REALMS, parent: "int" },
  account_level_changed: { user: "int", level: ACCOUNT_LEVELS },
  questionnaire_changed: { user: "int", isPassed: "flag" },
  key_changed: { user: "int", apiKey: "text" },

  /**
   * A posting between two ledger accounts; balances are whole (hold included), after it.
   * Instruments are index + 1 where the account is of isolated margin, else 0.
   */
  funds_moved: {
    transferId: "int",
    reason: MOVE_REASONS,
    currency: "int",
    amount: "money",
    fromUser: "int",
    fromWallet: WALLETS,
    fromBalance: "money",
    toUser: "int",
    toWallet: WALLETS,
    toBalance: "money",
    fromInstrument: "int",
    toInstrument: "int",
    clientTransferId: "text",
  },

  /** The order passed all checks and enters matching. On spot `leverage` is 0, margin crossed. */
  order_accepted: {
    orderId: "int",
    user: "int",
    instrument: "int",
    side: SIDES,
    orderType: ORDER_TYPES,
    timeInForce: TIMES_IN_FORCE,
    positionSide: POSITION_SIDES,
    reduceOnly: "flag",
    stpMode: STP_MODES,
    price: "ticks",
    size: "lots",
    quoteAmount: "money",
    leverage: "int",
    marginMode: MARGIN_MODES,
    source: ORDER_SOURCES,
    backing: ORDER_BACKINGS,
    loanType: LOAN_TYPES,
    clientOrderId: "text",
  },

  order_rejected: { user: "int", instrument: "int", reason: REJECTIONS, clientOrderId: "text" },

  /** An exact repeat of a pending order: nothing happened, the first order stands. */
  order_repeated: { orderId: "int", user: "int", instrument: "int" },

  /** New terms of a resting order; `size` includes what is filled. */
  order_amended: {
    orderId: "int",
    user: "int",
    instrument: "int",
    price: "ticks",
    size: "lots",
    remaining: "lots",
  },

  /** One match. `takerSide` is the direction the market saw. */
  trade_executed: {
    tradeId: "int",
    instrument: "int",
    price: "ticks",
    size: "lots",
    takerSide: SIDES,
    takerOrderId: "int",
    makerOrderId: "int",
  },

  /**
   * One order's side of a trade. `value` is in quote atoms (linear, spot) or settle atoms
   * (inverse); `fee` ≥ 0 in `feeCurrency`. Totals are of the order after this fill. On spot the
   * two balances are of base and quote, on futures `quoteBalance` is the settle balance and
   * `baseBalance` 0. `closesPosition` is whether it reduced a position (realised profit or loss).
   */
  order_filled: {
    fillId: "int",
    tradeId: "int",
    orderId: "int",
    user: "int",
    instrument: "int",
    side: SIDES,
    positionSide: POSITION_SIDES,
    role: ROLES,
    closesPosition: "flag",
    price: "ticks",
    size: "lots",
    value: "money",
    fee: "money",
    feeCurrency: "int",
    realisedPnl: "money",
    filled: "lots",
    filledValue: "money",
    feeTotal: "money",
    remaining: "lots",
    baseBalance: "money",
    quoteBalance: "money",
    backing: ORDER_BACKINGS,
  },

  /** Terminal. `remaining` is what was never filled. */
  order_closed: {
    orderId: "int",
    user: "int",
    instrument: "int",
    outcome: CLOSE_OUTCOMES,
    reason: CLOSE_REASONS,
    remaining: "lots",
  },

  /** The whole size now resting at a price; 0 when the level is gone. */
  level_changed: { instrument: "int", side: SIDES, price: "ticks", size: "lots" },

  /**
   * A position after a fill. `positionSide` is `long` or `short` also in one-way mode, `isHedge`
   * tells the mode. Values and money are in settle atoms; opened and closed are totals over its
   * life; `realisedPnl` is without fees and funding; `funding` is what was received less what was
   * paid; `margin` is what an isolated one holds, 0 crossed.
   */
  position_changed: {
    positionId: "int",
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    isHedge: "flag",
    size: "lots",
    openValue: "money",
    openedSize: "lots",
    openedValue: "money",
    closedSize: "lots",
    closedValue: "money",
    realisedPnl: "money",
    openFee: "money",
    closeFee: "money",
    openedAtMs: "int",
    leverage: "int",
    funding: "money",
    marginMode: MARGIN_MODES,
    margin: "money",
  },

  leverage_changed: {
    user: "int",
    instrument: "int",
    longLeverage: "int",
    shortLeverage: "int",
  },
  position_mode_changed: { user: "int", category: CATEGORIES, isHedge: "flag" },

  /** `index` and `mark` in ticks; the rate is that of the running funding interval so far. */
  mark_price_changed: { instrument: "int", index: "ticks", mark: "ticks", fundingRate: "rate" },

  funding_terms_changed: {
    instrument: "int",
    intervalHours: "int",
    rateMin: "rate",
    rateMax: "rate",
    impactLots: "lots",
  },

  delivery_scheduled: { instrument: "int", deliveryAtMs: "int" },

  /** The price at which every position of a dated contract is closed from here on. */
  delivery_fixed: { instrument: "int", price: "ticks" },

  /** A funding interval ended at `settledAtMs`; every position open now takes this settlement. */
  funding_fixed: {
    instrument: "int",
    number: "int",
    rate: "rate",
    mark: "ticks",
    settledAtMs: "int",
    nextAtMs: "int",
  },

  /**
   * A position took a settlement: it received (`amount` above zero) or paid (below). `funding` is
   * the sum over the life of the position, `balance` that of the account that paid or received.
   */
  funding_paid: {
    paymentId: "int",
    user: "int",
    instrument: "int",
    positionId: "int",
    positionSide: POSITION_SIDES,
    number: "int",
    rate: "rate",
    mark: "ticks",
    size: "lots",
    amount: "money",
    funding: "money",
    currency: "int",
    wallet: WALLETS,
    balance: "money",
  },

  /** Take-profit and stop-loss of an open order: after its `order_accepted`, or changed later. */
  order_exits_set: {
    orderId: "int",
    user: "int",
    instrument: "int",
    profitTrigger: "ticks",
    profitBy: TRIGGER_SOURCES,
    profitPrice: "ticks",
    lossTrigger: "ticks",
    lossBy: TRIGGER_SOURCES,
    lossPrice: "ticks",
  },

  /**
   * A plan waits. `parentOrderId` is the opening order whose exit it is, `twinId` the plan that it
   * ends with, which comes next or came before; 0 for none.
   */
  plan_accepted: {
    planId: "int",
    user: "int",
    instrument: "int",
    planKind: PLAN_KINDS,
    side: SIDES,
    timeInForce: TIMES_IN_FORCE,
    positionSide: POSITION_SIDES,
    reduceOnly: "flag",
    stpMode: STP_MODES,
    source: ORDER_SOURCES,
    marginMode: MARGIN_MODES,
    backing: ORDER_BACKINGS,
    twinId: "int",
    parentOrderId: "int",
    ...PLAN_TERMS,
    clientOrderId: "text",
  },

  plan_amended: { planId: "int", user: "int", instrument: "int", ...PLAN_TERMS },

  /** A trailing plan reached its trigger price and follows the price from there. */
  plan_activated: { planId: "int", user: "int", instrument: "int", price: "ticks" },

  /** The price that a plan waited for came; the next tick places its order. */
  plan_fired: { planId: "int", user: "int", instrument: "int", price: "ticks" },

  /** The order of a plan was accepted; its own events stand before. */
  plan_executed: { planId: "int", user: "int", instrument: "int", orderId: "int" },

  /** The order of a fired plan was refused. */
  plan_failed: { planId: "int", user: "int", instrument: "int", reason: REJECTIONS },

  plan_cancelled: { planId: "int", user: "int", instrument: "int", reason: PLAN_CANCEL_REASONS },

  loan_terms_changed: { realm: REALMS, instrument: "int", currency: "int" },
  margin_rules_changed: {
    warningRiskE6: "int",
    liquidationRiskE6: "int",
    liquidationFeeE6: "int",
    haircutE6: "int",
    repaymentSpreadE6: "int",
    repaymentHourlyUsd: "int",
    poolShareE6: "int",
    poolLossShareE6: "int",
  },

  /**
   * Lent by the pool into a margin wallet. `principal` and `interest` are what is owed after it,
   * `balance` the wallet's. `instrument` is an index + 1, or 0 in crossed margin, as in all events
   * of loans. The hour that has begun is charged at once, as `interest_charged`.
   */
  loan_borrowed: {
    loanId: "int",
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    currency: "int",
    amount: "money",
    isAuto: "flag",
    principal: "money",
    interest: "money",
    balance: "money",
  },

  /** Interest becomes owed; no money moves. `interest` is all that is owed after it. */
  interest_charged: {
    interestId: "int",
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    currency: "int",
    amount: "money",
    hours: "int",
    dailyRateE8: "int",
    isFirst: "flag",
    principal: "money",
    interest: "money",
  },

  /** Interest goes to the exchange's income, principal back to the pool. */
  loan_repaid: {
    repayId: "int",
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    currency: "int",
    repayment: REPAYMENT_KINDS,
    interestPart: "money",
    principalPart: "money",
    principal: "money",
    interest: "money",
    balance: "money",
  },

  /**
   * The end of a loan that no collateral is left for: the insurance fund pays the pool, the pool
   * bears `writtenOff`, and interest owed is dropped.
   */
  loan_covered: {
    coverId: "int",
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    currency: "int",
    fundPaid: "money",
    writtenOff: "money",
    interestDropped: "money",
  },

  /**
   * A margin account's collateral is being sold to repay it: forced by its risk, or asked for.
   * Values are in the quote coin of an isolated account, else in the coin that crossed ones are
   * valued in; the risk rate is in millionths.
   */
  unwind_started: {
    unwindId: "int",
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    currency: "int",
    isForced: "flag",
    riskE6: "int",
    assets: "money",
    debts: "money",
  },

  /** What is too small for an order changes hands with the insurance fund at the index price. */
  collateral_swapped: {
    swapId: "int",
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    fromCurrency: "int",
    fromAmount: "money",
    fromBalance: "money",
    toCurrency: "int",
    toAmount: "money",
    toBalance: "money",
  },

  unwind_ended: {
    unwindId: "int",
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    isForced: "flag",
    outcome: UNWIND_OUTCOMES,
    fee: "money",
  },
  margin_mode_changed: { user: "int", instrument: "int", marginMode: MARGIN_MODES },
  auto_margin_changed: {
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    isAuto: "flag",
  },

  /**
   * A posting between a futures wallet and the margin of an isolated position: into the margin when
   * `isAdded`, else out of it. The balances are those after it.
   */
  margin_moved: {
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    reason: MARGIN_MOVE_REASONS,
    isAdded: "flag",
    amount: "money",
    walletBalance: "money",
    margin: "money",
  },

  position_tiers_changed: { instrument: "int" },
  opening_limits_changed: { instrument: "int" },
  ...LIQUIDATION_EVENTS,
  ...DEBT_EVENTS,

  /**
   * A main account with all its sub-accounts came under review, stays under it for another reason,
   * or is free again. `heldSinceMs` is when the review began; 0 when there is none.
   */
  user_review_changed: {
    user: "int",
    isHeld: "flag",
    reason: REVIEW_REASONS,
    heldSinceMs: "int",
  },
  fund_terms_changed: { realm: REALMS, currency: "int" },
  loss_limits_changed: { instrument: "int" },
  price_guards_changed: { instrument: "int" },
} as const satisfies Readonly<Record<string, Fields>>;

export type EventKind = keyof typeof EVENTS;
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];

export type EventOf<K extends EventKind> = { kind: K } & Stamp & RecordOf<(typeof EVENTS)[K]>;
export type CoreEvent = { [K in EventKind]: EventOf<K> }[EventKind];
