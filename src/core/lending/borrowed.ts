/**
 * What is borrowed of a coin in a unified account, and what margin that needs (decision 0033;
 * trading-rules.md section 8). Of a coin with some equity, of which plain spot orders hold `held`
 * and orders of category MARGIN `marginHeld`:
 *
 *   lacking  = −( equity − held ) where that is above zero: what is owed, or will be
 *   covered  = what MARGIN orders hold of what is there
 *   to come  = what they hold beyond it, and will borrow
 *   spare    = what nobody holds
 *   need     = ceil( ( lacking + to come ) ÷ leverage ) + ceil( to come × ( 1 − share ) )
 *
 * The leverage is the user's for the coin, at most that of the tier. The share is what will count
 * of the coin bought which counts least, at the tier that the purchase would reach.
 */

import type { User } from "../accounts/user.ts";
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

/** The terms on which a unified account borrows a coin, or `undefined` where it cannot. */
export function debtTermsOf(state: State, user: User, currency: number): LoanTerms | undefined {
  return state.lending.terms.find(user.realm, 0, currency);
}

/** The leverage at which so much of a coin is borrowed. */
export function debtLeverage(user: User, terms: LoanTerms, borrowed: Atoms): number {
  const most = tierOf(terms, borrowed).leverage;
  const chosen = user.coinLeverages.get(terms.currency) ?? LOAN_LEVERAGE_DEFAULT;
  return Math.min(chosen, most);
}

/**
 * An order that is weighed, or what it holds more: the coins that it pays with and buys. `gain` is
 * how much it buys at most, where it is a buy by size.
 */
export type Purchase = {
  readonly paid: number;
  readonly bought: number;
  readonly more: Atoms;
  readonly gain?: Atoms | undefined;
};

/** What open MARGIN orders hold of a coin, and the coins that they buy with it. */
export type MarginHold = { amount: Atoms; readonly bought: Set<number> };

/** By coin, what a user's open MARGIN orders hold, with one that is weighed. */
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

export type Parts = {
  readonly lacking: Atoms;
  readonly covered: Atoms;
  readonly toCome: Atoms;
  readonly spare: Atoms;
};

/** The parts of a coin. */
export function partsOf(equity: Atoms, held: Atoms, marginHeld: Atoms): Parts {
  const unheld = minus(equity, held);
  const lacking = maxAtoms(negated(unheld), ZERO_ATOMS);
  const covered = minAtoms(marginHeld, maxAtoms(unheld, ZERO_ATOMS));
  const toCome = minus(marginHeld, covered);
  return { lacking, covered, toCome, spare: maxAtoms(minus(unheld, marginHeld), ZERO_ATOMS) };
}

/** What is borrowed of a coin with this equity when orders hold so much of it, of either kind. */
export function borrowedOf(equity: Atoms, hold: Atoms): Atoms {
  return maxAtoms(minus(hold, equity), ZERO_ATOMS);
}

/** Margin for what is borrowed, in atoms of the coin; `share` is what counts of purchases. */
export function needOf(
  user: User,
  terms: LoanTerms,
  { lacking, toCome }: Parts,
  share: RateE6,
): Atoms {
  const borrowed = plus(lacking, toCome);
  if (borrowed === 0n) return ZERO_ATOMS;
  const margin = dividedRoundedUp(borrowed, debtLeverage(user, terms, borrowed));
  return plus(margin, feeRoundedUp(toCome, rateE6(WHOLE_E6 - share)));
}
