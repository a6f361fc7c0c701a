/** Checks and price limits shared by placing, amending and estimating orders; all are pure. */
import type { Rejection } from "../base/rejections.ts";
import type { OrderType, Side } from "../base/vocabulary.ts";
import { hasPrice } from "../base/word-traits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { collateralPriceOf } from "../lending/margin-account-risk.ts";
import { crosses, reachedPrice } from "../matching/crossing.ts";
import { bandAbove, bandBelow, isAboveBand, isBelowBand } from "../money/arithmetic.ts";
import { type Lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { bookAt, pricesAt, type State } from "../state.ts";

/** Price that bands are measured from: mark on futures, reference on spot; 0 if unknown. */
function bandReference(state: State, instrument: Instrument): Ticks {
  const prices = pricesAt(state, instrument.index);
  return instrument.isFutures ? prices.mark : prices.reference;
}

/**
 * Checks a limit price against the instrument's range and band: buys at most
 * reference × (1 + buy ratio), sells at least reference × (1 − sell ratio) (trading-rules.md 2.1).
 */
export function checkPrice(
  state: State,
  instrument: Instrument,
  isBuy: boolean,
  price: Ticks,
): Rejection | undefined {
  if (price === NO_PRICE) return "price_missing";
  if (price > instrument.priceTicksMax) return "price_out_of_range";
  const reference = bandReference(state, instrument);
  if (reference === 0) return undefined;
  if (isBuy) {
    return isAboveBand(price, reference, instrument.buyLimitRatio) ? "price_above_band" : undefined;
  }
  return isBelowBand(price, reference, instrument.sellLimitRatio) ? "price_below_band" : undefined;
}

/**
 * Checks the price of an order that may use borrowed funds against the instrument's band around the
 * collateral price, so that no trade leaves a debt without the collateral that it paid for.
 */
export function checkCollateralPrice(
  state: State,
  instrument: Instrument,
  isBuy: boolean,
  price: Ticks,
): Rejection | undefined {
  const reference = collateralPriceOf(state, instrument);
  if (reference === 0) return "collateral_price_missing";
  if (isBuy) {
    return isAboveBand(price, reference, instrument.buyLimitRatio) ? "price_above_band" : undefined;
  }
  return isBelowBand(price, reference, instrument.sellLimitRatio) ? "price_below_band" : undefined;
}

/** Bound of an instrument's band around a reference price, for buys or sells. */
function bandLimit(instrument: Instrument, isBuy: boolean, reference: Ticks): Ticks {
  return isBuy
    ? bandAbove(reference, instrument.buyLimitRatio)
    : bandBelow(reference, instrument.sellLimitRatio);
}

/** Worst price of a market order that may use borrowed funds: within both bands. */
export function collateralLimit(state: State, instrument: Instrument, isBuy: boolean): Ticks {
  const limit = bandLimit(instrument, isBuy, collateralPriceOf(state, instrument));
  const band = marketLimit(state, instrument, isBuy);
  if (band === NO_PRICE) return limit;
  return ticks(isBuy ? Math.min(limit, band) : Math.max(limit, band));
}

/**
 * Worst price of a market order: the bound of the band. `NO_PRICE`, no limit, before the first
 * index price or trade of a spot instrument; futures reject market orders until then.
 */
export function marketLimit(state: State, instrument: Instrument, isBuy: boolean): Ticks {
  return bandLimit(instrument, isBuy, bandReference(state, instrument));
}

/** Worst price of a spot order: its limit price, or the bound of the band for a market order. */
export function spotLimit(
  state: State,
  instrument: Instrument,
  order: { readonly orderType: OrderType; readonly side: Side; readonly price: Ticks },
): Ticks {
  if (hasPrice(order.orderType)) return order.price;
  return marketLimit(state, instrument, order.side === "buy");
}

/** Order whose size is checked; price 0 stands for a market order. */
export type SizedOrder = {
  readonly size: Lots;
  readonly price: Ticks;
  /** Whether a futures order can only close a position. */
  readonly isClosing: boolean;
};

/**
 * Checks the size against the instrument's bounds, and the notional against its minimum if the
 * order has a price. Market orders have a maximum size of their own. Orders that can only close
 * keep the minima of the listing when the operator raises them (decision 0096).
 */
export function checkSize(
  instrument: Instrument,
  { isClosing, price, size }: SizedOrder,
): Rejection | undefined {
  const min = isClosing ? instrument.closingLotsMin : instrument.sizeLotsMin;
  if (size < min) return "size_below_minimum";
  const max = price === NO_PRICE ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
  if (size > max) return "size_above_maximum";
  if (price === NO_PRICE || instrument.isInverse) return undefined;
  const valueMin = isClosing ? instrument.closingTickLotsMin : instrument.valueTickLotsMin;
  return price * size < valueMin ? "value_below_minimum" : undefined;
}

/** Farthest price that a futures order reaches in the book now; 0 if it would not trade. */
export function farthestPriceInBook(
  state: State,
  instrument: Instrument,
  isBuy: boolean,
  limit: Ticks,
  size: Lots,
): Ticks {
  const book = bookAt(state, instrument.index);
  return crosses(book, isBuy, limit) ? reachedPrice(book, isBuy, { limit, size }) : NO_PRICE;
}

/**
 * Price that the margin of a futures order is computed at: the least favourable price that it can
 * trade at now, or its limit price. The price with the larger notional counts: the higher one for
 * linear, the lower one for inverse contracts.
 */
export function marginPriceOf(
  state: State,
  instrument: Instrument,
  isBuy: boolean,
  price: Ticks,
  reached: Ticks,
): Ticks {
  const mark = pricesAt(state, instrument.index).mark;
  if (reached === NO_PRICE) return price === NO_PRICE ? mark : price;
  const best = bookAt(state, instrument.index).bestPrice(!isBuy);
  const high = ticks(Math.max(best, reached));
  const low = ticks(Math.min(best, reached));
  if (instrument.isInverse) return price === NO_PRICE ? low : ticks(Math.min(low, price));
  return price === NO_PRICE ? high : ticks(Math.max(high, price));
}
