/**
 * Impact prices: what an order of a stated size would trade at against one side of the book. Mark
 * prices and premium samples take them in place of the best level, which may be of any size.
 */
import type { ImpactFill } from "../instruments/funding-rate.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import type { ImpactQuote } from "../instruments/market-prices.ts";
import { bigIntOf, lotsAffordable, unitAtoms } from "../money/arithmetic.ts";
import { type Lots, lots, type Ticks, ticks } from "../money/units.ts";
import type { OrderBook } from "./order-book.ts";

/** Size in lots of a notional in whole quote coins at the index price; one lot at least. */
export function lotsOfUnits(
  instrument: Instrument,
  settle: Currency,
  terms: { readonly units: number; readonly index: Ticks },
): Lots {
  const { index, units } = terms;
  if (instrument.isInverse) {
    const unitLots = unitAtoms(1, instrument.sizeDecimals) / BigInt(instrument.lotStep);
    return lots(Math.max(1, Number(unitLots) * units));
  }
  const value = unitAtoms(units, settle.decimals);
  return lots(Math.max(1, lotsAffordable(value, index, instrument.atomsPerTickLot)));
}

/** What an order of this size would trade at against one side; `undefined` if that is too thin. */
export function impactOf(book: OrderBook, isBuySide: boolean, size: Lots): ImpactFill | undefined {
  let tickLots = 0n;
  let left: number = size;
  book.walkLevels(isBuySide, (price, total) => {
    const taken = Math.min(left, total);
    tickLots += bigIntOf(price) * bigIntOf(taken);
    left -= taken;
    return left > 0;
  });
  return left > 0 ? undefined : { tickLots, size };
}

/** Impact prices of both sides, bid rounded down and ask up; `undefined` if one is too thin. */
export function impactQuoteOf(book: OrderBook, size: Lots): ImpactQuote | undefined {
  const bids = impactOf(book, true, size);
  const asks = bids === undefined ? undefined : impactOf(book, false, size);
  if (bids === undefined || asks === undefined) return undefined;
  const whole = bigIntOf(size);
  return {
    bid: ticks(Number(bids.tickLots / whole)),
    ask: ticks(Number((asks.tickLots + whole - 1n) / whole)),
  };
}
