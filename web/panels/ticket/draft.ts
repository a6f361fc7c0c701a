/** What a person wrote in the ticket, and the order that it means. All amounts are decimal text. */
import Big from "big.js";
import type {
  MarginMode,
  NewOrder,
  NewPlan,
  PositionSide,
  Side,
  StpMode,
  TimeInForce,
  TriggerBy,
} from "../../accounts/model.ts";
import type { Instrument } from "../../state/instrument.ts";

export type TicketType = "limit" | "market" | "trigger" | "trailing";
/** Unit of the size: coins of the base, or their value in the quote coin. */
export type SizeUnit = "base" | "quote";
/** How exits are written: as prices, as per cent of the price, or as profit in the quote coin. */
export type ExitUnit = "price" | "percent" | "profit";

export type Draft = {
  readonly side: Side;
  readonly type: TicketType;
  readonly price: string;
  readonly size: string;
  readonly unit: SizeUnit;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly stpMode: StpMode;
  readonly triggerPrice: string;
  readonly triggerBy: TriggerBy;
  /** Whether the order that a trigger places is a limit order at `price`. */
  readonly isLimitAfter: boolean;
  /** Trailing distance in per cent of the best price. */
  readonly callback: string;
  readonly hasExits: boolean;
  readonly exitUnit: ExitUnit;
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** Spot: whether to trade own coins, or to borrow with one of the margin modes. */
  readonly spotMode: MarginMode;
  readonly autoBorrow: boolean;
  readonly autoRepay: boolean;
  /** Hedge mode: whether the order opens or closes a position. */
  readonly isClosing: boolean;
};

export const EMPTY_DRAFT: Draft = {
  side: "buy",
  type: "limit",
  price: "",
  size: "",
  unit: "base",
  timeInForce: "gtc",
  reduceOnly: false,
  stpMode: "none",
  triggerPrice: "",
  triggerBy: "last",
  isLimitAfter: false,
  callback: "1",
  hasExits: false,
  exitUnit: "price",
  takeProfit: "",
  stopLoss: "",
  spotMode: "spot",
  autoBorrow: false,
  autoRepay: false,
  isClosing: false,
};

/** What the ticket knows besides the draft. */
export type TicketContext = {
  readonly instrument: Instrument;
  /** Latest price, for orders without one of their own; empty while it is unknown. */
  readonly lastPrice: string;
  /** Best prices, at which orders of the other side execute; empty while there is none. */
  readonly bidPrice: string;
  readonly askPrice: string;
  /** Futures: margin mode of the account in this market. */
  readonly marginMode: MarginMode;
  readonly isHedge: boolean;
};

const DECIMAL = /^(\d+(\.\d*)?|\.\d+)$/;

/** Returns the number of a text; undefined unless it is a decimal without a sign. */
export function bigOf(text: string): Big | undefined {
  return DECIMAL.test(text) ? new Big(text) : undefined;
}

/** Returns a decimal rounded down to a step. */
export function downTo(value: Big, step: string): Big {
  const unit = new Big(step);
  return unit.lte(0) ? value : value.div(unit).round(0, Big.roundDown).times(unit);
}

/**
 * Whether a trigger places a limit order. On spot a buy does always: the size of a market buy is an
 * amount of the quote coin, whose worth at the trigger is not known now.
 */
export function isLimitAfter(draft: Draft, { isFutures }: Instrument): boolean {
  return draft.isLimitAfter || (!isFutures && draft.side === "buy");
}

/** Whether the order has a price of its own. */
export function needsPrice(draft: Draft, instrument: Instrument): boolean {
  return draft.type === "limit" || (draft.type === "trigger" && isLimitAfter(draft, instrument));
}

/** Price at which the order is expected to execute; empty while it is unknown. */
export function expectedPrice(draft: Draft, context: TicketContext): string {
  if (needsPrice(draft, context.instrument)) return draft.price;
  if (draft.type === "trigger") return draft.triggerPrice;
  return (draft.type === "market" && oppositePrice(draft, context)) || context.lastPrice;
}

/** Best price that the order would meet; empty where the book has none. */
function oppositePrice({ side }: Draft, { askPrice, bidPrice }: TicketContext): string {
  const best = side === "buy" ? askPrice : bidPrice;
  return bigOf(best)?.gt(0) === true ? best : "";
}

/** Whether the order rests in the book as it is now, and pays the fee of a maker. */
export function isResting(draft: Draft, context: TicketContext): boolean {
  if (draft.type !== "limit" || draft.timeInForce === "ioc" || draft.timeInForce === "fok") {
    return false;
  }
  if (draft.timeInForce === "post_only") return true;
  const price = bigOf(draft.price);
  const best = bigOf(oppositePrice(draft, context));
  if (price === undefined) return false;
  // Without a best price of the other side an order rests; without any price nothing is known.
  if (best === undefined) return context.lastPrice !== "";
  return draft.side === "buy" ? price.lt(best) : price.gt(best);
}

/** Whether the order is a market buy on spot, whose size is an amount of the quote coin. */
export function isAmountOrder({ side, type }: Draft, { isFutures }: Instrument): boolean {
  return !isFutures && type === "market" && side === "buy";
}

/** Unit in which the size is written: that of the draft, except for orders by amount. */
export function unitOf(draft: Draft, instrument: Instrument): SizeUnit {
  return isAmountOrder(draft, instrument) ? "quote" : draft.unit;
}

/** Whether the order only closes a position. */
export function isClosingOrder(draft: Draft, { instrument, isHedge }: TicketContext): boolean {
  return instrument.isFutures && (isHedge ? draft.isClosing : draft.reduceOnly);
}

/** Size in base coins, rounded down to the size step; undefined while it is not known. */
export function baseSize(draft: Draft, context: TicketContext): Big | undefined {
  const written = bigOf(draft.size);
  if (written === undefined) return undefined;
  if (unitOf(draft, context.instrument) === "base") return written;
  const price = bigOf(expectedPrice(draft, context));
  if (price === undefined || price.lte(0)) return undefined;
  return downTo(written.div(price), context.instrument.sizeStep);
}

/** Returns the size of another unit that means the same; empty while the price is unknown. */
export function convertedSize(draft: Draft, context: TicketContext, unit: SizeUnit): string {
  if (unit === unitOf(draft, context.instrument)) return draft.size;
  const written = bigOf(draft.size);
  const price = bigOf(expectedPrice(draft, context));
  if (written === undefined || price === undefined || price.lte(0)) return "";
  const { quoteDecimals, sizeStep } = context.instrument;
  return unit === "quote"
    ? written.times(price).round(quoteDecimals, Big.roundDown).toFixed()
    : downTo(written.div(price), sizeStep).toFixed();
}

/** Whether the order carries exits: those of futures, and on spot those of own coins. */
export function carriesExits(draft: Draft, { isFutures }: Instrument): boolean {
  return draft.type !== "trailing" && (isFutures || draft.spotMode === "spot");
}

/** Prices of the exits as the exchange takes them; empty text for none. */
export function exitPrices(
  draft: Draft,
  context: TicketContext,
): { readonly takeProfit: string; readonly stopLoss: string } {
  if (!draft.hasExits || !carriesExits(draft, context.instrument)) {
    return { takeProfit: "", stopLoss: "" };
  }
  return {
    takeProfit: exitPrice(draft, context, "takeProfit"),
    stopLoss: exitPrice(draft, context, "stopLoss"),
  };
}

function exitPrice(draft: Draft, context: TicketContext, kind: "takeProfit" | "stopLoss"): string {
  const written = bigOf(draft[kind]);
  if (written === undefined || written.eq(0)) return "";
  if (draft.exitUnit === "price") return written.toFixed();
  const entry = bigOf(expectedPrice(draft, context));
  if (entry === undefined) return "";
  const isUp = (draft.side === "buy") === (kind === "takeProfit");
  const distance = exitDistance(draft, context, { entry, written });
  if (distance === undefined) return "";
  const price = isUp ? entry.plus(distance) : entry.minus(distance);
  const { priceDecimals, priceStep } = context.instrument;
  return price.lte(0) ? "" : downTo(price, priceStep).toFixed(priceDecimals);
}

function exitDistance(
  draft: Draft,
  context: TicketContext,
  { entry, written }: { readonly entry: Big; readonly written: Big },
): Big | undefined {
  if (draft.exitUnit === "percent") return entry.times(written).div(100);
  const size = baseSize(draft, context);
  return size === undefined || size.lte(0) ? undefined : written.div(size);
}

/** Position that the order changes in hedge mode. */
export function positionSideOf(draft: Draft, context: TicketContext): PositionSide | undefined {
  if (!context.instrument.isFutures || !context.isHedge) return undefined;
  return (draft.side === "buy") !== draft.isClosing ? "long" : "short";
}

/** Whether the order closes a position in one-way mode only. */
function isReduceOnly(draft: Draft, { instrument, isHedge }: TicketContext): boolean {
  return instrument.isFutures && !isHedge && draft.reduceOnly;
}

function commonOf(draft: Draft, context: TicketContext) {
  const { instrument } = context;
  const { autoBorrow, autoRepay, side, spotMode } = draft;
  const isMargin = !instrument.isFutures && spotMode !== "spot";
  const size = baseSize(draft, context)?.toFixed();
  const { stopLoss, takeProfit } = exitPrices(draft, context);
  return {
    ...{ category: instrument.category, symbol: instrument.symbol, side },
    marginMode: instrument.isFutures ? context.marginMode : spotMode,
    positionSide: positionSideOf(draft, context),
    ...(isAmountOrder(draft, instrument) ? { amount: draft.size } : { size }),
    ...(isReduceOnly(draft, context) ? { reduceOnly: true } : {}),
    ...(takeProfit === "" ? {} : { takeProfit }),
    ...(stopLoss === "" ? {} : { stopLoss }),
    ...(isMargin ? { autoBorrow, autoRepay } : {}),
  };
}

/** Order of a limit or market draft. */
export function orderOf(draft: Draft, context: TicketContext, clientId: string): NewOrder {
  const isLimit = draft.type === "limit";
  return {
    ...commonOf(draft, context),
    ...{ type: isLimit ? "limit" : "market", clientId },
    ...(isLimit ? { price: draft.price, timeInForce: draft.timeInForce } : {}),
    // Always sent: without it, unified accounts cancel the maker.
    stpMode: draft.stpMode,
  };
}

/** Plan of a trigger or trailing draft. */
export function planOf(draft: Draft, context: TicketContext, clientId: string): NewPlan {
  const isTrailing = draft.type === "trailing";
  const isLimit = needsPrice(draft, context.instrument);
  const { triggerBy, triggerPrice } = draft;
  return {
    ...commonOf(draft, context),
    ...{ kind: isTrailing ? "trailing" : "trigger", triggerBy, clientId },
    type: isLimit ? "limit" : "market",
    ...(isLimit ? { price: draft.price } : {}),
    ...(triggerPrice === "" ? {} : { triggerPrice }),
    ...(isTrailing ? { callbackRate: new Big(draft.callback).div(100).toFixed() } : {}),
  };
}
