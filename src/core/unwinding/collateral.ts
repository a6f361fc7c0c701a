/**
 * Available and required amounts of each coin of an account that is unwound, and the prices and
 * sizes of its trades. One coin is the money of the account (the quote coin, or the coin in which
 * crossed margin is valued): the other coins are sold for it and bought with it.
 */

import { assert } from "../base/assert.ts";
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
  /** Principal and interest, also of a coin out of scope: its balance is kept for that loan. */
  readonly owed: Atoms;
  /** Amount to be repaid now, with the fee of a forced repayment; 0 for coins out of scope. */
  readonly target: Atoms;
};

/** Fee of a repayment of `owed`: zero for a flash repayment. */
export function unwindFee(state: State, unwind: Unwind, owed: Atoms): Atoms {
  return unwind.isForced ? feeRoundedUp(owed, state.lending.rules.liquidationFee) : ZERO_ATOMS;
}

/** Coins of the account, its money last. */
export function coinsToUnwind(state: State, unwinding: Unwinding): Coin[] {
  const { account, unwind } = unwinding;
  const { ledger, lending } = state;
  return coinsOf(state, account).map((terms) => {
    const money = ledgerAccountOf(state, account, terms.currency);
    const row = lending.loans.find(money);
    const owed = row === 0 ? ZERO_ATOMS : owedOf(state, row);
    assert(row === 0 || owed > 0n, "an open loan has something to repay");
    const isInScope = unwind.currency === 0 || unwind.currency === terms.currency + 1;
    const target = isInScope && row !== 0 ? plus(owed, unwindFee(state, unwind, owed)) : ZERO_ATOMS;
    return { terms, available: ledger.available(money), owed, target };
  });
}

/** Amount that is missing to repay the coin. */
export function shortageOf(coin: Coin): Atoms {
  return coin.target > coin.available ? atoms(coin.target - coin.available) : ZERO_ATOMS;
}

/** Available amount of the coin beyond its loan and fee. */
export function surplusOf(coin: Coin): Atoms {
  const kept = maxAtoms(coin.target, coin.owed);
  return coin.available > kept ? atoms(coin.available - kept) : ZERO_ATOMS;
}

function ceilDiv(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom;
}

/** Largest distance of a trade from the collateral price: the haircut, reached by misses. */
function bandOf(state: State, unwind: Unwind): RateE6 {
  const { haircut } = state.lending.rules;
  assert(unwind.misses <= UNWIND_MISSES_MAX, "misses are counted up to their maximum");
  const widened = Math.min(unwind.misses + 1, UNWIND_MISSES_MAX);
  return rateE6(Math.floor((haircut * widened) / UNWIND_MISSES_MAX));
}

/** Worst price within that distance. */
function bandPrice(state: State, unwind: Unwind, instrument: Instrument, isBuy: boolean): Ticks {
  const reference = collateralPriceOf(state, instrument);
  const band = bandOf(state, unwind);
  return isBuy ? bandAbove(reference, band) : bandBelow(reference, band);
}

/** Best price on the opposite side of the book, bounded by the band; the band without one. */
function priceFor(state: State, unwind: Unwind, instrument: Instrument, isBuy: boolean): Ticks {
  const best = bookAt(state, instrument.index).bestPrice(!isBuy);
  const edge = bandPrice(state, unwind, instrument, isBuy);
  if (best === 0) return edge;
  return ticks(isBuy ? Math.min(best, edge) : Math.max(best, edge));
}

/**
 * Assets of the account beyond its debts and fees, in its money: the loss that its trades may make
 * before the lender loses. `undefined` when the assets are less than the debts or lack a price.
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

/** Part of the slack that a bad price may cost, after the fee on a trade of this notional. */
function priceSlack(slack: Atoms, instrument: Instrument, notional: Atoms): Atoms {
  return maxAtoms(minus(slack, feeRoundedUp(notional, instrument.takerRate)), ZERO_ATOMS);
}

/** Lowest price of a sale of lots: within the band, and high enough to repay the debts. */
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
  assert(lots > 0n, "a sale has at least one lot");
  const perTick = lots * instrument.atomsPerTickLot;
  const spare = priceSlack(slack, instrument, atoms(BigInt(reference) * perTick));
  const covering = BigInt(reference) - spare / perTick;
  return ticks(Number(covering > BigInt(edge) ? covering : BigInt(edge)));
}

/** Highest price of a purchase for an amount of money: within the band, and the debts repaid. */
export function purchaseLimit(
  state: State,
  unwinding: Unwinding,
  instrument: Instrument,
  amount: Atoms,
): Ticks {
  const edge = bandPrice(state, unwinding.unwind, instrument, true);
  const slack = slackOf(state, unwinding);
  if (slack === undefined) return edge;
  assert(amount > 0n, "a purchase spends money");
  const spare = priceSlack(slack, instrument, amount);
  if (spare >= amount) return edge;
  const reference = collateralPriceOf(state, instrument);
  const covering = (BigInt(reference) * amount) / minus(amount, spare);
  return ticks(Number(covering < BigInt(edge) ? covering : BigInt(edge)));
}

/** Lots whose purchase brings `amount` of base after the fee, rounded up. */
export function lotsToBuy(instrument: Instrument, amount: Atoms): bigint {
  const gross = ceilDiv(amount * E6, E6 - BigInt(instrument.takerRate));
  return ceilDiv(gross, instrument.baseAtomsPerLot);
}

/** Cost of the missing amount of a coin in money, at the best price within the band. */
export function costOf(state: State, unwind: Unwind, coin: Coin): Atoms {
  const { pricedBy } = coin.terms;
  if (pricedBy === undefined) return ZERO_ATOMS;
  const price = BigInt(priceFor(state, unwind, pricedBy, true));
  return atoms(lotsToBuy(pricedBy, shortageOf(coin)) * price * pricedBy.atomsPerTickLot);
}

/**
 * Lots whose sale brings `amount` of money after the fee at the best price within the band, rounded
 * up; 0 without a price.
 */
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

/** Whole lots of an amount of base, rounded down. */
export function lotsWithin(instrument: Instrument, amount: Atoms): bigint {
  return amount / instrument.baseAtomsPerLot;
}

/** The same count as a size, which the bounds of the instrument keep exact. */
export function toLots(count: bigint): Lots {
  assert(count > 0n && count <= BigInt(Number.MAX_SAFE_INTEGER), "a size is a whole number");
  return Number(count) as Lots;
}
