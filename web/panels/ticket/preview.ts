/** What an order would cost, before it is sent. Decimal text; empty where a figure is unknown. */
import Big from "big.js";
import type { PositionSide } from "../../accounts/model.ts";
import type { Part } from "./backed.ts";
import { COIN_DECIMALS } from "./collateral.ts";
import { singleCover, withAmount } from "./cover.ts";
import {
  baseSize,
  bigOf,
  type Draft,
  expectedPrice,
  isAmountOrder,
  isClosingOrder,
  isResting,
  type TicketContext,
} from "./draft.ts";
import type { Holding } from "./holding.ts";
import { type Held, liquidationOf, NOTHING } from "./liquidation.ts";
import { type OrderParts, partsOf, positionsAfter } from "./position-after.ts";

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
  /** Estimate for the position after the order; empty where no price liquidates it, and on spot. */
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

/** Returns the figures of a draft; empty ones while price or size is missing. */
export function previewOf(draft: Draft, context: TicketContext, holding: Holding): Preview {
  const price = bigOf(expectedPrice(draft, context));
  const size = sizeOf(draft, context, price);
  if (price === undefined || price.lte(0) || size === undefined || size.lte(0)) return EMPTY;
  return context.instrument.isFutures
    ? futuresPreview(draft, context, holding, { price, size })
    : spotPreview(draft, context, { price, size });
}

/** Size in base coins; that of an order by amount is not rounded to the size step. */
function sizeOf(draft: Draft, context: TicketContext, price: Big | undefined): Big | undefined {
  if (!isAmountOrder(draft, context.instrument)) return baseSize(draft, context);
  const amount = bigOf(draft.size);
  return price === undefined || price.lte(0) ? undefined : amount?.div(price);
}

function text(amount: Big): string {
  return amount.round(COIN_DECIMALS, Big.roundUp).toFixed();
}

function spotPreview(draft: Draft, { instrument }: TicketContext, { price, size }: Part): Preview {
  const isBought = draft.side === "buy";
  const amount = isAmountOrder(draft, instrument) ? bigOf(draft.size) : undefined;
  const value = amount ?? size.times(price);
  const fee = (rate: number): string => text((isBought ? size : value).times(rate));
  return {
    value: text(value),
    cost: text(isBought ? value : size),
    costCoin: isBought ? instrument.quote : instrument.base,
    makerFee: fee(instrument.makerRate),
    takerFee: fee(instrument.takerRate),
    feeCoin: isBought ? instrument.base : instrument.quote,
    liquidationPrice: "",
  };
}

function futuresPreview(
  draft: Draft,
  context: TicketContext,
  holding: Holding,
  order: Part,
): Preview {
  const { isInverse, makerRate, settle, takerRate } = context.instrument;
  const { price } = order;
  const parts = partsOf(draft, context, holding, order);
  // Margin, profit and fees of inverse contracts are in the base coin, sizes in the quote coin.
  const settled = (size: Big): Big => (isInverse ? size.div(price) : size.times(price));
  const whole = parts.closed.plus(parts.opened);
  const leverage = bigOf(holding.leverage);
  const isOpened = !isClosingOrder(draft, context);
  const needed = isOpened ? settled(parts.opened) : Big(0);
  const fee = (rate: number): string => text(settled(whole).times(rate));
  const rate = isResting(draft, context) ? makerRate : takerRate;
  return {
    value: text(isInverse ? whole : settled(whole)),
    cost: leverage?.gt(0) === true ? text(needed.div(leverage)) : "",
    costCoin: settle,
    makerFee: fee(makerRate),
    takerFee: fee(takerRate),
    feeCoin: settle,
    liquidationPrice: liquidationPrice(draft, context, holding, { price, parts, fee: fee(rate) }),
  };
}

function liquidationPrice(
  draft: Draft,
  context: TicketContext,
  holding: Holding,
  order: { readonly price: Big; readonly parts: OrderParts; readonly fee: string },
): string {
  const { instrument, marginMode } = context;
  if (bigOf(holding.leverage)?.gt(0) !== true) return "";
  const after = positionsAfter(draft, context, holding, order);
  const isIsolated = marginMode === "isolated";
  const cover = isIsolated
    ? singleCover(after[after.shown].margin)
    : holding.cover && withAmount(holding.cover, after.realised.minus(order.fee));
  if (cover === undefined || after[after.shown].size.eq(0)) return "";
  const heldOf = (side: PositionSide): Held =>
    isIsolated && side !== after.shown ? NOTHING : after[side];
  const mark = bigOf(holding.markPrice) ?? order.price;
  const price = liquidationOf(
    { long: heldOf("long"), short: heldOf("short"), cover, mark },
    { ...instrument, tiers: holding.tiers },
  );
  return price?.toFixed(instrument.priceDecimals) ?? "";
}
