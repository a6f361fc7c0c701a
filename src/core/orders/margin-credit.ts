/**
 * Limits of orders on classic margin accounts (decision 0035). An account without debt that borrows
 * nothing for the order trades with its own funds, at any price of the instrument. All other orders
 * trade within the instrument's band around the collateral price, and the account must bear their
 * loss.
 */
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import { loanRefusal } from "../borrowing/borrow.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type LoanRequest, raisedToMinimum } from "../lending/check-loan.ts";
import { hasLoan, ledgerAccountOf, type MarginAccount } from "../lending/margin-account.ts";
import { collateralPriceOf } from "../lending/margin-account-risk.ts";
import {
  exchangedByQuote,
  exchangedBySize,
  isLossBorne,
  orderLossOf,
} from "../lending/spot-open-loss.ts";
import { isWithinLimit, reachedPastOwn, reachedPrice, walkPastOwn } from "../matching/crossing.ts";
import { minus, notional } from "../money/arithmetic.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { bookAt, type State } from "../state.ts";
import { checkCollateralPrice, collateralLimit, marketLimit } from "./order-checks.ts";

/** Order on a classic margin account. */
export type MarginOrder = {
  readonly account: MarginAccount;
  readonly instrument: Instrument;
  readonly isBuy: boolean;
  /** Limit price in ticks; 0 for a market order. */
  readonly price: Ticks;
  readonly size: Lots;
  /** Amount in quote atoms of a market buy, which has no size; else 0. */
  readonly quoteAmount: Atoms;
  readonly hold: Atoms;
  readonly mayBorrow: boolean;
  /** Whether it cancels own orders in its way and trades on. */
  readonly passesOwn: boolean;
};

/** Worst price in ticks that the order may trade at (0 for no limit), and its loan, if any. */
export type CreditPlan = { readonly limit: Ticks; readonly loan: LoanRequest | undefined };

/** Farthest price that a quote amount reaches among the asks up to `limit`; 0 for none. */
function reachedByQuote(
  book: OrderBook,
  instrument: Instrument,
  amount: Atoms,
  limit: Ticks,
): Ticks {
  let reached = NO_PRICE;
  let unspent = amount;
  let level = book.bestLevel(false);
  while (level !== 0 && unspent > 0n) {
    const price = book.priceOf(level);
    if (!isWithinLimit(true, limit, price)) break;
    reached = price;
    unspent = minus(unspent, notional(price, book.totalOf(level), instrument.atomsPerTickLot));
    level = book.levelAfter(false, level);
  }
  return reached;
}

/** As `reachedByQuote`, for a buy that passes the orders of its parent account. */
function reachedByQuotePastOwn(
  state: State,
  book: OrderBook,
  instrument: Instrument,
  { amount, limit, parent }: { amount: Atoms; limit: Ticks; parent: number },
): Ticks {
  let reached = NO_PRICE;
  let unspent = amount;
  walkPastOwn(state, book, { isBuy: true, limit, parent }, (price, size) => {
    reached = price;
    unspent = minus(unspent, notional(price, size, instrument.atomsPerTickLot));
    return unspent > 0n;
  });
  return reached;
}

/** Farthest price in the book that a market order reaches up to `limit`; 0 for none. */
function reachOf(state: State, order: MarginOrder, limit: Ticks): Ticks {
  const { account, instrument, isBuy, passesOwn, quoteAmount: amount, size } = order;
  const { parent } = account.user;
  const book = bookAt(state, instrument.index);
  if (amount > 0n) {
    return passesOwn
      ? reachedByQuotePastOwn(state, book, instrument, { amount, limit, parent })
      : reachedByQuote(book, instrument, amount, limit);
  }
  return passesOwn
    ? reachedPastOwn(state, book, { isBuy, limit, parent, size })
    : reachedPrice(book, isBuy, { limit, size });
}

/**
 * Worst price of an order: its limit price, or for a market order the farthest price that it
 * reaches in the book within the collateral band; the edge of the band if it reaches nothing.
 */
function worstPriceOf(state: State, order: MarginOrder): Ticks {
  const { instrument, isBuy, price } = order;
  if (price !== NO_PRICE) return price;
  const limit = collateralLimit(state, instrument, isBuy);
  const reached = reachOf(state, order, limit);
  return reached === 0 ? limit : reached;
}

/**
 * Returns price limit and loan of an order, or the reason to refuse it. If the order borrows, the
 * account must keep its leverage limit after the order and all resting orders fill at their worst
 * prices. An account with debt that would lose by the order must stay below its liquidation level.
 */
export function creditPlan(state: State, order: MarginOrder): CreditPlan | Rejection {
  const { account, hold, instrument, isBuy, mayBorrow, quoteAmount, size } = order;
  assert(hold > 0n, "an order reserves an amount above zero");
  const currency = isBuy ? instrument.quote : instrument.base;
  const missing = minus(hold, state.ledger.available(ledgerAccountOf(state, account, currency)));
  if (missing > 0n && !mayBorrow) return "insufficient_available";
  if (missing <= 0n && !hasLoan(state, account)) {
    const limit = order.price === NO_PRICE ? marketLimit(state, instrument, isBuy) : order.price;
    return { limit, loan: undefined };
  }
  if (collateralPriceOf(state, instrument) === 0) return "collateral_price_missing";
  const limit = worstPriceOf(state, order);
  const priceRefusal = checkCollateralPrice(state, instrument, isBuy, limit);
  if (priceRefusal !== undefined) return priceRefusal;
  const exchanged =
    quoteAmount > 0n
      ? exchangedByQuote(instrument, limit, quoteAmount)
      : exchangedBySize(instrument, isBuy, limit, size);
  const orderLoss = orderLossOf(state, account, { instrument, isBuy, ...exchanged });
  if (orderLoss === undefined) return "collateral_price_missing";
  if (missing > 0n) {
    const loan = raisedToMinimum(state, { account, currency, amount: missing, orderLoss });
    return loanRefusal(state, loan) ?? { limit, loan };
  }
  const isBorne = orderLoss === 0n || isLossBorne(state, account, orderLoss);
  return isBorne ? { limit, loan: undefined } : "collateral_insufficient";
}
