import type { Atoms, Lots, Ticks } from "../../core/money/units.ts";
import type {
  CloseReason,
  LoanType,
  MarginMode,
  OrderBacking,
  OrderSource,
  OrderType,
  PositionSide,
  Role,
  Side,
  StpMode,
  TimeInForce,
} from "../../core/vocabulary.ts";
import type { OrderExits } from "./order-exits.ts";

/** `new` until the first fill; `filled` and `cancelled` are final. */
export const ORDER_STATUSES = ["new", "partially_filled", "filled", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** One order's side of a trade, as `order_filled` told it. Units as in core/events.ts. */
export type LiveFill = {
  readonly fillId: number;
  readonly tradeId: number;
  readonly orderId: number;
  readonly user: number;
  readonly instrument: number;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly role: Role;
  readonly closesPosition: boolean;
  readonly price: Ticks;
  readonly size: Lots;
  /** Quote atoms (spot, linear) or settle atoms (inverse). */
  readonly value: Atoms;
  readonly fee: Atoms;
  readonly feeCurrency: number;
  readonly realisedPnl: Atoms;
  readonly seq: number;
  readonly timeMs: number;
};

/**
 * The terms and the state of an order at one moment. The live view keeps one record per order and
 * changes it in place: whoever needs an earlier state copies what it needs when it is told.
 */
export type LiveOrder = {
  readonly orderId: number;
  readonly user: number;
  readonly instrument: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly stpMode: StpMode;
  /** 0 for a market order. */
  readonly price: Ticks;
  /** 0 for an order given by `quoteAmount`. */
  readonly size: Lots;
  readonly quoteAmount: Atoms;
  readonly filled: Lots;
  readonly filledValue: Atoms;
  readonly feeTotal: Atoms;
  /** Currency of the last fee; `NO_CURRENCY` before the first fill. */
  readonly feeCurrency: number;
  readonly remaining: Lots;
  /** Without fees, over all fills. */
  readonly realisedPnl: Atoms;
  /** 0 on spot. */
  readonly leverage: number;
  /** Crossed on spot. */
  readonly marginMode: MarginMode;
  readonly source: OrderSource;
  /** `default` but for spot orders on margin. */
  readonly backing: OrderBacking;
  readonly loanType: LoanType;
  /** Take-profit and stop-loss for what it fills; `WITHOUT_EXITS` for most. */
  readonly exits: OrderExits;
  /** Empty when the client gave none. */
  readonly clientOrderId: string;
  readonly status: OrderStatus;
  /** `undefined` while the order is open. */
  readonly closeReason: CloseReason | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Seq of the last change. */
  readonly seq: number;
  readonly lastFill: LiveFill | undefined;
};

export const NO_CURRENCY = -1;

/** What happened to an order; a fill comes with its `LiveFill`. */
export type OrderChange = "accepted" | "amended" | "filled" | "closed";

/**
 * Called once per event of an order, in the order of events, with the record as it is right after
 * the event. A fill of the whole size shows status `filled` at once; the `closed` that follows it
 * repeats that status and adds the close reason.
 */
export type OrderListener = (
  order: LiveOrder,
  change: OrderChange,
  fill: LiveFill | undefined,
) => void;
