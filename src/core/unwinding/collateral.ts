/**
 * What an account being unwound has of each coin, and what it must have to be repaid. One coin is
 * the money of the account (the quote coin, or the one that crossed margin is valued in): the
 * others are sold for it and bought with it.
 */

import { UNWIND_MISSES_MAX } from "../base/limits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { owedOf } from "../lending/charge-loan-interest.ts";
import type { Unwind } from "../lending/lending-state.ts";
import type { LoanTerms } from "../lending/loan-terms.ts";
import { coinsOf, ledgerAccountOf, type MarginAccount } from "../lending/margin-account.ts";
import { collateralPriceOf, figuresOf, worthOf } from "../lending/margin-account-risk.ts";
import { bandAbove, bandBelow, feeRoundedUp, maxAtoms, minus, plus } from "../money/arithmetic.ts";
import {
  type Atoms,
  atoms,
  type Lots,
  type RateE6,
  rateE6,
  type Ticks,
  ticks,
  ZERO_ATOMS,
} from "../money/units.ts";
import { bookAt, type State } from "../state.ts";

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
  return coin.target > coin.available ? atoms(coin.target - coin.available) : ZERO_ATOMS;
}

/** What the coin has beyond all that is owed in it and its fee. */
export function surplusOf(coin: Coin): Atoms {
  const kept = maxAtoms(coin.target, coin.owed);
  return coin.available > kept ? atoms(coin.available - kept) : ZERO_ATOMS;
}

function ceilDiv(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom;
}

/** How far from the collateral price an unwinding may trade now: more with each miss. */
function bandOf(state: State, unwind: Unwind): RateE6 {
  const { haircut } = state.lending.rules;
  const widened = Math.min(unwind.misses + 1, UNWIND_MISSES_MAX);
  return rateE6(Math.floor((haircut * widened) / UNWIND_MISSES_MAX));
}

/** The worst price within that band. */
function bandPrice(state: State, unwind: Unwind, instrument: Instrument, isBuy: boolean): Ticks {
  const reference = collateralPriceOf(state, instrument);
  const band = bandOf(state, unwind);
  return isBuy ? bandAbove(reference, band) : bandBelow(reference, band);
}

/** The best price on the other side of the book, no worse than the band; the band without one. */
function priceFor(state: State, unwind: Unwind, instrument: Instrument, isBuy: boolean): Ticks {
  const best = bookAt(state, instrument.index).bestPrice(!isBuy);
  const edge = bandPrice(state, unwind, instrument, isBuy);
  if (best === 0) return edge;
  return ticks(isBuy ? Math.min(best, edge) : Math.max(best, edge));
}

/**
 * What the account has beyond its debts and fees, in its money: what trades may lose before the
 * lender does; `undefined` when it has less than its debts.
 */
function slackOf(state: State, unwinding: Unwinding): Atoms | undefined {
  const figures = figuresOf(state, unwinding.account);
  if (figures === undefined || figures.assets < figures.debts) return undefined;
  let slack = minus(figures.assets, figures.debts);
  for (const { owed, target, terms } of coinsToUnwind(state, unwinding)) {
    if (target <= owed) continue;
    slack = minus(slack, worthOf(state, terms, minus(target, owed), "up") ?? ZERO_ATOMS);
  }
  return maxAtoms(slack, ZERO_ATOMS);
}

/** What of the slack the price may cost, after the fee on a trade of this value. */
function priceSlack(slack: Atoms, instrument: Instrument, value: Atoms): Atoms {
  return maxAtoms(minus(slack, feeRoundedUp(value, instrument.takerRate)), ZERO_ATOMS);
}

/** The lowest price at which lots are sold: within the band, and none that the debts would miss. */
export function saleLimit(
  state: State,
  unwinding: Unwinding,
  instrument: Instrument,
  lots: bigint,
): Ticks {
  const edge = bandPrice(state, unwinding.unwind, instrument, false);
  const slack = slackOf(state, unwinding);
  if (slack === undefined) return edge;
  const reference = collateralPriceOf(state, instrument);
  const perTick = lots * instrument.atomsPerTickLot;
  const spare = priceSlack(slack, instrument, atoms(BigInt(reference) * perTick));
  const covering = BigInt(reference) - spare / perTick;
  return ticks(Number(covering > BigInt(edge) ? covering : BigInt(edge)));
}

/** The highest price at which an amount of money buys: likewise. */
export function purchaseLimit(
  state: State,
  unwinding: Unwinding,
  instrument: Instrument,
  amount: Atoms,
): Ticks {
  const edge = bandPrice(state, unwinding.unwind, instrument, true);
  const slack = slackOf(state, unwinding);
  if (slack === undefined) return edge;
  const spare = priceSlack(slack, instrument, amount);
  if (spare >= amount) return edge;
  const reference = collateralPriceOf(state, instrument);
  const covering = (BigInt(reference) * amount) / minus(amount, spare);
  return ticks(Number(covering < BigInt(edge) ? covering : BigInt(edge)));
}

/** Lots that bring `amount` of base after the fee, rounded up. */
export function lotsToBuy(instrument: Instrument, amount: Atoms): bigint {
  const gross = ceilDiv(amount * E6, E6 - BigInt(instrument.takerRate));
  return ceilDiv(gross, instrument.baseAtomsPerLot);
}

/** Money that a purchase of what is missing costs at the best price within the band. */
export function costOf(state: State, unwind: Unwind, coin: Coin): Atoms {
  const { pricedBy } = coin.terms;
  if (pricedBy === undefined) return ZERO_ATOMS;
  const price = BigInt(priceFor(state, unwind, pricedBy, true));
  return atoms(lotsToBuy(pricedBy, needOf(coin)) * price * pricedBy.atomsPerTickLot);
}

/** Lots of a sale that brings `amount` of money after the fee at that price, rounded up. */
export function lotsToSell(
  state: State,
  unwind: Unwind,
  instrument: Instrument,
  amount: Atoms,
): bigint {
  const gross = ceilDiv(amount * E6, E6 - BigInt(instrument.takerRate));
  const price = BigInt(priceFor(state, unwind, instrument, false));
  return price === 0n ? 0n : ceilDiv(gross, price * instrument.atomsPerTickLot);
}

/** Whole lots of an amount of base. */
export function lotsWithin(instrument: Instrument, amount: Atoms): bigint {
  return amount / instrument.baseAtomsPerLot;
}

export function toLots(count: bigint): Lots {
  return Number(count) as Lots;
}
