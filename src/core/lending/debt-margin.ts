/**
 * Borrowed amount of a coin in a unified account and the margin that it requires (decision 0033;
 * trading-rules.md section 8). Plain spot orders hold `held` of the coin's equity, orders of
 * category MARGIN hold `marginHeld`:
 *
 *   shortfall = −( equity − held ) where that is above zero: the debt, with what plain orders add
 *   covered   = part of `marginHeld` that the rest of the equity pays
 *   to borrow = the other part of `marginHeld`
 *   spare     = equity that no order holds
 *   margin    = ceil( ( shortfall + to borrow ) ÷ leverage ) + ceil( to borrow × ( 1 − share ) )
 *
 * The leverage is the user's for the coin, at most that of the tier. The share is the lowest
 * collateral rate among the coins bought, at the tiers that the purchases would reach.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LOAN_LEVERAGE_DEFAULT } from "../base/limits.ts";
import {
  dividedRoundedUp,
  feeRoundedUp,
  maxAtoms,
  minAtoms,
  minus,
  negated,
  plus,
} from "../money/arithmetic.ts";
import { type Atoms, type RateE6, rateE6, ZERO_ATOMS } from "../money/units.ts";
import { reservationOf } from "../order-book/spot-amounts.ts";
import { instrumentAt, type State } from "../state.ts";
import { type LoanTerms, tierOf } from "./loan-terms.ts";

const WHOLE_E6 = 1_000_000;

/** Terms on which a unified account borrows a coin, or `undefined` where it cannot. */
export function debtTermsOf(state: State, user: User, currency: number): LoanTerms | undefined {
  return state.lending.terms.find(user.realm, 0, currency);
}

/** Leverage that a user has chosen for a coin; tiers may allow less. */
export function chosenLeverage(user: User, currency: number): number {
  return user.coinLeverages?.get(currency) ?? LOAN_LEVERAGE_DEFAULT;
}

/** Margin of a borrowed amount at the chosen leverage, but at most that of the tier; rounded up. */
export function leverageMargin(terms: LoanTerms, borrowed: Atoms, chosen: number): Atoms {
  assert(borrowed > 0n, "margin is required of a borrowed amount");
  assert(chosen >= 1, "a chosen leverage is at least 1");
  const most = tierOf(terms, borrowed).leverage;
  return dividedRoundedUp(borrowed, Math.min(chosen, most));
}

/** A MARGIN order that is checked before it is placed or changed. */
export type Purchase = {
  /** Index of the coin that it pays with. */
  readonly paid: number;
  /** Index of the coin that it buys. */
  readonly bought: number;
  /** Atoms of the paid coin that it holds, beyond what it holds already. */
  readonly more: Atoms;
  /** Largest amount that it buys, for a buy by size. */
  readonly gain?: Atoms | undefined;
};

/** Amount that open MARGIN orders hold of a coin, and the coins that they buy with it. */
export type MarginHold = { amount: Atoms; readonly bought: Set<number> };

/** Holds of a user's open MARGIN orders by coin, with those of an order that is checked. */
export function marginHolds(
  state: State,
  user: User,
  purchase: Purchase | undefined,
): ReadonlyMap<number, MarginHold> {
  const holds = new Map<number, MarginHold>();
  const add = (paid: number, bought: number, amount: Atoms): void => {
    const hold = holds.get(paid) ?? { amount: ZERO_ATOMS, bought: new Set() };
    hold.amount = plus(hold.amount, amount);
    hold.bought.add(bought);
    holds.set(paid, hold);
  };
  if (purchase !== undefined) add(purchase.paid, purchase.bought, purchase.more);
  if (!user.borrows) return holds;
  const { orders } = state;
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (!orders.isOnUnifiedMargin(slot)) continue;
    const instrument = instrumentAt(state, orders.instrument(slot));
    const { base, quote } = instrument;
    const amount = reservationOf(state, slot, instrument);
    if (orders.isBuy(slot)) add(quote, base, amount);
    else add(base, quote, amount);
  }
  return holds;
}

/** Parts of a coin as defined above, in atoms; none is below zero. */
export type DebtParts = {
  readonly shortfall: Atoms;
  readonly covered: Atoms;
  readonly toBorrow: Atoms;
  readonly spare: Atoms;
};

export function debtPartsOf(equity: Atoms, held: Atoms, marginHeld: Atoms): DebtParts {
  const unheld = minus(equity, held);
  const shortfall = maxAtoms(negated(unheld), ZERO_ATOMS);
  const covered = minAtoms(marginHeld, maxAtoms(unheld, ZERO_ATOMS));
  const toBorrow = minus(marginHeld, covered);
  assert(toBorrow >= 0n, "orders borrow what their holds exceed the equity by");
  const spare = maxAtoms(minus(unheld, marginHeld), ZERO_ATOMS);
  return { shortfall, covered, toBorrow, spare };
}

/** Borrowed amount of a coin whose equity is less than what orders of either kind hold. */
export function borrowedOf(equity: Atoms, hold: Atoms): Atoms {
  return maxAtoms(minus(hold, equity), ZERO_ATOMS);
}

/** Margin required for the borrowed amount, in atoms of the coin, rounded up. */
export function debtMarginOf(
  user: User,
  terms: LoanTerms,
  { shortfall, toBorrow }: DebtParts,
  share: RateE6,
): Atoms {
  const borrowed = plus(shortfall, toBorrow);
  if (borrowed === 0n) return ZERO_ATOMS;
  const margin = leverageMargin(terms, borrowed, chosenLeverage(user, terms.currency));
  return plus(margin, feeRoundedUp(toBorrow, rateE6(WHOLE_E6 - share)));
}
