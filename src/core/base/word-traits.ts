/**
 * Properties of the words of the closed lists, decided in one place for each list: a table over all
 * words, or a `switch` that ends in `unreachable` where every order needs the property. A new word
 * does not compile until every table and switch covers it.
 */
import { unreachable } from "./assert.ts";
import {
  type AccountKind,
  type AccountLevel,
  type Category,
  type CloseOutcome,
  type CloseReason,
  type FundMoveReason,
  type InstrumentStatus,
  KEY_KINDS,
  type KeyKind,
  type LoanType,
  type MarginMode,
  type MarginWallet,
  type MoveReason,
  type OrderBacking,
  type OrderSource,
  type OrderType,
  type PlanKind,
  type SINGLE_PLAN_KINDS,
  type StpMode,
  type TimeInForce,
  type TriggerSource,
  type Wallet,
} from "./vocabulary.ts";

type SinglePlanKind = (typeof SINGLE_PLAN_KINDS)[number];

/** Whether one wallet and one margin back everything that an account of the kind trades. */
export function isUnified(accountKind: AccountKind): boolean {
  switch (accountKind) {
    case "classic":
      return false;
    case "unified":
      return true;
    default:
      return unreachable(accountKind);
  }
}

/** Whether all coins of an account at the level are one margin, and it may borrow. */
export function isAdvanced(level: AccountLevel): boolean {
  switch (level) {
    case "basic":
      return false;
    case "advanced":
      return true;
    default:
      return unreachable(level);
  }
}

/** Kind of an API key, whose requests are signed. */
export type SignedKeyKind = Exclude<KeyKind, "session">;

/** Whether a key is the session of a browser, whose requests are not signed. */
export function isSession(kind: KeyKind): kind is "session" {
  switch (kind) {
    case "hmac":
    case "rsa":
    case "ed25519":
      return false;
    case "session":
      return true;
    default:
      return unreachable(kind);
  }
}

export const SIGNED_KEY_KINDS: readonly SignedKeyKind[] = KEY_KINDS.filter(
  (kind) => !isSession(kind),
);

type CategoryTraits = {
  readonly isFutures: boolean;
  /** Wallet of classic users that orders of the category draw on. */
  readonly classicWallet: "spot" | "usdt_futures" | "usdc_futures" | "coin_futures";
};

export const CATEGORY_TRAITS: Readonly<Record<Category, CategoryTraits>> = {
  spot: { isFutures: false, classicWallet: "spot" },
  usdt_futures: { isFutures: true, classicWallet: "usdt_futures" },
  usdc_futures: { isFutures: true, classicWallet: "usdc_futures" },
  coin_futures: { isFutures: true, classicWallet: "coin_futures" },
  susdt_futures: { isFutures: true, classicWallet: "usdt_futures" },
  susdc_futures: { isFutures: true, classicWallet: "usdc_futures" },
  scoin_futures: { isFutures: true, classicWallet: "coin_futures" },
};

type WalletTraits = {
  /**
   * Owner of the money; `position` is the margin of an isolated position of a user, `withdrawal`
   * what the open withdrawals of a user hold, `pledge` what secures the user's loans.
   */
  readonly owner: "user" | "exchange" | "position" | "withdrawal" | "pledge";
  /** Futures that the wallet backs, besides spot orders. */
  readonly backs: "nothing" | "classic_futures" | "unified_futures";
  /** Users that may receive credits and transfers in it; margin wallets have other conditions. */
  readonly opensTo: readonly AccountKind[];
  /** Whether the wallet is a fund of the exchange that the operator may endow. */
  readonly isEndowed: boolean;
};

const OF_EXCHANGE = {
  owner: "exchange",
  backs: "nothing",
  opensTo: [],
  isEndowed: false,
} satisfies WalletTraits;
const OF_FUTURES = { owner: "user", backs: "classic_futures", opensTo: ["classic"] } as const;
const OF_LOANS = { owner: "user", backs: "nothing", opensTo: [] } as const;
const OF_POSITION = { ...OF_EXCHANGE, owner: "position" } as const;

export const WALLET_TRAITS: Readonly<Record<Wallet, WalletTraits>> = {
  spot: { owner: "user", backs: "nothing", opensTo: ["classic"], isEndowed: false },
  funding: { owner: "user", backs: "nothing", opensTo: ["classic", "unified"], isEndowed: false },
  usdt_futures: { ...OF_FUTURES, isEndowed: false },
  usdc_futures: { ...OF_FUTURES, isEndowed: false },
  coin_futures: { ...OF_FUTURES, isEndowed: false },
  crossed_margin: { ...OF_LOANS, isEndowed: false },
  isolated_margin: { ...OF_LOANS, isEndowed: false },
  unified: { owner: "user", backs: "unified_futures", opensTo: ["unified"], isEndowed: false },
  outside_world: OF_EXCHANGE,
  fees: OF_EXCHANGE,
  insurance_fund: { ...OF_EXCHANGE, isEndowed: true },
  clearing: OF_EXCHANGE,
  house: OF_EXCHANGE,
  lending_pool: { ...OF_EXCHANGE, isEndowed: true },
  p2p_escrow: OF_EXCHANGE,
  rounding: OF_EXCHANGE,
  interest_income: OF_EXCHANGE,
  long_margin: OF_POSITION,
  short_margin: OF_POSITION,
  conversion: { ...OF_EXCHANGE, isEndowed: true },
  withdrawing: { owner: "withdrawal", backs: "nothing", opensTo: [], isEndowed: false },
  pledged: { owner: "pledge", backs: "nothing", opensTo: [], isEndowed: false },
};

/**
 * Whether orders are executed while an instrument has the status: plans fire and positions are
 * liquidated.
 */
export function isTrading(status: InstrumentStatus): boolean {
  switch (status) {
    case "online":
    case "reduce_only":
      return true;
    case "post_only":
    case "halted":
    case "offline":
      return false;
    default:
      return unreachable(status);
  }
}

/**
 * Whether orders of the type state the worst price at which they trade. An order without a price
 * trades at once with the book within the price bands, and never rests.
 */
export function hasPrice(orderType: OrderType): boolean {
  switch (orderType) {
    case "limit":
      return true;
    case "market":
      return false;
    default:
      return unreachable(orderType);
  }
}

type TimeInForceTraits = {
  /** Whether the order may trade as taker; otherwise it is cancelled where it would. */
  readonly mayTake: boolean;
  /** Whether the order trades only if its whole size can trade at once. */
  readonly isWhole: boolean;
  /** Whether the remainder rests in the book, or the reason for which it is cancelled. */
  readonly remainder: "rests" | "ioc_remainder" | "fok_unfillable";
};

export const TIME_IN_FORCE_TRAITS: Readonly<Record<TimeInForce, TimeInForceTraits>> = {
  gtc: { mayTake: true, isWhole: false, remainder: "rests" },
  ioc: { mayTake: true, isWhole: false, remainder: "ioc_remainder" },
  fok: { mayTake: true, isWhole: true, remainder: "fok_unfillable" },
  post_only: { mayTake: false, isWhole: false, remainder: "rests" },
};

type StpTraits = { readonly cancelsTaker: boolean; readonly cancelsMaker: boolean };

/** Which orders of one parent account are cancelled instead of trading; none: they trade. */
export const STP_TRAITS: Readonly<Record<StpMode, StpTraits>> = {
  none: { cancelsTaker: false, cancelsMaker: false },
  cancel_taker: { cancelsTaker: true, cancelsMaker: false },
  cancel_maker: { cancelsTaker: false, cancelsMaker: true },
  cancel_both: { cancelsTaker: true, cancelsMaker: true },
};

/** Whether an order of the source may trade at any price, beyond the price guards. */
export const IS_UNGUARDED: Readonly<Record<OrderSource, boolean>> = {
  api: false,
  web: false,
  system: true,
  normal_plan: false,
  trailing_plan: false,
  profit_plan: false,
  loss_plan: false,
  moving_plan: false,
  position_profit_plan: false,
  position_loss_plan: false,
  delivery: false,
  liquidation: false,
  reduction: false,
  offset: false,
  deleveraging: false,
  reversal: false,
};

/** Whether a movement is listed among the transfers of its users, in addition to their bills. */
export const IS_TRANSFER: Readonly<Record<MoveReason, boolean>> = {
  credit: true,
  transfer: true,
  sub_transfer: true,
  liquidation_fee: false,
  deposit: false,
  withdrawal_hold: false,
  withdrawal: false,
  withdrawal_fee: false,
  withdrawal_refund: false,
  internal_transfer: false,
  p2p_hold: false,
  p2p_return: false,
  p2p_release: false,
  p2p_fee: false,
  unit_loan: false,
  unit_repayment: false,
  unit_collateral: false,
  debit: true,
  trade_correction: false,
  liquidation_refund: false,
};

/** Outcome of an order that ends for the reason; `by_fills`: filled when it has any fill. */
export const OUTCOME_OF_REASON: Readonly<Record<CloseReason, CloseOutcome | "by_fills">> = {
  filled: "filled",
  user_cancelled: "cancelled",
  ioc_remainder: "cancelled",
  fok_unfillable: "cancelled",
  post_only_would_take: "cancelled",
  self_trade: "cancelled",
  reduce_only_excess: "cancelled",
  amend_failed: "cancelled",
  replaced: "cancelled",
  dust: "by_fills",
  no_depth: "cancelled",
  liquidation: "cancelled",
  delivery: "cancelled",
  deleveraging: "cancelled",
  insolvent: "cancelled",
  operator_cancelled: "cancelled",
};

/** Whether the price of a trigger source does not change while the index price is stale. */
export const FOLLOWS_INDEX: Readonly<Record<TriggerSource, boolean>> = {
  last: false,
  mark: true,
  index: true,
};

type PlanKindTraits<K extends PlanKind> = {
  /** Whether the plan closes a position of its user, and ends with the position. */
  readonly isPositionBound: boolean;
  /** Whether the plan closes the whole position at the time of its execution. */
  readonly isWholePosition: boolean;
  /** Whether the plan follows the price and fires on its retreat. */
  readonly isTrailing: boolean;
  /** Side of the entry price on which the plan waits: gaining, losing, or that of its trigger. */
  readonly exit: "profit" | "loss" | "neither";
  /** Whether the kind is in `SINGLE_PLAN_KINDS`, that is, not an exit of a position or an order. */
  readonly isSingle: K extends SinglePlanKind ? true : false;
  /** Whether users may place the plan in spot instruments, too. */
  readonly isPlacedOnSpot: boolean;
  /** Source of the order that the plan places. */
  readonly source: OrderSource;
};

const ENTRY = { isPositionBound: false, isWholePosition: false, exit: "neither" } as const;
const EXIT = {
  isPositionBound: true,
  isTrailing: false,
  isSingle: false,
  isPlacedOnSpot: false,
} as const;
const WHOLE = { ...EXIT, isWholePosition: true } as const;
const PART = { ...EXIT, isWholePosition: false } as const;

export const PLAN_KIND_TRAITS: { readonly [K in PlanKind]: PlanKindTraits<K> } = {
  normal: {
    ...ENTRY,
    isTrailing: false,
    isSingle: true,
    isPlacedOnSpot: true,
    source: "normal_plan",
  },
  trailing: {
    ...ENTRY,
    isTrailing: true,
    isSingle: true,
    isPlacedOnSpot: false,
    source: "trailing_plan",
  },
  profit: { ...PART, exit: "profit", source: "profit_plan" },
  loss: { ...PART, exit: "loss", source: "loss_plan" },
  moving: { ...PART, isTrailing: true, isSingle: true, exit: "neither", source: "moving_plan" },
  position_profit: { ...WHOLE, exit: "profit", source: "position_profit_plan" },
  position_loss: { ...WHOLE, exit: "loss", source: "position_loss_plan" },
};

/** Whether each position has a separate margin, instead of the whole futures account. */
export const IS_ISOLATED: Readonly<Record<MarginMode, boolean>> = {
  crossed: false,
  isolated: true,
};

type BackingTraits = {
  /** Whether the wallet has a separate account per instrument. */
  readonly isPerInstrument: boolean;
} & (
  | {
      /** Account that lends the amount that an order is missing. */
      readonly lender: "none" | "unified_account";
      readonly marginWallet: undefined;
    }
  | {
      /** A margin account of the wallet lends the amount that an order is missing. */
      readonly lender: "margin_account";
      readonly marginWallet: MarginWallet;
    }
);

export const BACKING_TRAITS: Readonly<Record<OrderBacking, BackingTraits>> = {
  default: { lender: "none", marginWallet: undefined, isPerInstrument: false },
  crossed_margin: {
    lender: "margin_account",
    marginWallet: "crossed_margin",
    isPerInstrument: false,
  },
  isolated_margin: {
    lender: "margin_account",
    marginWallet: "isolated_margin",
    isPerInstrument: true,
  },
  unified_margin: { lender: "unified_account", marginWallet: undefined, isPerInstrument: false },
};

type LoanTypeTraits = {
  /** Whether a margin account lends the missing amount before the order is placed. */
  readonly borrows: boolean;
  /** Whether fills of the order repay loans of its margin account. */
  readonly repays: boolean;
  /** Whether orders of unified accounts, whose debts change with each fill, may have it. */
  readonly isForUnified: boolean;
};

export const LOAN_TYPE_TRAITS: Readonly<Record<LoanType, LoanTypeTraits>> = {
  normal: { borrows: false, repays: false, isForUnified: true },
  auto_borrow: { borrows: true, repays: false, isForUnified: false },
  auto_repay: { borrows: false, repays: true, isForUnified: false },
  auto_borrow_repay: { borrows: true, repays: true, isForUnified: false },
};

/** Whether a movement adds to the insurance fund, or is paid by it. */
export const IS_PAID_IN: Readonly<Record<FundMoveReason, boolean>> = {
  surplus: true,
  shortfall: false,
  backstop: true,
  fees: true,
};

/** Returns 1 for each word with a property, by index, for state that keeps words as indexes. */
export function wordFlags<W extends string>(
  list: readonly W[],
  has: (word: W) => boolean,
): Uint8Array {
  return Uint8Array.from(list, (word) => (has(word) ? 1 : 0));
}

/** Numbers of bits that can store the index of a word of the list; at most four. */
type BitsFor<L extends readonly string[]> = L["length"] extends 1 | 2
  ? 1 | 2 | 3 | 4
  : L["length"] extends 3 | 4
    ? 2 | 3 | 4
    : L["length"] extends 5 | 6 | 7 | 8
      ? 3 | 4
      : L["length"] extends 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16
        ? 4
        : never;

/** Returns the mask of a field of `bits` bits that stores the index of a word of the list. */
export function maskOf<L extends readonly string[]>(bits: BitsFor<L>): number {
  return (1 << bits) - 1;
}
