/** Records of the naive exchange, without aggregates, and functions of single records. */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type {
  AccountKind,
  AccountLevel,
  InstrumentStatus,
  LoanType,
  OrderBacking,
  OrderSource,
  OrderType,
  PlanKind,
  PositionSide,
  Realm,
  ReviewReason,
  Side,
  StpMode,
  TimeInForce,
  TriggerSource,
  Wallet,
} from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import type { EndedIds } from "./naive-client-ids.ts";
import type { NaiveCounterparty } from "./naive-counterparties.ts";
import type { NaiveFunding } from "./naive-funding.ts";
import type { NaiveLossLimits } from "./naive-losses.ts";
import type { NaivePrices } from "./naive-prices.ts";

export type NaiveCurrency = {
  readonly code: string;
  readonly decimals: number;
  readonly isPractice: boolean;
};

/** A listing with the scales that follow from it. */
export type NaiveInstrument = Omit<
  CommandOf<"list_instrument">,
  "kind" | "seq" | "timeMs" | "fundingIntervalHours"
> & {
  readonly index: number;
  readonly isFutures: boolean;
  fundingIntervalHours: number;
  /** Quote atoms of a tick times a lot, or settle atoms of a lot at one tick (inverse). */
  readonly scale: bigint;
  readonly baseAtomsPerLot: bigint;
  readonly priceMax: number;
  status: InstrumentStatus;
  indexPrice: number;
  /** What the operator holds the index at; 0 for nothing. */
  heldPrice: number;
  indexedAtMs: number;
  mark: number;
  last: number;
  markedAtMs: number;
  sampledAtMs: number;
  tiers: readonly NaiveTier[];
  limits: NaiveLimits;
  lossLimits: NaiveLossLimits;
  readonly prices: NaivePrices;
  /** All samples ever taken of what rests near mark. */
  readonly depths: { readonly atMs: number; readonly bid: number; readonly ask: number }[];
  readonly funding: NaiveFunding;
  /** Order limits before the present ones, those of the listing first. */
  readonly earlierLimits: NaiveOrderLimits[];
  /** 0 for a perpetual. */
  deliveryAtMs: number;
};

export type NaiveOrderLimits = Pick<
  CommandOf<"list_instrument">,
  "sizeLotsMin" | "sizeLotsMax" | "valueMin"
>;

export type NaiveLimits = Omit<
  CommandOf<"set_opening_limits">,
  "kind" | "seq" | "timeMs" | "instrument"
>;

export type NaiveTier = {
  readonly valueMax: number;
  readonly leverageMax: number;
  readonly rateE6: number;
};

export type NaiveUser = {
  readonly index: number;
  accountKind: AccountKind;
  readonly realm: Realm;
  readonly parent: number;
  readonly openOrdersMax: number;
  /** Of a virtual sub-account. */
  readonly alias: string | undefined;
  readonly endedIds: EndedIds;
  level: AccountLevel;
  isQuestionnairePassed: boolean;
  readonly hedgeCategories: Set<string>;
  readonly leverages: Map<number, { long: number; short: number }>;
  readonly isolated: Set<number>;
  /** Positions with auto-margin, as instrument and side. */
  readonly autoMargins: Set<string>;
  /** Leverage of borrowing, by coin. */
  readonly coinLeverages: Map<number, number>;
  /** Why the user's own account was put under review, and since when. */
  review: { readonly reason: ReviewReason; readonly sinceMs: number } | undefined;
};

/** An order that is open: resting when it has a place in a queue. */
export type NaiveOrder = {
  readonly id: number;
  readonly user: number;
  readonly instrument: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly stpMode: StpMode;
  readonly source: OrderSource;
  readonly clientOrderId: string;
  readonly quoteAmount: bigint;
  readonly backing: OrderBacking;
  readonly loanType: LoanType;
  readonly sizingPriceE6: number;
  price: number;
  size: number;
  filled: number;
  filledNotional: bigint;
  fillPriceMin: number;
  fillPriceMax: number;
  feeTotal: bigint;
  /** Rank by arrival in the book; undefined while it does not rest. */
  place: number | undefined;
  /** Take-profit and stop-loss that it brings, and the plans made of them so far. */
  exits: NaiveExits | undefined;
  readonly exitPlans: { profit: number; loss: number };
};

export type NaiveExits = {
  readonly profitTrigger: number;
  readonly profitBy: TriggerSource;
  readonly profitPrice: number;
  readonly lossTrigger: number;
  readonly lossBy: TriggerSource;
  readonly lossPrice: number;
};

/** A plan that has neither been placed nor cancelled. */
export type NaivePlan = NaiveExits & {
  readonly id: number;
  readonly user: number;
  readonly instrument: number;
  readonly planKind: PlanKind;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly stpMode: StpMode;
  readonly source: OrderSource;
  readonly backing: OrderBacking;
  readonly clientOrderId: string;
  readonly parentOrderId: number;
  readonly sizingPriceE6: number;
  readonly triggerBy: TriggerSource;
  readonly triggerPrice: number;
  readonly callbackE4: number;
  readonly orderType: OrderType;
  readonly price: number;
  readonly quoteAmount: bigint;
  size: number;
  counterpart: number;
  isRising: boolean;
  /** Of a trailing plan that follows the price: the best one so far. */
  best: number | undefined;
  /** Rank by firing. */
  firedAt: number | undefined;
};

export type NaivePosition = {
  readonly id: number;
  readonly user: number;
  readonly instrument: number;
  readonly side: "long" | "short";
  readonly openedAtMs: number;
  size: number;
  openNotional: bigint;
  openedSize: number;
  openedNotional: bigint;
  closedSize: number;
  closedNotional: bigint;
  realisedPnl: bigint;
  openFee: bigint;
  closeFee: bigint;
  openPriceMin: number;
  openPriceMax: number;
  closePriceMin: number;
  closePriceMax: number;
  funding: bigint;
  /** Settlements this position has taken. */
  fundingTaken: number;
  /** Other sides of the fills that opened it. */
  readonly met: NaiveCounterparty[];
};

export type NaiveAccount = {
  readonly user: number;
  readonly wallet: Wallet;
  readonly currency: number;
  /** Of clearing accounts and of isolated margin of both kinds: the instrument's index. */
  readonly instrument: number | undefined;
  balance: bigint;
};

export type NaiveTransfer = { readonly id: number; readonly command: CommandOf<"transfer"> };

export type NaiveItem = {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly instrument: number;
  readonly rejection: Rejection | undefined;
};

export function remainingOf(order: NaiveOrder): number {
  return order.size - order.filled;
}

export function isHedged(user: NaiveUser, instrument: NaiveInstrument): boolean {
  return user.hedgeCategories.has(instrument.category);
}

export type ClosingTerms = {
  readonly reduceOnly: boolean;
  readonly positionSide: PositionSide;
  readonly side: Side;
};

/** Whether an order can only lower a position: reduce-only, or against its named position. */
export function isClosing(order: ClosingTerms): boolean {
  if (order.reduceOnly) return true;
  if (order.positionSide === "long") return order.side === "sell";
  return order.positionSide === "short" && order.side === "buy";
}
