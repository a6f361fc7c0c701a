/** What an order would cost, before it is sent. Decimal text; empty where a figure is unknown. */
import Big from "big.js";
import type { PositionSide } from "../../accounts/model.ts";
import {
  baseSize,
  bigOf,
  type Draft,
  expectedPrice,
  isAmountOrder,
  isClosingOrder,
  isResting,
  positionSideOf,
  type TicketContext,
} from "./draft.ts";
import type { HeldPosition, Holding } from "./holding.ts";
import { type Held, liquidationOf, NOTHING } from "./liquidation.ts";

export type Preview = {
  /** Value in the quote coin. */
  readonly value: string;
  /** Margin in the settlement coin; on spot what is paid or given. */
  readonly cost: string;
  readonly costCoin: string;
  /** Fee at the listed rates, which no account exceeds; of a maker and of a taker. */
  readonly makerFee: string;
  readonly takerFee: string;
  readonly feeCoin: string;
  /**
   * Estimate for the position after the order; empty where none is near, on spot, and for inverse
   * contracts of unified accounts.
   */
  readonly liquidationPrice: string;
};

const EMPTY: Preview = {
  value: "",
  cost: "",
  costCoin: "",
  makerFee: "",
  takerFee: "",
  feeCoin: "",
  liquidationPrice: "",
};

/** Decimals of amounts in the preview. */
const DECIMALS = 8;

/** Returns the figures of a draft; empty ones while price or size is missing. */
export function previewOf(draft: Draft, context: TicketContext, holding: Holding): Preview {
  const { instrument } = context;
  const price = bigOf(expectedPrice(draft, context));
  const size = sizeOf(draft, context, price);
  if (price === undefined || price.lte(0) || size === undefined || size.lte(0)) return EMPTY;
  const isBought = draft.side === "buy";
  const value = quoteValue(draft, context, { price, size });
  // Margin, profit and fees of inverse contracts are in the base coin.
  const settled = instrument.isInverse ? value.div(price) : value;
  const isPaidInBase = !instrument.isFutures && isBought;
  const fee = (rate: number): string => text((isPaidInBase ? size : settled).times(rate));
  return {
    value: text(value),
    ...costOf(draft, context, { size, settled, holding, price }),
    makerFee: fee(instrument.makerRate),
    takerFee: fee(instrument.takerRate),
    feeCoin: isPaidInBase
      ? instrument.base
      : instrument.isFutures
        ? instrument.settle
        : instrument.quote,
    liquidationPrice: instrument.isFutures
      ? liquidationPrice(draft, context, holding, { price, size })
      : "",
  };
}

/** Size in base coins; that of an order by amount is not rounded to the size step. */
function sizeOf(draft: Draft, context: TicketContext, price: Big | undefined): Big | undefined {
  if (!isAmountOrder(draft, context.instrument)) return baseSize(draft, context);
  const amount = bigOf(draft.size);
  return price === undefined || price.lte(0) ? undefined : amount?.div(price);
}

/** Value in the quote coin; contracts of an inverse market are whole units of it. */
function quoteValue(draft: Draft, { instrument }: TicketContext, { price, size }: Priced): Big {
  const amount = isAmountOrder(draft, instrument) ? bigOf(draft.size) : undefined;
  const value = amount ?? size.times(price);
  return instrument.isInverse ? value.round(0, Big.roundDown) : value;
}

function text(amount: Big): string {
  return amount.round(DECIMALS, Big.roundUp).toFixed();
}

type Priced = { readonly price: Big; readonly size: Big };

function costOf(
  draft: Draft,
  context: TicketContext,
  order: Priced & { readonly settled: Big; readonly holding: Holding },
): Pick<Preview, "cost" | "costCoin"> {
  const { instrument } = context;
  const { holding, settled, size } = order;
  if (!instrument.isFutures) {
    return draft.side === "buy"
      ? { cost: text(settled), costCoin: instrument.quote }
      : { cost: text(size), costCoin: instrument.base };
  }
  const leverage = bigOf(holding.leverage);
  const opened = size.minus(closedSize(draft, context, holding, size));
  const isOpened = !isClosingOrder(draft, context) && opened.gt(0);
  const needed = isOpened ? settled.times(opened).div(size) : Big(0);
  return {
    cost: leverage?.gt(0) === true ? text(needed.div(leverage)) : "",
    costCoin: instrument.settle,
  };
}

/** Position that the order opens, or in hedge mode the one that it changes. */
function sideOf(draft: Draft, context: TicketContext): PositionSide {
  return positionSideOf(draft, context) ?? (draft.side === "buy" ? "long" : "short");
}

/** Position that the order closes; undefined where it only opens one. */
function closedPosition(draft: Draft, context: TicketContext): PositionSide | undefined {
  const side = sideOf(draft, context);
  if (context.isHedge) return draft.isClosing ? side : undefined;
  return side === "long" ? "short" : "long";
}

/** Part of the size that closes a position first: it needs no margin. */
function closedSize(draft: Draft, context: TicketContext, holding: Holding, size: Big): Big {
  const closed = closedPosition(draft, context);
  const held = closed === undefined ? undefined : bigOf(holding[closed]?.size ?? "");
  if (held === undefined) return Big(0);
  return held.lt(size) ? held : size;
}

/** A position with its margin; sizes of inverse contracts are in the quote coin. */
type Backed = Held & { readonly margin: Big };

function backedOf(position: HeldPosition | undefined, isInverse: boolean): Backed {
  const size = bigOf(position?.size ?? "");
  const entry = bigOf(position?.entryPrice ?? "");
  if (size === undefined || entry === undefined) return { ...NOTHING, margin: Big(0) };
  return {
    size: isInverse ? size.times(entry).round(0, Big.roundHalfUp) : size,
    entry,
    margin: bigOf(position?.margin ?? "") ?? Big(0),
  };
}

/** Value in the settlement coin. */
function settledAt(size: Big, price: Big, isInverse: boolean): Big {
  return isInverse ? size.div(price) : size.times(price);
}

function raised(held: Backed, order: Priced, leverage: Big, isInverse: boolean): Backed {
  if (order.size.lte(0)) return held;
  const size = held.size.plus(order.size);
  const before = held.size.eq(0) ? Big(0) : settledAt(held.size, held.entry, isInverse);
  const opened = settledAt(order.size, order.price, isInverse);
  const after = before.plus(opened);
  return {
    ...{ size, entry: isInverse ? size.div(after) : after.div(size) },
    margin: held.margin.plus(opened.div(leverage)),
  };
}

function lowered(held: Backed, closed: Big): Backed {
  const size = held.size.minus(closed);
  if (size.lte(0)) return { ...NOTHING, margin: Big(0) };
  return { ...held, size, margin: held.margin.times(size).div(held.size) };
}

/** Profit that the closed part of a position realises. */
function realisedOf(side: PositionSide, held: Backed, closed: Priced, isInverse: boolean): Big {
  if (closed.size.lte(0)) return Big(0);
  const now = settledAt(closed.size, closed.price, isInverse);
  const open = settledAt(closed.size, held.entry, isInverse);
  return (side === "long") === isInverse ? open.minus(now) : now.minus(open);
}

/** Long and short position after the order, and what closing realised. */
function afterOrder(draft: Draft, context: TicketContext, holding: Holding, order: Priced) {
  const { isInverse } = context.instrument;
  const side = sideOf(draft, context);
  const closedSide = closedPosition(draft, context);
  const size = isInverse ? order.size.times(order.price).round(0, Big.roundDown) : order.size;
  const leverage = bigOf(holding.leverage) ?? Big(1);
  const held = {
    long: backedOf(holding.long, isInverse),
    short: backedOf(holding.short, isInverse),
  };
  let realised = Big(0);
  let rest = size;
  if (closedSide !== undefined) {
    const before = held[closedSide];
    const closed = before.size.lt(size) ? before.size : size;
    realised = realisedOf(closedSide, before, { ...order, size: closed }, isInverse);
    held[closedSide] = lowered(before, closed);
    rest = size.minus(closed);
  }
  if (!isClosingOrder(draft, context)) {
    held[side] = raised(held[side], { price: order.price, size: rest }, leverage, isInverse);
  }
  const isOther = held[side].size.eq(0) && !context.isHedge;
  const shown = isOther && closedSide !== undefined ? closedSide : side;
  return { ...held, realised, shown, settled: settledAt(size, order.price, isInverse) };
}

function liquidationPrice(
  draft: Draft,
  context: TicketContext,
  holding: Holding,
  order: Priced,
): string {
  const { instrument, marginMode } = context;
  if ((bigOf(holding.leverage)?.gt(0) ?? false) === false) return "";
  const after = afterOrder(draft, context, holding, order);
  const backed = after[after.shown];
  if (backed.size.eq(0)) return "";
  const mark = bigOf(holding.markPrice) ?? order.price;
  const isIsolated = marginMode === "isolated";
  const rate = isResting(draft, context) ? instrument.makerRate : instrument.takerRate;
  const crossed = (): Big | undefined =>
    holding.funds === undefined
      ? undefined
      : Big(holding.funds).plus(after.realised).minus(after.settled.times(rate));
  const funds = isIsolated ? backed.margin : crossed();
  if (funds === undefined) return "";
  const isShown = (side: PositionSide): boolean => !isIsolated || side === after.shown;
  const price = liquidationOf(
    {
      long: isShown("long") ? after.long : NOTHING,
      short: isShown("short") ? after.short : NOTHING,
      ...{ funds, mark },
      collateral: isIsolated ? Big(0) : Big(holding.collateral),
    },
    { ...instrument, tiers: holding.tiers },
  );
  return price?.toFixed(instrument.priceDecimals) ?? "";
}
