/** The checks that orders share, from form to money. None of them changes anything. */

import type { Rejection } from "../base/rejections.ts";
import type { OrderType, Side } from "../base/vocabulary.ts";
import { hasPrice } from "../base/word-traits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { collateralPriceOf } from "../lending/margin-account-risk.ts";
import { crosses, reachedPrice } from "../matching/crossing.ts";
import { bandAbove, bandBelow, isAboveBand, isBelowBand } from "../money/arithmetic.ts";
import { type Lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { bookAt, pricesAt, type State } from "../state.ts";

/** The price that bands are measured from: mark on futures, reference on spot; 0 when unknown. */
function bandReference(state: State, instrument: Instrument): Ticks {
  const prices = pricesAt(state, instrument.index);
  return instrument.isFutures ? prices.mark : prices.reference;
}

/**
 * A limit price within the instrument's range and band: buys at most reference × (1 + buy ratio),
 * sells at least reference × (1 − sell ratio) (trading-rules.md section 2.1).
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
 * A price for what is bought with money of others: within the instrument's band around the price
 * that collateral counts at, so that no trade leaves a debt without its worth.
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

/** The bound of an instrument's band around a reference price. */
function bandLimit(instrument: Instrument, isBuy: boolean, reference: Ticks): Ticks {
  return isBuy
    ? bandAbove(reference, instrument.buyLimitRatio)
    : bandBelow(reference, instrument.sellLimitRatio);
}

/** The worst price of a market order of that kind: within both bands. */
export function collateralLimit(state: State, instrument: Instrument, isBuy: boolean): Ticks {
  const limit = bandLimit(instrument, isBuy, collateralPriceOf(state, instrument));
  const band = marketLimit(state, instrument, isBuy);
  if (band === NO_PRICE) return limit;
  return ticks(isBuy ? Math.min(limit, band) : Math.max(limit, band));
}

/**
 * The worst price of a market order: the bound of the band. `NO_PRICE`, which is none, before the
 * first index price or trade of a spot instrument; futures then take no market orders.
 */
export function marketLimit(state: State, instrument: Instrument, isBuy: boolean): Ticks {
  return bandLimit(instrument, isBuy, bandReference(state, instrument));
}

/** The worst price that a spot order may trade at: its own, or the band's of a market order. */
export function spotLimit(
  state: State,
  instrument: Instrument,
  order: { readonly orderType: OrderType; readonly side: Side; readonly price: Ticks },
): Ticks {
  if (hasPrice(order.orderType)) return order.price;
  return marketLimit(state, instrument, order.side === "buy");
}

/**
 * Size within the instrument's bounds, and value not below its minimum where the price is known:
 * market orders, which have none, have a maximum of their own.
 */
export function checkSize(instrument: Instrument, size: Lots, price: Ticks): Rejection | undefined {
  if (size < instrument.sizeLotsMin) return "size_below_minimum";
  const max = price === NO_PRICE ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
  if (size > max) return "size_above_maximum";
  if (price === NO_PRICE || instrument.isInverse) return undefined;
  return price * size < instrument.valueTickLotsMin ? "value_below_minimum" : undefined;
}

/** The farthest price that a futures order reaches in the book now; 0 when it meets nobody. */
export function reachOf(
  state: State,
  instrument: Instrument,
  order: { readonly isBuy: boolean; readonly limit: Ticks; readonly size: Lots },
): Ticks {
  const book = bookAt(state, instrument.index);
  const { isBuy, limit } = order;
  return crosses(book, isBuy, limit) ? reachedPrice(book, isBuy, order) : NO_PRICE;
}

/**
 * The price at which a futures order's margin is reckoned: the least favourable it can trade at
 * now, or its limit. Worse means a higher value: above for linear, below for inverse.
 */
export function marginPriceOf(
  state: State,
  instrument: Instrument,
  order: { readonly isBuy: boolean; readonly price: Ticks; readonly reached: Ticks },
): Ticks {
  const { isBuy, price, reached } = order;
  const mark = pricesAt(state, instrument.index).mark;
  if (reached === NO_PRICE) return price === NO_PRICE ? mark : price;
  const best = bookAt(state, instrument.index).bestPrice(!isBuy);
  const high = ticks(Math.max(best, reached));
  const low = ticks(Math.min(best, reached));
  if (instrument.isInverse) return price === NO_PRICE ? low : ticks(Math.min(low, price));
  return price === NO_PRICE ? high : ticks(Math.max(high, price));
}
