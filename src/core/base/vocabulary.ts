/**
 * The closed lists that commands, events and state share. Their order is part of the encoding. The
 * properties of their words are in `word-traits.ts`.
 */
import { ALERT_KINDS } from "./alert-kinds.ts";
import { assert } from "./assert.ts";

export const REALMS = ["live", "demo"] as const;
export type Realm = (typeof REALMS)[number];

export const ACCOUNT_KINDS = ["classic", "unified"] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * Levels of a unified account (specification, Unified-account concepts). Basic: spot and futures in
 * dollar coins, which share margin. Advanced: everything, and all coins are one margin.
 */
export const ACCOUNT_LEVELS = ["basic", "advanced"] as const;
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number];

/** Product lines. The `susdt`, `susdc` and `scoin` ones are margined in practice coins. */
export const CATEGORIES = [
  "spot",
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
  "susdt_futures",
  "susdc_futures",
  "scoin_futures",
] as const;
export type Category = (typeof CATEGORIES)[number];

/**
 * Wallets; `WALLET_TRAITS` states their owners. `clearing` holds, per futures instrument, profits
 * that one side has realised and the other side has not. `conversion` is the exchange's inventory
 * for conversions between coins.
 */
export const WALLETS = [
  "spot",
  "funding",
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
  "crossed_margin",
  "isolated_margin",
  "unified",
  "outside_world",
  "fees",
  "insurance_fund",
  "clearing",
  "house",
  "lending_pool",
  "p2p_escrow",
  "rounding",
  "interest_income",
  "long_margin",
  "short_margin",
  "conversion",
  "withdrawing",
  "pledged",
] as const;
export type Wallet = (typeof WALLETS)[number];

export const INSTRUMENT_STATUSES = [
  "online",
  "halted",
  "offline",
  "reduce_only",
  "post_only",
] as const;
export type InstrumentStatus = (typeof INSTRUMENT_STATUSES)[number];

export const SIDES = ["buy", "sell"] as const;
export type Side = (typeof SIDES)[number];

export const ORDER_TYPES = ["limit", "market"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const TIMES_IN_FORCE = ["gtc", "ioc", "fok", "post_only"] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** `net` in one-way mode and on spot; in hedge mode the position the order opens or closes. */
export const POSITION_SIDES = ["net", "long", "short"] as const;
export type PositionSide = (typeof POSITION_SIDES)[number];

/** Self-trade prevention: what happens when taker and maker have one parent account. */
export const STP_MODES = ["none", "cancel_taker", "cancel_maker", "cancel_both"] as const;
export type StpMode = (typeof STP_MODES)[number];

/**
 * Who made an order: a client, the exchange itself (for the accounts it unwinds, for its own, and
 * to move a position between accounts), a plan that fired, by its kind, what the exchange does to
 * positions: delivery, liquidation whole (`liquidation`) or by tiers (`reduction`), netting,
 * deleveraging, or a client who reversed a position.
 */
export const ORDER_SOURCES = [
  "api",
  "web",
  "system",
  "normal_plan",
  "trailing_plan",
  "profit_plan",
  "loss_plan",
  "moving_plan",
  "position_profit_plan",
  "position_loss_plan",
  "delivery",
  "liquidation",
  "reduction",
  "offset",
  "deleveraging",
  "reversal",
] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

export const ROLES = ["taker", "maker"] as const;
export type Role = (typeof ROLES)[number];

/** A session is the key of one browser (decision 0101). */
export const KEY_KINDS = ["hmac", "rsa", "ed25519", "session"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** What happened to a key. */
export const KEY_CHANGES = ["created", "changed", "deleted"] as const;
export type KeyChange = (typeof KEY_CHANGES)[number];

/** Why money moved, apart from fills, whose movements are in `order_filled`. */
export const MOVE_REASONS = [
  "credit",
  "transfer",
  "sub_transfer",
  "liquidation_fee",
  "deposit",
  "withdrawal_hold",
  "withdrawal",
  "withdrawal_fee",
  "withdrawal_refund",
  "internal_transfer",
  "p2p_hold",
  "p2p_return",
  "p2p_release",
  "p2p_fee",
  "unit_loan",
  "unit_repayment",
  "unit_collateral",
  "debit",
  "trade_correction",
  "liquidation_refund",
] as const;
export type MoveReason = (typeof MOVE_REASONS)[number];

export const CLOSE_OUTCOMES = ["filled", "cancelled"] as const;
export type CloseOutcome = (typeof CLOSE_OUTCOMES)[number];

/** Why an order left the book, or never entered it. */
export const CLOSE_REASONS = [
  "filled",
  "user_cancelled",
  "ioc_remainder",
  "fok_unfillable",
  "post_only_would_take",
  "self_trade",
  "reduce_only_excess",
  "amend_failed",
  "replaced",
  "dust",
  "no_depth",
  "liquidation",
  "delivery",
  "deleveraging",
  "insolvent",
  "operator_cancelled",
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Source of the price that a plan waits for. */
export const TRIGGER_SOURCES = ["last", "mark", "index"] as const;
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];

/**
 * Kinds of plans. `normal` and `trailing` place any order; the others close a position: `profit`,
 * `loss` and `moving` (trailing) a part of it, `position_…` the whole position. On spot, `profit`
 * and `loss` sell the quantity bought by an order with exits.
 */
export const PLAN_KINDS = [
  "normal",
  "trailing",
  "profit",
  "loss",
  "moving",
  "position_profit",
  "position_loss",
] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Kinds that are placed one by one; the others are exits of a position or an order. */
export const SINGLE_PLAN_KINDS = ["normal", "trailing", "moving"] as const;

/** Why a plan ended before it was placed. */
export const PLAN_CANCEL_REASONS = [
  "user_cancelled",
  "position_closed",
  "twin_executed",
  "delivery",
  "liquidation",
  "operator_cancelled",
] as const;
export type PlanCancelReason = (typeof PLAN_CANCEL_REASONS)[number];

/** Change of a choice in an amendment: keep it, or set it to a word. */
export const TRIGGER_SOURCE_CHANGES = ["keep", ...TRIGGER_SOURCES] as const;
export const ORDER_TYPE_CHANGES = ["keep", ...ORDER_TYPES] as const;
/** Margin of a position: the whole futures account, or a separate amount. */
export const MARGIN_MODES = ["crossed", "isolated"] as const;
export type MarginMode = (typeof MARGIN_MODES)[number];

/**
 * Why money moved between a futures wallet and the margin of an isolated position: a fill opened or
 * closed, the user added or removed, the leverage changed, or the exchange added by itself.
 */
export const MARGIN_MOVE_REASONS = [
  "opened",
  "closed",
  "added",
  "removed",
  "leverage_changed",
  "auto_added",
] as const;
export type MarginMoveReason = (typeof MARGIN_MOVE_REASONS)[number];

/**
 * Source of funds of a spot order: the wallet of its user's kind, or collateral and loans of a
 * margin wallet. `isolated_margin` is the account of the order's own instrument, `unified_margin`
 * the unified wallet with its loans.
 */
export const ORDER_BACKINGS = [
  "default",
  "crossed_margin",
  "isolated_margin",
  "unified_margin",
] as const;
export type OrderBacking = (typeof ORDER_BACKINGS)[number];

/** The wallet of each backing that names one. */
export const WALLET_OF_BACKING = {
  crossed_margin: "crossed_margin",
  isolated_margin: "isolated_margin",
  unified_margin: "unified",
} as const satisfies Readonly<Record<Exclude<OrderBacking, "default">, Wallet>>;

/** The wallets in which users borrow. */
export const MARGIN_WALLETS = ["crossed_margin", "isolated_margin"] as const;
export type MarginWallet = (typeof MARGIN_WALLETS)[number];

/** Whether an order on margin borrows the missing amount, and repays loans with its fills. */
export const LOAN_TYPES = ["normal", "auto_borrow", "auto_repay", "auto_borrow_repay"] as const;
export type LoanType = (typeof LOAN_TYPES)[number];

/** Who decided on a repayment: its user, an order's terms, a flash repayment, a liquidation. */
export const REPAYMENT_KINDS = ["manual", "auto", "flash", "liquidation"] as const;
export type RepaymentKind = (typeof REPAYMENT_KINDS)[number];

/** How the unwinding of a margin account ended: whether its debts are gone. */
export const UNWIND_OUTCOMES = ["success", "failed"] as const;
export type UnwindOutcome = (typeof UNWIND_OUTCOMES)[number];

/** Scope of a liquidation: an isolated position, a futures account, or a unified account. */
export const LIQUIDATION_SCOPES = ["isolated", "crossed", "unified"] as const;
export type LiquidationScope = (typeof LIQUIDATION_SCOPES)[number];

/** How a step of a liquidation lowers a position (trading-rules.md section 5). */
export const LIQUIDATION_STEPS = ["offset", "reduce", "close"] as const;
export type LiquidationStep = (typeof LIQUIDATION_STEPS)[number];

/** Who took the other side: the account itself, the book, the insurance fund, or the ranking. */
export const LIQUIDATION_TAKERS = ["own", "book", "fund", "deleveraged"] as const;
export type LiquidationTaker = (typeof LIQUIDATION_TAKERS)[number];

/**
 * Why a holder is deleveraged: as an account of the liquidated user's parent, as a counterparty of
 * the fills that opened the position, or by the ranking.
 */
export const DELEVERAGE_REASONS = ["related", "counterparty", "ranked"] as const;
export type DeleverageReason = (typeof DELEVERAGE_REASONS)[number];

/** How a liquidation ended: healthy again, nothing to close, or prices unknown. */
export const LIQUIDATION_OUTCOMES = ["recovered", "closed", "paused"] as const;
export type LiquidationOutcome = (typeof LIQUIDATION_OUTCOMES)[number];

/**
 * Why money moved to or from an insurance fund, apart from its own fills: the surplus of a
 * liquidation, the shortfall of an account, a payment of the exchange's own account that keeps the
 * fund from falling below zero, or the fund's share of trading fees.
 */
export const FUND_MOVE_REASONS = ["surplus", "shortfall", "backstop", "fees"] as const;
export type FundMoveReason = (typeof FUND_MOVE_REASONS)[number];

/** Reasons for which the operator holds the funds of an account: its decision, or an alert. */
export const REVIEW_REASONS = ["operator_decision", ...ALERT_KINDS] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Status of a user. The keys of a frozen user are refused; its orders and positions stay. */
export const USER_STATUSES = ["normal", "frozen"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
/**
 * Roles of admin tokens: `read` sees everything, `support` handles users and keys, `risk` markets
 * and prices, `treasury` money, `all` may do everything.
 */
export const ADMIN_ROLES = ["read", "support", "risk", "treasury", "all"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
/** Whether a deposit or withdrawal takes place on a chain or between two users. */
export const CUSTODY_KINDS = ["on_chain", "internal"] as const;
export type CustodyKind = (typeof CUSTODY_KINDS)[number];

/** State of a deposit; `reverted`: its transaction left the chain before it was final. */
export const DEPOSIT_STATUSES = ["pending", "credited", "below_minimum", "reverted"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/**
 * State of a withdrawal: waiting for the operator, approved, signed, accepted by its chain, final;
 * or refunded because its user or the operator ended it or the chain refused it.
 */
export const WITHDRAWAL_STATUSES = [
  "review",
  "approved",
  "signed",
  "broadcast",
  "confirmed",
  "cancelled",
  "rejected",
  "failed",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** What the chain says about the transaction of a withdrawal. */
export const WITHDRAWAL_REPORTS = ["accepted", "refused"] as const;

/**
 * What an entry of an address book covers: a coin on a chain, any coin on the chain's network, or
 * another user.
 */
export const ADDRESS_KINDS = ["regular", "universal", "internal"] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

/** Texts of deposits and withdrawals that events of their own report. */
export const CUSTODY_NOTES = ["address", "tag", "client_id", "source"] as const;
export type CustodyNote = (typeof CUSTODY_NOTES)[number];

/** Price of a peer-to-peer ad: stated, or in proportion to the exchange rate. */
export const P2P_PRICE_TYPES = ["fixed", "floating"] as const;
export type P2pPriceType = (typeof P2P_PRICE_TYPES)[number];
export const P2P_PRICE_CHANGES = ["keep", ...P2P_PRICE_TYPES] as const;

/** Levels of merchants, and that of users who are none. */
export const P2P_LEVELS = ["starter", "advanced", "master"] as const;
export type P2pLevel = (typeof P2P_LEVELS)[number];
export const P2P_MERCHANT_LEVELS = ["none", ...P2P_LEVELS] as const;
export type P2pMerchantLevel = (typeof P2P_MERCHANT_LEVELS)[number];

/** Statuses of a peer-to-peer ad; a removed one is over. */
export const P2P_AD_STATUSES = ["published", "delisted", "removed"] as const;
export type P2pAdStatus = (typeof P2P_AD_STATUSES)[number];

/** Statuses of a peer-to-peer order; the last two end it. */
export const P2P_ORDER_STATUSES = [
  "pending_payment",
  "pending_release",
  "in_appeal",
  "completed",
  "cancelled",
] as const;
export type P2pOrderStatus = (typeof P2P_ORDER_STATUSES)[number];

/** What a party of a peer-to-peer order does with it. */
export const P2P_STEPS = ["pay", "release", "cancel", "appeal"] as const;
export type P2pStep = (typeof P2P_STEPS)[number];

/** Terms of peer-to-peer trading that the operator sets. */
export const P2P_TERMS = ["fiat", "token", "method", "level"] as const;
/** Period of a loan against a pledge: without an end, or one of two fixed ones. */
export const LOAN_PERIODS = ["flexible", "short", "long"] as const;
export type LoanPeriod = (typeof LOAN_PERIODS)[number];

/** What repays a loan against a pledge: the wallet of its user, or the pledge. */
export const PLEDGED_REPAYMENTS = ["wallet", "pledge"] as const;
export type PledgedRepayment = (typeof PLEDGED_REPAYMENTS)[number];

/** Why a loan against a pledge ended by force: it reached the forced line, or its period ended. */
export const PLEDGE_FORCE_REASONS = ["line", "expired"] as const;
export type PledgeForceReason = (typeof PLEDGE_FORCE_REASONS)[number];

/** Kinds of generated markets that a past can be computed for (decision 0081). */
export const MARKET_PRESETS = ["calm", "normal", "wild", "crash", "thin"] as const;
export type MarketPreset = (typeof MARKET_PRESETS)[number];

/** Word at an index that the state keeps. */
export function wordAt<W extends string>(list: readonly W[], index: number): W {
  const word = list[index];
  assert(word !== undefined, "an index of a closed list is within the list");
  return word;
}

/**
 * Returns the index of a word in its list, which contains it by its type. The lists are short: a
 * loop costs a few instructions, a call of `indexOf` a hundred.
 */
export function indexIn<T extends string>(list: readonly T[], word: T): number {
  for (let index = 0; index < list.length; index++) if (list[index] === word) return index;
  return -1;
}
