/**
 * Impact prices: the average price at which an order of a given size would trade against one side
 * of the book. Mark prices and premium samples use them instead of the best price, whose level may
 * be arbitrarily small.
 */
import { assert } from "../base/assert.ts";
import type { ImpactFill } from "../instruments/funding-rate.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import type { ImpactQuote } from "../instruments/market-prices.ts";
import { bigIntOf, lotsAffordable, unitAtoms } from "../money/arithmetic.ts";
import { type Lots, lots, type Ticks, ticks } from "../money/units.ts";
import type { OrderBook } from "./order-book.ts";

/**
 * Returns the size in lots of a notional of `units` whole quote coins at the index price; at least
 * one lot.
 */
export function lotsOfUnits(
  instrument: Instrument,
  settle: Currency,
  notionalAtIndex: { readonly units: number; readonly index: Ticks },
): Lots {
  const { index, units } = notionalAtIndex;
  assert(units >= 0, "an impact notional is not negative");
  if (instrument.isInverse) {
    const unitLots = unitAtoms(1, instrument.sizeDecimals) / BigInt(instrument.lotStep);
    return lots(Math.max(1, Number(unitLots) * units));
  }
  const amount = unitAtoms(units, settle.decimals);
  return lots(Math.max(1, lotsAffordable(amount, index, instrument.atomsPerTickLot)));
}

/** Returns the fill of an order of this size against one side, or `undefined` if it lacks depth. */
export function impactOf(book: OrderBook, isBuySide: boolean, size: Lots): ImpactFill | undefined {
  assert(size > 0, "an impact price is that of a positive size");
  /** Sum of the levels so far, in parts: what a double holds exactly, and the rest. */
  let inDouble = 0;
  let beyond = 0n;
  let unfilled: number = size;
  let level = book.bestLevel(isBuySide);
  while (level !== 0 && unfilled > 0) {
    const price = book.priceOf(level);
    const taken = Math.min(unfilled, book.totalOf(level));
    unfilled -= taken;
    const sum = inDouble + price * taken;
    if (sum <= Number.MAX_SAFE_INTEGER) inDouble = sum;
    else beyond += bigIntOf(price) * bigIntOf(taken);
    level = book.levelAfter(isBuySide, level);
  }
  const tickLots = beyond + bigIntOf(inDouble);
  return unfilled > 0 ? undefined : { tickLots, size };
}

/** Returns impact bid (rounded down) and ask (rounded up), or `undefined` if a side lacks depth. */
export function impactQuoteOf(book: OrderBook, size: Lots): ImpactQuote | undefined {
  const bids = impactOf(book, true, size);
  const asks = bids === undefined ? undefined : impactOf(book, false, size);
  if (bids === undefined || asks === undefined) return undefined;
  const sizeLots = bigIntOf(size);
  const bid = ticks(Number(bids.tickLots / sizeLots));
  const ask = ticks(Number((asks.tickLots + sizeLots - 1n) / sizeLots));
  assert(bid < ask, "the impact bid lies below the impact ask");
  return { bid, ask };
}
