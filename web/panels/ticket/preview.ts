/** What an order would cost, before it is sent. Decimal text; empty where a figure is unknown. */
import Big from "big.js";
import type { Position } from "../../accounts/model.ts";
import {
  baseSize,
  bigOf,
  type Draft,
  expectedPrice,
  isAmountOrder,
  isClosingOrder,
  type TicketContext,
} from "./draft.ts";

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
  /** Estimate; empty where none is near, on spot and for inverse contracts. */
  readonly liquidationPrice: string;
};

/** What the account has in this market. */
export type Holding = {
  readonly leverage: string;
  /** Maintenance rate of the tier of the order, as a fraction; undefined while it is unknown. */
  readonly maintenanceRate: number | undefined;
  /** Equity behind crossed positions in the settlement coin; undefined if it is unknown. */
  readonly equity: string | undefined;
  /** Open position on the side that the order opens. */
  readonly position: Pick<Position, "size" | "entryPrice" | "margin"> | undefined;
  /** One-way mode: size of a position on the other side, which the order closes first. */
  readonly opposite: string;
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
  const value = size.times(price);
  // Margin, profit and fees of inverse contracts are in the base coin.
  const settled = instrument.isInverse ? size : value;
  const leverage = bigOf(holding.leverage);
  const opened = openedPart(draft, context, { size, opposite: holding.opposite });
  const isBought = draft.side === "buy";
  const fee = (rate: number): string =>
    feeAmount({ isSpot: !instrument.isFutures, isBought, size, settled, rate });
  return {
    value: text(value),
    ...costOf(draft, context, { settled, size, leverage, opened }),
    makerFee: fee(instrument.makerRate),
    takerFee: fee(instrument.takerRate),
    feeCoin: instrument.isFutures
      ? instrument.settle
      : isBought
        ? instrument.base
        : instrument.quote,
    liquidationPrice: liquidationPrice(draft, context, holding, { price, size: opened }),
  };
}

/** Size in base coins; that of an order by amount is not rounded to the size step. */
function sizeOf(draft: Draft, context: TicketContext, price: Big | undefined): Big | undefined {
  if (!isAmountOrder(draft, context.instrument)) return baseSize(draft, context);
  const amount = bigOf(draft.size);
  return price === undefined || price.lte(0) ? undefined : amount?.div(price);
}

/** Size that opens or enlarges a position: what closes one needs no margin. */
function openedPart(
  draft: Draft,
  context: TicketContext,
  order: { readonly size: Big; readonly opposite: string },
): Big {
  if (isClosingOrder(draft, context)) return new Big(0);
  const rest = order.size.minus(bigOf(order.opposite) ?? new Big(0));
  return rest.gt(0) ? rest : new Big(0);
}

function text(amount: Big): string {
  return amount.round(DECIMALS, Big.roundUp).toFixed();
}

/** Spot buyers pay the fee in what they receive. */
function feeAmount(order: {
  readonly isSpot: boolean;
  readonly isBought: boolean;
  readonly size: Big;
  readonly settled: Big;
  readonly rate: number;
}): string {
  const base = order.isSpot && order.isBought ? order.size : order.settled;
  return text(base.times(order.rate));
}

function costOf(
  draft: Draft,
  { instrument }: TicketContext,
  order: {
    readonly settled: Big;
    readonly size: Big;
    readonly opened: Big;
    readonly leverage: Big | undefined;
  },
): Pick<Preview, "cost" | "costCoin"> {
  if (!instrument.isFutures) {
    return draft.side === "buy"
      ? { cost: text(order.settled), costCoin: instrument.quote }
      : { cost: text(order.size), costCoin: instrument.base };
  }
  const { leverage, opened, settled, size } = order;
  const isKnown = leverage?.gt(0) ?? false;
  const cost = isKnown
    ? text(
        settled
          .times(opened)
          .div(size)
          .div(leverage ?? 1),
      )
    : "";
  return { cost, costCoin: instrument.settle };
}

/**
 * Price at which the position after the order has no more equity than its maintenance margin and
 * closing fee, within one tier. Crossed margin counts the equity of the account as it is now, and
 * no other position.
 */
function liquidationPrice(
  draft: Draft,
  { instrument, marginMode }: TicketContext,
  { equity, leverage, maintenanceRate, position }: Holding,
  order: { readonly price: Big; readonly size: Big },
): string {
  const times = bigOf(leverage);
  if (!instrument.isFutures || instrument.isInverse || order.size.lte(0)) return "";
  if (maintenanceRate === undefined || times === undefined || times.lte(0)) return "";
  const heldSize = bigOf(position?.size ?? "") ?? new Big(0);
  const heldEntry = bigOf(position?.entryPrice ?? "") ?? new Big(0);
  const size = heldSize.plus(order.size);
  const entry = heldSize.times(heldEntry).plus(order.size.times(order.price)).div(size);
  const isolated = (bigOf(position?.margin ?? "") ?? new Big(0)).plus(
    order.size.times(order.price).div(times),
  );
  const backing = marginMode === "isolated" ? isolated : bigOf(equity ?? "");
  if (backing === undefined) return "";
  const rate = maintenanceRate + instrument.takerRate;
  const direction = draft.side === "buy" ? 1 : -1;
  const price = size
    .times(entry)
    .minus(backing.times(direction))
    .div(size.times(1 - direction * rate));
  if (price.lte(0)) return "";
  const { priceDecimals } = instrument;
  return price.round(priceDecimals, direction > 0 ? Big.roundUp : Big.roundDown).toFixed();
}
