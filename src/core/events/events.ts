/**
 * The closed list of events, which report everything that the core does. Projections, history and
 * pushes are functions of them. A batch of events is kept in an `EventBuffer` as 8-byte words;
 * readers decode on demand.
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
import { ACCOUNT_EVENTS, KEY_CHANGED } from "./account-event-fields.ts";
import { CONVERSION_EVENTS } from "./conversion-event-fields.ts";
import { COUNTDOWN_EVENTS } from "./countdown-event-fields.ts";
import { CUSTODY_EVENTS } from "./custody-event-fields.ts";
import { DEBT_EVENTS } from "./debt-event-fields.ts";
import { INSTITUTIONAL_EVENTS } from "./institutional-event-fields.ts";
import { LIQUIDATION_EVENTS } from "./liquidation-event-fields.ts";
import { MARKET_EVENTS } from "./market-event-fields.ts";
import { operatingEvents } from "./operating-event-fields.ts";
import { P2P_EVENTS } from "./p2p-event-fields.ts";
import { PLAN_TERMS } from "./plan-event-fields.ts";
import { PLEDGING_EVENTS } from "./pledging-event-fields.ts";
import { POSITION_EVENTS } from "./position-event-fields.ts";

export const EVENTS = {
  /** First event of each command; the events after it have its seq and time. */
  command_applied: { seq: "int", timeMs: "int", command: COMMAND_KINDS },

  command_rejected: { user: "int", reason: REJECTIONS },

  currency_listed: { currency: "int" },
  collateral_changed: { currency: "int" },
  instrument_listed: { instrument: "int" },
  instrument_status_changed: { instrument: "int", status: INSTRUMENT_STATUSES },
  user_created: { user: "int", accountKind: ACCOUNT_KINDS, realm: REALMS, parent: "int" },
  account_level_changed: { user: "int", level: ACCOUNT_LEVELS },
  questionnaire_changed: { user: "int", isPassed: "flag" },
  key_changed: KEY_CHANGED,

  /**
   * A posting between two ledger accounts. Balances are those after it, hold included. Instruments
   * are index + 1 for accounts of isolated margin, else 0.
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

  /**
   * The order passed all checks and enters matching. Spot has `leverage` 0 and crossed margin;
   * `sizingPriceE6` is 0 except on inverse contracts (`SIZING` of `order-fields.ts`).
   */
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
    sizingPriceE6: "int",
    clientOrderId: "text",
  },

  order_rejected: { user: "int", instrument: "int", reason: REJECTIONS, clientOrderId: "text" },

  /** An exact repeat of an open order: nothing changed, the first order stays. */
  order_repeated: { orderId: "int", user: "int", instrument: "int" },

  /** New terms of a resting order; `size` includes the filled quantity. */
  order_amended: {
    orderId: "int",
    user: "int",
    instrument: "int",
    price: "ticks",
    size: "lots",
    remaining: "lots",
  },

  /** One match. `takerSide` is the direction of the trade that the market sees. */
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
   * Fill of one of the two orders of a trade. `value` is in quote atoms (linear, spot) or settle
   * atoms (inverse), `fee` ≥ 0 in `feeCurrency`. Totals are those of the order after the fill. On
   * spot the balances are of base and quote; on futures `quoteBalance` is the settle balance and
   * `baseBalance` is 0. `closesPosition`: whether the fill reduced a position and realised profit.
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
    filledNotional: "money",
    fillPriceMin: "ticks",
    fillPriceMax: "ticks",
    feeTotal: "money",
    remaining: "lots",
    baseBalance: "money",
    quoteBalance: "money",
    backing: ORDER_BACKINGS,
    sizingPriceE6: "int",
  },

  /** The order has ended. `remaining` is its unfilled quantity. */
  order_closed: {
    orderId: "int",
    user: "int",
    instrument: "int",
    outcome: CLOSE_OUTCOMES,
    reason: CLOSE_REASONS,
    remaining: "lots",
  },

  /** New total size resting at a price; 0 when the level is gone. */
  level_changed: { instrument: "int", side: SIDES, price: "ticks", size: "lots" },

  /**
   * A position after a fill. `positionSide` is `long` or `short` in one-way mode, too; `isHedge` is
   * the mode. Money is in settle atoms; opened and closed are totals over the life of the position;
   * `realisedPnl` excludes fees and funding; `funding` is received less paid; `margin` is that of
   * an isolated position, 0 crossed. Prices bound its fills on inverse contracts, else 0.
   */
  position_changed: {
    positionId: "int",
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    isHedge: "flag",
    size: "lots",
    openNotional: "money",
    openedSize: "lots",
    openedNotional: "money",
    closedSize: "lots",
    closedNotional: "money",
    realisedPnl: "money",
    openFee: "money",
    closeFee: "money",
    openPriceMin: "ticks",
    openPriceMax: "ticks",
    closePriceMin: "ticks",
    closePriceMax: "ticks",
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

  /** New mark price; the rate is that of the running funding interval so far. */
  mark_price_changed: { instrument: "int", index: "ticks", mark: "ticks", fundingRate: "rate" },

  funding_terms_changed: {
    instrument: "int",
    intervalHours: "int",
    rateMin: "rate",
    rateMax: "rate",
    impactLots: "lots",
  },

  delivery_scheduled: { instrument: "int", deliveryAtMs: "int" },

  /** Settlement price at which all positions of a dated contract are closed from now on. */
  delivery_fixed: { instrument: "int", price: "ticks" },

  /** A funding interval ended at `settledAtMs`; the settlement applies to every open position. */
  funding_fixed: {
    instrument: "int",
    number: "int",
    rate: "rate",
    mark: "ticks",
    settledAtMs: "int",
    nextAtMs: "int",
  },

  /**
   * A position received (`amount` above zero) or paid (below zero) a settlement. `funding` is the
   * sum over the life of the position, `balance` that of the account that received or paid.
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

  /** Take-profit and stop-loss of an open order, after its `order_accepted` or changed later. */
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
   * A plan was added. `parentOrderId` is the opening order whose exit it is, `pairedId` the other
   * plan of its pair, which the same command adds; 0 for none.
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
    pairedId: "int",
    parentOrderId: "int",
    sizingPriceE6: "int",
    ...PLAN_TERMS,
    clientOrderId: "text",
  },

  plan_amended: { planId: "int", user: "int", instrument: "int", ...PLAN_TERMS },

  /** A trailing plan reached its trigger price and now follows the price. */
  plan_activated: { planId: "int", user: "int", instrument: "int", price: "ticks" },

  /** The price reached the trigger of a plan; the next tick places its order. */
  plan_fired: { planId: "int", user: "int", instrument: "int", price: "ticks" },

  /** The order of a plan was accepted; the events of the order come before this one. */
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
   * The pool lent into a margin wallet. `principal` and `interest` are the debt after it, `balance`
   * that of the wallet. `instrument` is an index + 1, or 0 in crossed margin, as in all events of
   * loans. The current hour is charged at once, as `interest_charged`.
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

  /** Interest was added to a debt; no money moved. `interest` is the total owed after it. */
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

  /** A repayment: interest goes to the exchange's income, principal back to the pool. */
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
   * The end of a loan without remaining collateral: the insurance fund pays the pool, the pool
   * bears `writtenOff`, and unpaid interest is dropped.
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
   * The sale of a margin account's collateral began: forced by its risk, or requested. Values are
   * in the quote coin of an isolated account, or in the valuation coin of crossed accounts; the
   * risk rate is in millionths.
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

  /** An amount too small for an order was swapped with the insurance fund at the index price. */
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
   * The review of a main account and its sub-accounts began, changed its reason, or ended.
   * `heldSinceMs` is the start of the review; 0 when there is none.
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
  chain_terms_changed: { chain: "int", currency: "int" },
  ...CONVERSION_EVENTS,
  ...CUSTODY_EVENTS,
  ...P2P_EVENTS,
  ...COUNTDOWN_EVENTS,
  ...PLEDGING_EVENTS,
  ...INSTITUTIONAL_EVENTS,
  ...ACCOUNT_EVENTS,
  ...POSITION_EVENTS,
  ...MARKET_EVENTS,
  ...operatingEvents(COMMAND_KINDS),
} as const satisfies Readonly<Record<string, Fields>>;

export type EventKind = keyof typeof EVENTS;
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];

export type EventOf<K extends EventKind> = { kind: K } & Stamp & RecordOf<(typeof EVENTS)[K]>;
export type CoreEvent = { [K in EventKind]: EventOf<K> }[EventKind];
