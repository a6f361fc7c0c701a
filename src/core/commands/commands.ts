/**
 * The closed list of commands, which are the only way to change the state. The gateway validates
 * their form, the core their meaning; commands contain no words of the wire interface.
 *
 * `user`, `instrument` and `currency` are indexes that the core assigns at creation, in order.
 * Optional numbers are 0 when absent, optional texts are empty, optional groups undefined.
 */

import {
  ACCOUNT_KINDS,
  ACCOUNT_LEVELS,
  CATEGORIES,
  INSTRUMENT_STATUSES,
  KEY_KINDS,
  MARGIN_MODES,
  MARGIN_WALLETS,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPE_CHANGES,
  POSITION_SIDES,
  REALMS,
  REVIEW_REASONS,
  SIDES,
  SINGLE_PLAN_KINDS,
  STP_MODES,
  TRIGGER_SOURCE_CHANGES,
  TRIGGER_SOURCES,
  USER_STATUSES,
  WALLETS,
} from "../base/vocabulary.ts";
import { ACCESS_COMMANDS } from "./access-commands.ts";
import { ACCOUNT_COMMANDS } from "./account-commands.ts";
import { CONVERSION_COMMANDS } from "./conversion-commands.ts";
import { COUNTDOWN_COMMANDS } from "./countdown-commands.ts";
import { CHAIN_COMMANDS, CUSTODY_COMMANDS } from "./custody-command-fields.ts";
import { INSTITUTIONAL_COMMANDS } from "./institutional-commands.ts";
import { LISTING_COMMANDS, LISTING_FIELDS } from "./listing-commands.ts";
import { MARKET_COMMANDS } from "./market-commands.ts";
import { CORRECTION_COMMANDS, OPERATING_COMMANDS } from "./operating-commands.ts";
import { EXIT_CHANGE_FIELDS, EXIT_FIELDS, GROUPS, ORDER_FIELDS, SIZING } from "./order-fields.ts";
import type { Origin } from "./origin.ts";
import { P2P_COMMANDS } from "./p2p-command-fields.ts";
import { PLEDGING_COMMANDS } from "./pledging-commands.ts";
import { POSITION_COMMANDS } from "./position-commands.ts";
import { type GroupedFields, optional, type RecordOf, type Stamp } from "./schema.ts";
import { SIGN_IN_COMMANDS } from "./sign-in-commands.ts";
import { TERMS_COMMANDS } from "./terms-commands.ts";

export const COMMANDS = {
  /** Advances the clock to `timeMs` and does the work that is due. */
  tick: {},

  /** `decimals` of the smallest unit, 0 to 8. */
  list_currency: { code: "text", decimals: "int", isPractice: "flag" },

  list_instrument: LISTING_FIELDS,

  /**
   * Shares of a coin's value that count as margin in unified accounts: the rate of each tier, in
   * millionths, applies from its start, in whole coins, ascending from 0. A coin without tiers is
   * no collateral.
   */
  set_collateral: {
    currency: "int",
    isDollar: "flag",
    isShared: "flag",
    tierStarts: "ints",
    ratesE6: "ints",
  },

  set_instrument_status: { instrument: "int", status: INSTRUMENT_STATUSES },

  /** `parent` is the parent's user index + 1, or 0 for a main account. */
  create_user: {
    accountKind: ACCOUNT_KINDS,
    realm: REALMS,
    parent: "int",
    name: "text",
    openOrdersMax: "int",
  },

  /** Level of a unified user. An operator may set it without questionnaire and equity. */
  set_account_level: { user: "int", level: ACCOUNT_LEVELS, isByOperator: "flag" },

  /** Whether the user has passed the questionnaire that the advanced level requires. */
  set_questionnaire: { user: "int", isPassed: "flag" },

  /**
   * The secret is sealed under a key outside the journal; lists are comma-separated. `note` is the
   * owner's label of the key.
   */
  create_key: {
    user: "int",
    apiKey: "text",
    keyKind: KEY_KINDS,
    sealedSecret: "bytes",
    passphraseHash: "text",
    permissions: "text",
    ipList: "text",
    note: "text",
  },

  delete_key: { user: "int", apiKey: "text" },

  /** Funds from the outside world into a user's wallet. */
  credit: { user: "int", wallet: WALLETS, currency: "int", amount: "money" },

  /**
   * Moves funds between two wallets of one user or of a parent and its sub-accounts. Instruments
   * are index + 1 for wallets of isolated margin, 0 for others. With `mayBorrow` a unified account
   * may borrow the missing amount.
   */
  transfer: {
    fromUser: "int",
    fromWallet: WALLETS,
    toUser: "int",
    toWallet: WALLETS,
    currency: "int",
    amount: "money",
    clientTransferId: "text",
    fromInstrument: "int",
    toInstrument: "int",
    mayBorrow: "flag",
  },

  /**
   * `side` is the direction of the trade. In hedge mode `positionSide` names the position: buy long
   * and sell short open, sell long and buy short close. A spot market buy states `quoteAmount` and
   * `size` 0; every other order states `size`. A market order has price 0. `exits` are take-profit
   * and stop-loss for the fills of an opening order. With `margin` a spot order draws on a margin
   * account. With `opening` a futures order that may open sets the margin mode of the instrument.
   */
  place_order: { ...ORDER_FIELDS, ...GROUPS },

  /**
   * Amends an order, which keeps its id. Price or size 0 keeps the old value; size includes the
   * filled part. The order keeps its place in the queue if only its size is reduced or only its
   * exits change. With `autoCancel`, a refused amendment cancels the order. `orderId` takes
   * precedence over `clientOrderId`.
   */
  amend_order: {
    user: "int",
    orderId: "int",
    clientOrderId: "text",
    price: "ticks",
    size: "lots",
    autoCancel: "flag",
    exits: optional(EXIT_CHANGE_FIELDS),
  },

  /**
   * Cancels an order and places another with its terms, a new id, price and size, and its exits as
   * changed.
   */
  replace_order: {
    user: "int",
    instrument: "int",
    orderId: "int",
    clientOrderId: "text",
    price: "ticks",
    size: "lots",
    newClientOrderId: "text",
    exits: optional(EXIT_CHANGE_FIELDS),
    sizing: SIZING,
  },

  cancel_order: { user: "int", orderId: "int", clientOrderId: "text" },

  /** Cancels a user's open orders in a category, or in `instrument` - 1 when it is not 0. */
  cancel_orders: { user: "int", category: CATEGORIES, instrument: "int" },

  /** Closes the positions of a category by market orders; `instrument` - 1 and side narrow it. */
  close_positions: {
    user: "int",
    category: CATEGORIES,
    instrument: "int",
    positionSide: POSITION_SIDES,
    source: ORDER_SOURCES,
  },

  /** `net` sets both sides; sides have separate leverage only in isolated margin and hedge mode. */
  set_leverage: {
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    leverage: "int",
  },

  /** Classic users: one category; unified users: all categories at once, `category` is ignored. */
  set_position_mode: { user: "int", category: CATEGORIES, isHedge: "flag" },

  /** Index prices in ticks of each instrument, pairwise, composed by the market-data port. */
  set_index_prices: { instruments: "ints", prices: "ints" },

  /**
   * Funding of a perpetual: hours of its interval, bounds of the rate of one interval, and the size
   * of impact prices; 0 for the size that 200 quote coins open with the largest leverage.
   */
  set_funding_terms: {
    instrument: "int",
    intervalHours: "int",
    rateMin: "rate",
    rateMax: "rate",
    impactLots: "lots",
  },

  /** Makes a futures instrument a dated contract, or moves a delivery that has not begun. */
  schedule_delivery: { instrument: "int", deliveryAtMs: "int" },

  /**
   * An order that is placed when `triggerBy` reaches `triggerPrice` from the side it is on now.
   * Trailing kinds then follow the price and fire at a retreat of `callbackE4` ten-thousandths. An
   * order with `margin` borrows the missing amount when it is placed. With `opening` a plan that
   * may open sets the margin mode when it is accepted.
   */
  place_plan: {
    planKind: SINGLE_PLAN_KINDS,
    triggerBy: TRIGGER_SOURCES,
    triggerPrice: "ticks",
    callbackE4: "int",
    ...ORDER_FIELDS,
    ...GROUPS,
  },

  /**
   * Take-profit, stop-loss or both for an open position; `positionSide` names it in one-way mode,
   * too. Size 0 is the whole position at the time of execution. With `margin` the exits close a
   * quantity of a spot pair, which was not traded on margin if the backing is `default`; sizes are
   * in the base coin, also for market buys. The execution of one cancels the other.
   */
  place_exits: {
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    stpMode: STP_MODES,
    source: ORDER_SOURCES,
    ...EXIT_FIELDS,
    profitSize: "lots",
    profitClientOrderId: "text",
    lossSize: "lots",
    lossClientOrderId: "text",
    margin: optional({ side: SIDES, backing: ORDER_BACKINGS }),
    sizing: SIZING,
  },

  /** 0 and `keep` leave a term unchanged. */
  amend_plan: {
    user: "int",
    planId: "int",
    clientOrderId: "text",
    triggerBy: TRIGGER_SOURCE_CHANGES,
    triggerPrice: "ticks",
    callbackE4: "int",
    orderType: ORDER_TYPE_CHANGES,
    price: "ticks",
    size: "lots",
    quoteAmount: "money",
    exits: optional(EXIT_CHANGE_FIELDS),
  },

  /** `withPaired`: also cancels the other plan of a take-profit and stop-loss placed together. */
  cancel_plan: { user: "int", planId: "int", clientOrderId: "text", withPaired: "flag" },

  /** As `cancel_orders`; `planKinds` are indexes of kinds, none for all. */
  cancel_plans: { user: "int", category: CATEGORIES, instrument: "int", planKinds: "ints" },

  /**
   * Terms of borrowing a coin. `instrument` is the index + 1 of the isolated instrument, or 0 for
   * crossed margin. There `pricedBy` is the index + 1 of the instrument by which the coin is valued
   * and sold, or 0 for the valuation coin. `dailyRateE8` is in hundred-millionths. Tiers, pairwise:
   * largest principal in atoms, largest leverage, maintenance in millionths. `interestFree` is the
   * debt from unrealised losses on which a unified account pays no interest.
   */
  set_loan_terms: {
    realm: REALMS,
    instrument: "int",
    currency: "int",
    pricedBy: "int",
    dailyRateE8: "int",
    amountMin: "money",
    tierAmounts: "ints",
    tierLeverages: "ints",
    tierMaintenanceE6: "ints",
    interestFree: "money",
  },

  /** Risk rates and the fee of forced repayment, in millionths; for all margin accounts. */
  set_margin_rules: {
    warningRiskE6: "int",
    liquidationRiskE6: "int",
    liquidationFeeE6: "int",
    haircutE6: "int",
    repaymentSpreadE6: "int",
    repaymentHourlyUsd: "int",
    poolShareE6: "int",
    poolLossShareE6: "int",
  },

  /** Funds from the outside world into a fund of the exchange: lending pool or insurance. */
  endow: { realm: REALMS, wallet: WALLETS, currency: "int", amount: "money" },

  /** `instrument` is an index + 1 in the isolated wallet, 0 in the crossed one. */
  borrow: {
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    currency: "int",
    amount: "money",
  },

  /** An amount above the debt repays the whole debt. */
  repay: {
    user: "int",
    wallet: MARGIN_WALLETS,
    instrument: "int",
    currency: "int",
    amount: "money",
  },

  /** Sells a margin account's collateral to repay all its debts, or that in `currency` - 1. */
  flash_repay: { user: "int", wallet: MARGIN_WALLETS, instrument: "int", currency: "int" },
  set_margin_mode: { user: "int", instrument: "int", marginMode: MARGIN_MODES },

  /** Isolated positions only: a positive amount is added, a negative one removed. */
  adjust_margin: {
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    amount: "money",
  },

  set_auto_margin: {
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    isAuto: "flag",
  },

  /** One entry per tier: upper bound in whole quote coins, largest leverage, rate in millionths. */
  set_position_tiers: {
    instrument: "int",
    valueMaxes: "ints",
    leverageMaxes: "ints",
    maintenanceRatesE6: "ints",
  },

  /**
   * Limits of opening positions in a futures instrument. Ratios and the share of the open interest
   * are in millionths; a share of 1,000,000 is no limit, a time of 0 is never.
   */
  set_opening_limits: {
    instrument: "int",
    feeUpRatioE6: "int",
    costUpRatioE6: "int",
    positionShareE6: "int",
    symbolOrdersMax: "int",
    productOrdersMax: "int",
    positionsMax: "int",
    opensUntilMs: "int",
  },

  /** Leverage at which a unified account borrows a coin. */
  set_coin_leverage: { user: "int", currency: "int", leverage: "int" },

  /** Repays debts of a unified account with its other coins at index prices, in list order. */
  repay_debts: { user: "int", debts: "ints", payments: "ints" },

  /**
   * Puts the main account of a user with all its sub-accounts under review, or ends the review. No
   * funds move between users of an account under review.
   */
  set_user_review: { user: "int", isHeld: "flag", reason: REVIEW_REASONS },

  /**
   * Terms of the insurance fund of a realm and coin: the share of trading fees in the coin that it
   * receives, in millionths, and the most that it pays in an hour for accounts without positions,
   * 0 for no bound.
   */
  set_fund_terms: { realm: REALMS, currency: "int", feeShareE6: "int", drawMax: "money" },

  /**
   * Limits of the exchange's losses in a futures instrument: the largest loss of the insurance fund
   * in an hour, in settle atoms, 0 for no bound; the limits of open interest and of a user's
   * position, in millionths of the average depth of the book, 0 for no limit, and their floors.
   */
  set_loss_limits: {
    instrument: "int",
    fundDrawMax: "money",
    openInterestFactorE6: "int",
    positionFactorE6: "int",
    openInterestFloor: "lots",
    positionFloor: "lots",
  },

  /**
   * Guards against manipulation of the prices of an instrument: cap of mark against index, and the
   * largest change per second of mark and of the reference, in millionths; notional of impact
   * prices in whole quote coins; 0 for none. Only spot has a reference, only futures the others.
   */
  set_price_guards: {
    instrument: "int",
    markCapE6: "int",
    markStepE6: "int",
    impactUnits: "int",
    referenceStepE6: "int",
  },

  ...CHAIN_COMMANDS,

  /**
   * Creates a virtual sub-account of the main account `user`. `alias` is unique over all realms
   * without regard to case. `permissions` is comma-separated and bounds the keys of the account;
   * empty for no bound.
   */
  create_sub_account: {
    user: "int",
    accountKind: ACCOUNT_KINDS,
    alias: "text",
    note: "text",
    permissions: "text",
  },

  /** Freezes or unfreezes a user and sets the permissions that bound its keys. */
  set_user_access: { user: "int", status: USER_STATUSES, permissions: "text" },

  /** Replaces what an owner may change of a key; an empty `passphraseHash` keeps the passphrase. */
  modify_key: {
    user: "int",
    apiKey: "text",
    passphraseHash: "text",
    permissions: "text",
    ipList: "text",
    note: "text",
  },
  ...CONVERSION_COMMANDS,
  ...CUSTODY_COMMANDS,
  ...P2P_COMMANDS,
  ...COUNTDOWN_COMMANDS,
  ...PLEDGING_COMMANDS,
  ...INSTITUTIONAL_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...POSITION_COMMANDS,
  ...MARKET_COMMANDS,
  ...OPERATING_COMMANDS,
  ...ACCESS_COMMANDS,
  ...CORRECTION_COMMANDS,
  ...TERMS_COMMANDS,
  ...LISTING_COMMANDS,
  ...SIGN_IN_COMMANDS,
} as const satisfies Readonly<Record<string, GroupedFields>>;

export type CommandKind = keyof typeof COMMANDS;
export const COMMAND_KINDS = Object.keys(COMMANDS) as readonly CommandKind[];

/** A command before the sequencer gives it its seq and time. */
export type DraftOf<K extends CommandKind> = { kind: K; origin?: Origin | undefined } & RecordOf<
  (typeof COMMANDS)[K]
>;
export type CommandDraft = { [K in CommandKind]: DraftOf<K> }[CommandKind];

export type CommandOf<K extends CommandKind> = DraftOf<K> & Stamp;
export type Command = { [K in CommandKind]: CommandOf<K> }[CommandKind];

export type PlaceOrder = DraftOf<"place_order">;
export type AmendOrder = DraftOf<"amend_order">;
export type ReplaceOrder = DraftOf<"replace_order">;
export type CancelOrder = DraftOf<"cancel_order">;
export type PlacePlan = DraftOf<"place_plan">;
export type PlaceExits = DraftOf<"place_exits">;
export type AmendPlan = DraftOf<"amend_plan">;
/** Exits of an order or a plan. */
export type ExitTerms = NonNullable<PlaceOrder["exits"]>;
/** Changed exits of an amendment. */
export type ExitChange = NonNullable<AmendOrder["exits"]>;
/** Margin terms of an order or a plan. */
export type MarginTerms = NonNullable<PlaceOrder["margin"]>;
