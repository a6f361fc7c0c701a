/**
 * Orders, positions and balances as the panels show them: one shape for classic accounts (v2) and
 * unified accounts (v3). Prices, sizes and amounts are decimal text as the exchange sent them,
 * empty where there is none; times are Unix ms.
 */
import type { Category } from "../state/instrument.ts";

export type Side = "buy" | "sell";
export type PositionSide = "long" | "short";
export type TimeInForce = "gtc" | "ioc" | "fok" | "post_only";
export type StpMode = "none" | "cancel_taker" | "cancel_maker" | "cancel_both";
/**
 * `spot` trades own coins only; `isolated` and `crossed` borrow on spot, and are margin modes of
 * futures.
 */
export type MarginMode = "spot" | "isolated" | "crossed";
export type TriggerBy = "last" | "mark" | "index";

type OfInstrument = {
  readonly category: Category;
  readonly symbol: string;
  /** `category:symbol`. */
  readonly instrumentKey: string;
};

/** Exit prices attached to an order or position; empty text for none. */
export type ExitPrices = {
  readonly takeProfit: string;
  readonly stopLoss: string;
};

export type Order = OfInstrument &
  ExitPrices & {
    readonly id: string;
    readonly clientId: string;
    readonly side: Side;
    /** In hedge mode the position that the order changes; otherwise undefined. */
    readonly positionSide: PositionSide | undefined;
    readonly type: "limit" | "market";
    readonly timeInForce: TimeInForce;
    readonly marginMode: MarginMode;
    readonly price: string;
    /** In base coins; empty for a market buy by amount. */
    readonly size: string;
    /** In quote coins, for a market buy by amount. */
    readonly amount: string;
    readonly filled: string;
    readonly averagePrice: string;
    readonly reduceOnly: boolean;
    /** Word of the interface: live, partially_filled, filled, canceled … */
    readonly status: string;
    /** Why the order was closed; empty for none. */
    readonly closeReason: string;
    /** What placed it: the user, a trigger, a liquidation … */
    readonly source: string;
    readonly fee: string;
    readonly feeCoin: string;
    readonly createdMs: number;
    readonly updatedMs: number;
  };

export type PlanKind = "trigger" | "trailing" | "take_profit" | "stop_loss" | "exits";

/** An order that waits for a price: trigger, trailing, or exit of a position. */
export type Plan = OfInstrument &
  ExitPrices & {
    readonly id: string;
    readonly clientId: string;
    readonly kind: PlanKind;
    readonly side: Side;
    readonly positionSide: PositionSide | undefined;
    readonly triggerPrice: string;
    readonly triggerBy: TriggerBy;
    /** Price of the order that is placed; empty for a market order. */
    readonly orderPrice: string;
    readonly size: string;
    /** Trailing: distance as a fraction of the best price; empty otherwise. */
    readonly callbackRate: string;
    readonly reduceOnly: boolean;
    readonly status: string;
    readonly createdMs: number;
    readonly updatedMs: number;
  };

export type Position = OfInstrument &
  ExitPrices & {
    readonly side: PositionSide;
    readonly isHedge: boolean;
    readonly marginMode: "isolated" | "crossed";
    readonly marginCoin: string;
    readonly leverage: string;
    /** In base coins. */
    readonly size: string;
    /** Coin-margined contracts: face in the quote coin; otherwise empty. */
    readonly face: string;
    /** Size that no closing order reserves. */
    readonly available: string;
    readonly entryPrice: string;
    readonly breakEvenPrice: string;
    readonly markPrice: string;
    /** Empty when no price liquidates the position. */
    readonly liquidationPrice: string;
    readonly margin: string;
    /** Maintenance margin over equity as a fraction; 1 liquidates. */
    readonly marginRatio: string;
    /** Maintenance margin over value as a fraction, without the closing fee. */
    readonly maintenanceRate: string;
    /** At `markPrice`, which follows the market. */
    readonly unrealised: string;
    /** The same as it was when the exchange reported the position, and the balances with it. */
    readonly reportedGain: string;
    readonly realised: string;
    readonly funding: string;
    readonly createdMs: number;
    /** Exits that close a part only, such as those of an order; known where plans are. */
    readonly partExits?: readonly Plan[];
  };

export type Fill = OfInstrument & {
  readonly id: string;
  readonly orderId: string;
  readonly side: Side;
  readonly positionSide: PositionSide | undefined;
  readonly role: "maker" | "taker";
  readonly price: string;
  readonly size: string;
  readonly notional: string;
  readonly fee: string;
  readonly feeCoin: string;
  readonly realised: string;
  readonly timeMs: number;
};

/** Balance of a coin in a wallet. */
export type Balance = {
  /** spot, crossed_margin, isolated_margin, usdt_futures …, funding, unified. */
  readonly wallet: string;
  readonly coin: string;
  /** Isolated margin: the symbol of the account; otherwise empty. */
  readonly symbol: string;
  readonly equity: string;
  readonly available: string;
  readonly held: string;
  readonly borrowed: string;
  readonly interest: string;
  /** Value of the equity in USDT; empty when unknown. */
  readonly value: string;
};

/** Account as a whole; empty text where the kind of account has no such figure. */
export type AccountSummary = {
  readonly equity: string;
  readonly available: string;
  readonly unrealised: string;
  readonly initialMargin: string;
  readonly maintenanceMargin: string;
  /** Maintenance margin over equity as a fraction; 1 liquidates. */
  readonly marginRatio: string;
};

export type Bill = {
  readonly id: string;
  readonly wallet: string;
  readonly coin: string;
  readonly symbol: string;
  readonly kind: string;
  readonly amount: string;
  readonly fee: string;
  readonly balance: string;
  readonly timeMs: number;
};

export type FundingPayment = OfInstrument & {
  readonly id: string;
  readonly coin: string;
  readonly amount: string;
  readonly timeMs: number;
};

/** Settings of the caller for an instrument of futures or margin. */
export type TradeSettings = {
  readonly marginMode: MarginMode;
  readonly isHedge: boolean;
  /** Of crossed margin, or of both sides where they are equal. */
  readonly leverage: string;
  /** Isolated margin in hedge mode has two. */
  readonly longLeverage: string;
  readonly shortLeverage: string;
};

/** Order as a person wrote it in the ticket. */
export type NewOrder = {
  readonly category: Category;
  readonly symbol: string;
  readonly side: Side;
  readonly type: "limit" | "market";
  readonly marginMode: MarginMode;
  /** In hedge mode the position that the order changes. */
  readonly positionSide?: PositionSide | undefined;
  readonly price?: string | undefined;
  /** In base coins; exactly one of size and amount. */
  readonly size?: string | undefined;
  /** In quote coins: market buys on spot. */
  readonly amount?: string | undefined;
  readonly timeInForce?: TimeInForce | undefined;
  readonly reduceOnly?: boolean | undefined;
  readonly stpMode?: StpMode | undefined;
  readonly takeProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  /** Spot margin: borrow what is missing, and repay with what comes in. */
  readonly autoBorrow?: boolean | undefined;
  readonly autoRepay?: boolean | undefined;
  readonly clientId?: string | undefined;
};

/** Trigger or trailing order as a person wrote it in the ticket. */
export type NewPlan = Omit<NewOrder, "timeInForce" | "stpMode"> & {
  readonly kind: "trigger" | "trailing";
  readonly triggerPrice?: string | undefined;
  readonly triggerBy: TriggerBy;
  /** Trailing: distance as a fraction of the best price. */
  readonly callbackRate?: string | undefined;
};

/** One page of records, newest first, and how to ask for the next one; undefined at the end. */
export type Page<T> = {
  readonly rows: readonly T[];
  readonly next: string | undefined;
};
