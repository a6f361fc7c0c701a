/**
 * What an account being unwound has of each coin, and what it must have to be repaid. One coin is
 * the money of the account (the quote coin, or the one that crossed margin is valued in): the
 * others are sold for it and bought with it.
 */
import type { Instrument } from "../instruments/instrument.ts";
import { owedOf } from "../loans/charge-interest.ts";
import type { Unwind } from "../loans/lending.ts";
import type { LoanTerms } from "../loans/loan-terms.ts";
import {
  coinsOf,
  collateralPriceOf,
  ledgerAccountOf,
  type MarginAccount,
} from "../loans/margin-account.ts";
import { feeRoundedUp, maxAtoms, plus } from "../money/arithmetic.ts";
import { type Atoms, type Lots, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import type { State } from "../state.ts";

const E6 = 1_000_000n;

export type Unwinding = { readonly unwind: Unwind; readonly account: MarginAccount };

export type Coin = {
  readonly terms: LoanTerms;
  readonly available: Atoms;
  /** What is owed; also of coins that are not to be repaid now, whose collateral stays. */
  readonly owed: Atoms;
  /** To be repaid now, with the fee of a forced repayment; 0 for other coins. */
  readonly target: Atoms;
};

/** The fee of a forced repayment; none when the user asked for it. */
export function unwindFee(state: State, unwind: Unwind, owed: Atoms): Atoms {
  return unwind.isForced ? feeRoundedUp(owed, state.lending.rules.liquidationFee) : ZERO_ATOMS;
}

/** The coins of the account, its money last. */
export function coinsToUnwind(state: State, unwinding: Unwinding): Coin[] {
  const { account, unwind } = unwinding;
  const { ledger, lending } = state;
  return coinsOf(state, account).map((terms) => {
    const money = ledgerAccountOf(state, account, terms.currency);
    const row = lending.loans.find(money);
    const owed = row === 0 ? ZERO_ATOMS : owedOf(state, row);
    const isInScope = unwind.currency === 0 || unwind.currency === terms.currency + 1;
    const target = isInScope && row !== 0 ? plus(owed, unwindFee(state, unwind, owed)) : ZERO_ATOMS;
    return { terms, available: ledger.available(money), owed, target };
  });
}

/** What the coin misses to be repaid. */
export function needOf(coin: Coin): Atoms {
  return coin.target > coin.available ? ((coin.target - coin.available) as Atoms) : ZERO_ATOMS;
}

/** What the coin has beyond all that is owed in it and its fee. */
export function surplusOf(coin: Coin): Atoms {
  const kept = maxAtoms(coin.target, coin.owed);
  return coin.available > kept ? ((coin.available - kept) as Atoms) : ZERO_ATOMS;
}

function ceilDiv(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom;
}

/** The best price on the other side of the book, or the price that collateral counts at. */
function priceFor(state: State, instrument: Instrument, isBuy: boolean): Ticks {
  const best = (state.books[instrument.index] as OrderBook).bestPrice(!isBuy);
  return best === 0 ? collateralPriceOf(state, instrument) : best;
}

/** Lots that bring `amount` of base after the fee, rounded up. */
export function lotsToBuy(instrument: Instrument, amount: Atoms): bigint {
  const gross = ceilDiv(amount * E6, E6 - BigInt(instrument.takerRate));
  return ceilDiv(gross, instrument.baseAtomsPerLot);
}

/** Money that a purchase of `need` costs at the best price. */
export function costOf(state: State, coin: Coin): Atoms {
  const { pricedBy } = coin.terms;
  if (pricedBy === undefined) return ZERO_ATOMS;
  const price = BigInt(priceFor(state, pricedBy, true));
  return (lotsToBuy(pricedBy, needOf(coin)) * price * pricedBy.atomsPerTickLot) as Atoms;
}

/** Lots of a sale that brings `amount` of money after the fee at the best price, rounded up. */
export function lotsToSell(state: State, instrument: Instrument, amount: Atoms): bigint {
  const gross = ceilDiv(amount * E6, E6 - BigInt(instrument.takerRate));
  const price = BigInt(priceFor(state, instrument, false));
  return price === 0n ? 0n : ceilDiv(gross, price * instrument.atomsPerTickLot);
}

/** Whole lots of an amount of base. */
export function lotsWithin(instrument: Instrument, amount: Atoms): bigint {
  return amount / instrument.baseAtomsPerLot;
}

export function toLots(count: bigint): Lots {
  return Number(count) as Lots;
}
