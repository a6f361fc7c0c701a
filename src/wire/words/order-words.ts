/** Words of orders and fills. Tables over closed lists: a new word of the core needs an entry. */
import type {
  CloseReason,
  LoanType,
  MarginMode,
  OrderSource,
  OrderType,
  PositionSide,
  Role,
  Side,
  StpMode,
  TimeInForce,
} from "../../core/base/vocabulary.ts";
import { hasPrice } from "../../core/base/word-traits.ts";
import type { OrderStatus } from "../../projections/live/live-order.ts";

export const SIDE_WORDS = {
  buy: "buy",
  sell: "sell",
} as const satisfies Readonly<Record<Side, string>>;

export const ORDER_TYPE_WORDS = {
  limit: "limit",
  market: "market",
} as const satisfies Readonly<Record<OrderType, string>>;
export type OrderTypeWord = (typeof ORDER_TYPE_WORDS)[OrderType];

export const TIME_IN_FORCE_WORDS = {
  gtc: "gtc",
  ioc: "ioc",
  fok: "fok",
  post_only: "post_only",
} as const satisfies Readonly<Record<TimeInForce, string>>;

/**
 * Returns the time in force of an order in rows. Market orders have none: the live venue shows its
 * default, good till cancelled.
 */
export function timeInForceWord(order: {
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
}): (typeof TIME_IN_FORCE_WORDS)[TimeInForce] {
  return TIME_IN_FORCE_WORDS[hasPrice(order.orderType) ? order.timeInForce : "gtc"];
}

export const STP_MODE_WORDS = {
  none: "none",
  cancel_taker: "cancel_taker",
  cancel_maker: "cancel_maker",
  cancel_both: "cancel_both",
} as const satisfies Readonly<Record<StpMode, string>>;

export const POSITION_SIDE_WORDS = {
  net: "net",
  long: "long",
  short: "short",
} as const satisfies Readonly<Record<PositionSide, string>>;

export const MARGIN_MODE_WORDS = {
  crossed: "crossed",
  isolated: "isolated",
} as const satisfies Readonly<Record<MarginMode, string>>;

export const ROLE_WORDS = {
  taker: "taker",
  maker: "maker",
} as const satisfies Readonly<Record<Role, string>>;

/** The role in the order channels of v2. */
export const ROLE_LETTERS = {
  taker: "T",
  maker: "M",
} as const satisfies Readonly<Record<Role, string>>;

/** Loan types of classic margin orders. */
export const LOAN_TYPE_WORDS = {
  normal: "normal",
  auto_borrow: "autoLoan",
  auto_repay: "autoRepay",
  auto_borrow_repay: "autoLoanAndRepay",
} as const satisfies Readonly<Record<LoanType, string>>;

type StatusWords = Readonly<Record<OrderStatus, string>>;

/** Statuses of REST v3. */
export const ORDER_STATUSES_V3 = {
  new: "new",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "cancelled",
} as const satisfies StatusWords;

/** Statuses of the v3 channel `order`, which spells the last one differently. */
export const ORDER_STATUSES_V3_PUSH = {
  new: "new",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "canceled",
} as const satisfies StatusWords;

/** Statuses of spot orders on v2, except in the list of closed orders. */
export const SPOT_ORDER_STATUSES_V2 = {
  new: "live",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "cancelled",
} as const satisfies StatusWords;

/** Statuses of futures orders on v2. */
export const MIX_ORDER_STATUSES_V2 = {
  new: "live",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "canceled",
} as const satisfies StatusWords;

/**
 * Statuses in the v2 lists for which the specification names the words: closed spot orders, and
 * margin orders. Its word `init` stands for an order before matching, which is never shown.
 */
export const LISTED_ORDER_STATUSES_V2 = {
  new: "new",
  partially_filled: "partially_fill",
  filled: "full_fill",
  cancelled: "cancelled",
} as const satisfies StatusWords;

/** Reasons for which an order closed, on v3 and in the futures channel of v2. */
const CANCEL_REASONS = {
  filled: "",
  user_cancelled: "normal_cancel",
  ioc_remainder: "ioc_not_full_cancel",
  fok_unfillable: "fok_not_full_cancel",
  post_only_would_take: "post_only_fill_cancel",
  self_trade: "stp_cancel",
  reduce_only_excess: "normal_cancel",
  amend_failed: "normal_cancel",
  replaced: "modify_limit_order",
  dust: "trade_count_too_small",
  no_depth: "slippage_cancel",
  liquidation: "burst_cancel",
  delivery: "delivery_order_cancel",
  deleveraging: "adl_cancel",
  insolvent: "delegated_risk_order_cancel",
  operator_cancelled: "normal_cancel",
} as const satisfies Readonly<Record<CloseReason, string>>;

interface ClosedOrder {
  readonly status: OrderStatus;
  readonly closeReason: CloseReason | undefined;
}

/**
 * Why an order was cancelled (rest-v3.md, enumerations); empty while open, and when filled, also by
 * a buy for an amount of which a rest too small to trade is left.
 */
export function cancelReasonWord({ closeReason, status }: ClosedOrder): string {
  return status !== "cancelled" || closeReason === undefined ? "" : CANCEL_REASONS[closeReason];
}

/** Reasons in order lists of v2, which have two words. */
const CANCEL_REASONS_V2 = {
  filled: "",
  user_cancelled: "normal_cancel",
  ioc_remainder: "normal_cancel",
  fok_unfillable: "normal_cancel",
  post_only_would_take: "normal_cancel",
  self_trade: "stp_cancel",
  reduce_only_excess: "normal_cancel",
  amend_failed: "normal_cancel",
  replaced: "normal_cancel",
  dust: "normal_cancel",
  no_depth: "normal_cancel",
  liquidation: "normal_cancel",
  delivery: "normal_cancel",
  deleveraging: "normal_cancel",
  insolvent: "normal_cancel",
  operator_cancelled: "normal_cancel",
} as const satisfies Readonly<Record<CloseReason, string>>;

/** Why an order was cancelled, in the order lists of v2; empty for one that was not. */
export function cancelReasonWordV2({ closeReason, status }: ClosedOrder): string {
  return status !== "cancelled" || closeReason === undefined ? "" : CANCEL_REASONS_V2[closeReason];
}

export const POSITION_MODE_WORDS = { hedge: "hedge_mode", oneWay: "one_way_mode" } as const;
export type PositionModeWord = (typeof POSITION_MODE_WORDS)[keyof typeof POSITION_MODE_WORDS];

/** Position mode of a user, order, fill or position. */
export function positionModeWord(isHedge: boolean): PositionModeWord {
  return isHedge ? POSITION_MODE_WORDS.hedge : POSITION_MODE_WORDS.oneWay;
}

/** Side and position side of an order, fill or plan. */
export interface Sides {
  readonly side: Side;
  readonly positionSide: PositionSide;
}

/** Whether an order was placed in hedge mode, where it names its position; never on spot. */
export function isHedged({ positionSide }: Pick<Sides, "positionSide">): boolean {
  return positionSide !== "net";
}

/** Whether a hedge-mode order or fill opens: a buy of a long, a sell of a short. */
export function isOpening({ side, positionSide }: Sides): boolean {
  return (side === "buy") === (positionSide === "long");
}

export const TRADE_SIDE_WORDS = { open: "open", close: "close" } as const;
export type TradeSideWord = keyof typeof TRADE_SIDE_WORDS;

/** Effect of a hedge-mode order or fill on its position. */
export function hedgeTradeSide(sides: Sides): TradeSideWord {
  return isOpening(sides) ? "open" : "close";
}

/**
 * `side` of futures orders on v2, in requests, lists and channels: in hedge mode it follows the
 * position, so closing a long is a `buy`. Only fills have the direction of the trade.
 */
export function requestSideV2(sides: Sides): Side {
  if (!isHedged(sides)) return sides.side;
  return sides.positionSide === "long" ? "buy" : "sell";
}

/** Trade sides of orders that the exchange places to close positions. */
interface ForcedTradeSides {
  /** In hedge mode, by the position that is closed. */
  readonly long: string;
  readonly short: string;
  /** In one-way mode, by the side of the order. */
  readonly buy: string;
  readonly sell: string;
}

function forcedTradeSides(word: string): ForcedTradeSides {
  return {
    long: `${word}_close_long`,
    short: `${word}_close_short`,
    buy: `${word}_buy_single`,
    sell: `${word}_sell_single`,
  };
}

/** Words of orders that the exchange places to close or reverse positions, on v2. */
interface ForcedWords {
  /** Undefined where the order's own sides decide. */
  readonly tradeSides: ForcedTradeSides | undefined;
  /** Source of the order in lists of futures; undefined where the order's type decides. */
  readonly sources: Readonly<Record<Side, string>> | undefined;
}

/** All orders of a liquidation have one source word. */
const LIQUIDATION_SOURCES = { buy: "liquidation", sell: "liquidation" } as const;

/** Undefined for sources whose orders a user placed by themselves. */
export const FORCED_WORDS: Readonly<Record<OrderSource, ForcedWords | undefined>> = {
  api: undefined,
  web: undefined,
  system: undefined,
  normal_plan: undefined,
  trailing_plan: undefined,
  profit_plan: undefined,
  loss_plan: undefined,
  moving_plan: undefined,
  position_profit_plan: undefined,
  position_loss_plan: undefined,
  delivery: {
    tradeSides: forcedTradeSides("delivery"),
    sources: { sell: "delivery_close_long", buy: "delivery_close_short" },
  },
  liquidation: { tradeSides: forcedTradeSides("burst"), sources: LIQUIDATION_SOURCES },
  reduction: { tradeSides: forcedTradeSides("reduce"), sources: LIQUIDATION_SOURCES },
  offset: {
    // One-way mode has no netting: there is never a long beside a short.
    tradeSides: {
      long: "offset_close_long",
      short: "offset_close_short",
      buy: "offset_close_net",
      sell: "offset_close_net",
    },
    sources: undefined,
  },
  deleveraging: {
    tradeSides: {
      long: "dte_sys_adl_close_long",
      short: "dte_sys_adl_close_short",
      buy: "dte_sys_adl_buy_in_single_side_mode",
      sell: "dte_sys_adl_sell_in_single_side_mode",
    },
    sources: undefined,
  },
  reversal: { tradeSides: undefined, sources: { buy: "reverse", sell: "reverse" } },
};

/** Effect of an order or fill on a position, on v2; `source` is that of the order. */
export function tradeSideV2(sides: Sides, source: OrderSource): string {
  const { positionSide, side } = sides;
  const forced = FORCED_WORDS[source]?.tradeSides;
  if (forced !== undefined) return forced[positionSide === "net" ? side : positionSide];
  return isHedged(sides) ? hedgeTradeSide(sides) : `${side}_single`;
}

/** Why an order was executed, on v3 (rest-v3.md, enumerations). */
export const EXEC_TYPES = {
  api: "normal",
  web: "normal",
  system: "normal",
  normal_plan: "normal",
  trailing_plan: "normal",
  profit_plan: "normal",
  loss_plan: "normal",
  moving_plan: "normal",
  position_profit_plan: "normal",
  position_loss_plan: "normal",
  delivery: "delivery",
  liquidation: "liquidation",
  reduction: "reduce",
  offset: "offset",
  deleveraging: "adl",
  reversal: "normal",
} as const satisfies Readonly<Record<OrderSource, string>>;

/** Interface that placed an order, on v2; `SYS` for the exchange, orders of plans included. */
export const POINT_SOURCES_V2 = {
  api: "API",
  web: "WEB",
  system: "SYS",
  normal_plan: "SYS",
  trailing_plan: "SYS",
  profit_plan: "SYS",
  loss_plan: "SYS",
  moving_plan: "SYS",
  position_profit_plan: "SYS",
  position_loss_plan: "SYS",
  delivery: "SYS",
  liquidation: "SYS",
  reduction: "SYS",
  offset: "SYS",
  deleveraging: "SYS",
  reversal: "API",
} as const satisfies Readonly<Record<OrderSource, string>>;

/** Undefined where the order's type alone decides. */
const PLAN_SOURCES_V2: Readonly<Record<OrderSource, string | undefined>> = {
  api: undefined,
  web: undefined,
  system: undefined,
  normal_plan: undefined,
  trailing_plan: undefined,
  profit_plan: "profit",
  loss_plan: "loss",
  moving_plan: "profit",
  position_profit_plan: "pos_profit",
  position_loss_plan: "pos_loss",
  delivery: undefined,
  liquidation: undefined,
  reduction: undefined,
  offset: undefined,
  deleveraging: undefined,
  reversal: undefined,
};

const PLAIN_SOURCES_V2 = {
  limit: "normal",
  market: "market",
} as const satisfies Readonly<Record<OrderType, string>>;

/** Source word of a spot order on v2 (specification, Spot historical order). */
export function spotOrderSourceV2(orderType: OrderType): string {
  return PLAIN_SOURCES_V2[orderType];
}

/** Source word of a futures order on v2: `normal`, `market`, `profit_limit` and others. */
export function orderSourceV2(source: OrderSource, orderType: OrderType): string {
  const word = PLAN_SOURCES_V2[source];
  return word === undefined ? PLAIN_SOURCES_V2[orderType] : `${word}_${orderType}`;
}
