/**
 * Collateral and debt of a risk unit in US dollars (decision 0067):
 *
 *   collateral = Σ coins of the product min(amount × price, largest value) × ratio − what is owed
 *   debt       = Σ loans (principal + interest up to now) × price
 *
 * The amount of a coin is the sum over the unit's users of their spot, funding, futures and unified
 * wallets and the margin of isolated positions, less the losses of open positions. Unrealised
 * profits and margin wallets count nothing; a sum below zero counts in full, in any coin.
 * Collateral is rounded down and debt up.
 */
import type { User } from "../accounts/user.ts";
import { LONG_AND_SHORT } from "../base/position-handle.ts";
import { indexIn, REALMS, WALLETS } from "../base/vocabulary.ts";
import { WALLET_TRAITS, wordFlags } from "../base/word-traits.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import { isUsdRateFresh, usdDown, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { unrealisedOf } from "../margin/margin.ts";
import { maxAtoms, minAtoms, plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, type RateE6, ZERO_ATOMS } from "../money/units.ts";
import { isolatedMarginOf } from "../positions/backing.ts";
import { currencyAt, instrumentOfRow, type State, userAt } from "../state.ts";
import { type LoanProduct, pendingInterest, type RiskUnit } from "./risk-unit.ts";

const USD = 100_000_000n;
const WHOLE_E6 = 1_000_000n;

/** By index of the wallet: whether its money is collateral of the unit of its user. */
const IS_COLLATERAL = wordFlags(WALLETS, (word) => WALLET_TRAITS[word].opensTo.length > 0);

/** Indices of the wallets whose money is collateral of a unit. */
export const COLLATERAL_WALLETS: readonly number[] = WALLETS.map((_, index) => index).filter(
  (index) => IS_COLLATERAL[index] === 1,
);

/** Whether the money of a wallet is collateral of the unit of its user. */
export function isCollateralWallet(wallet: number): boolean {
  return IS_COLLATERAL[wallet] === 1;
}

/** Amount of a coin that a unit has, and the value at which it counts, in 10^-8 US dollars. */
export type UnitCoin = {
  readonly currency: number;
  readonly amount: Atoms;
  readonly counted: bigint;
};

export type UnitFigures = {
  readonly coins: readonly UnitCoin[];
  /** In 10^-8 US dollars. */
  readonly collateral: bigint;
  readonly debt: bigint;
  /** Whether all prices that these figures need are fresh. */
  readonly isFresh: boolean;
};

/** A change to be checked: an amount more or less of a coin, more debt in it, a user less. */
export type UnitChange = {
  readonly currency: number;
  readonly amount: bigint;
  readonly debt: bigint;
  readonly without: number;
};

export const NO_CHANGE: UnitChange = { currency: 0, amount: 0n, debt: 0n, without: 0 };

/** Adds the isolated margin and the losses of a user's positions; whether all indices are fresh. */
function addPositions(state: State, user: User, amounts: Atoms[]): boolean {
  const { positions } = state;
  let isFresh = true;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!positions.isHeld(row)) continue;
    const { index, settle } = instrumentOfRow(state, row);
    if (!isIndexFresh(state, index)) isFresh = false;
    for (const side of LONG_AND_SHORT) {
      const loss = minAtoms(unrealisedOf(state, row, side), ZERO_ATOMS);
      const worth = positions.isIsolated(row)
        ? maxAtoms(plus(isolatedMarginOf(state, row, side), loss), ZERO_ATOMS)
        : loss;
      amounts[settle] = plus(amounts[settle] ?? ZERO_ATOMS, worth);
    }
  }
  return isFresh;
}

/** Sums per coin over the users of a unit; whether the indices of its positions are fresh. */
export type UnitHoldings = { readonly amounts: readonly Atoms[]; readonly isFresh: boolean };

/** Returns the holdings of the users of a unit, of all but `without`. */
export function holdingsOf(state: State, unit: RiskUnit, without: number): UnitHoldings {
  const amounts: Atoms[] = state.currencies.map(() => ZERO_ATOMS);
  let isFresh = true;
  for (const index of unit.users) {
    if (index === without) continue;
    for (let coin = 0; coin < amounts.length; coin++) {
      for (const wallet of COLLATERAL_WALLETS) {
        const balance = state.ledger.balance(state.ledger.find(index, wallet, coin));
        if (balance !== 0n) amounts[coin] = plus(amounts[coin] ?? ZERO_ATOMS, balance);
      }
    }
    if (!addPositions(state, userAt(state, index), amounts)) isFresh = false;
  }
  return { amounts, isFresh };
}

/** Returns the product of a unit, which exists as long as the unit. */
export function productOf(state: State, unit: RiskUnit): LoanProduct {
  const { realm } = userAt(state, unit.user);
  const product = state.institutional.product(realm, unit.product);
  if (product === undefined) throw new Error("the product of a unit exists");
  return product;
}

/** Figures of a unit after a change. */
export function figuresOf(state: State, unit: RiskUnit, change = NO_CHANGE): UnitFigures {
  return figuresFrom(state, unit, holdingsOf(state, unit, change.without), change);
}

/** Figures of a unit with these holdings after a change, without a look at positions. */
export function figuresFrom(
  state: State,
  unit: RiskUnit,
  holdings: UnitHoldings,
  change: UnitChange,
): UnitFigures {
  const product = productOf(state, unit);
  const realm = indexIn(REALMS, product.realm);
  const amounts = [...holdings.amounts];
  amounts[change.currency] = atoms((amounts[change.currency] ?? 0n) + change.amount);
  const coins: UnitCoin[] = [];
  let { isFresh } = holdings;
  let collateral = 0n;
  for (const [currency, amount] of amounts.entries()) {
    const terms = product.coins.find((one) => one.currency === currency);
    if (amount === 0n || (amount > 0n && terms === undefined)) continue;
    const coin = currencyAt(state, currency);
    if (!isUsdRateFresh(state, realm, coin)) isFresh = false;
    const value: bigint = usdDown(usdRateOf(state, realm, coin), amount);
    const most = BigInt(terms?.valueMaxUsd ?? 0) * USD;
    const bounded = value > most ? most : value;
    const counted = amount < 0n ? value : (bounded * BigInt(terms?.ratio ?? 0)) / WHOLE_E6;
    coins.push({ currency, amount, counted });
    collateral += counted;
  }
  let debt = 0n;
  const owed = unit.loans.map((loan) => ({
    currency: loan.currency,
    amount: loan.principal + loan.interest + pendingInterest(loan, state.timeMs),
  }));
  if (change.debt > 0n) owed.push({ currency: change.currency, amount: change.debt });
  for (const { amount, currency } of owed) {
    const coin = currencyAt(state, currency);
    if (!isUsdRateFresh(state, realm, coin)) isFresh = false;
    debt += usdUp(usdRateOf(state, realm, coin), atoms(amount));
  }
  return { coins, collateral, debt, isFresh };
}

/** Whether the ratio of debt to collateral is above a line. */
export function isAbove({ collateral, debt }: UnitFigures, line: RateE6): boolean {
  return debt * WHOLE_E6 > collateral * BigInt(line);
}

/** Largest ratio that is reported; also that of a debt without collateral. */
export const RATIO_E6_MAX = 1_000_000_000_000;

/** Ratio of debt to collateral in millionths, rounded up. */
export function ratioE6Of({ collateral, debt }: UnitFigures): number {
  if (debt === 0n) return 0;
  if (collateral <= 0n) return RATIO_E6_MAX;
  const ratio = (debt * WHOLE_E6 + collateral - 1n) / collateral;
  return ratio > BigInt(RATIO_E6_MAX) ? RATIO_E6_MAX : Number(ratio);
}
