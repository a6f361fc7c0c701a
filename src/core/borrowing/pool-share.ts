/**
 * The share of a lending pool that one parent account may borrow together with its sub-accounts
 * (decision 0035). The size of the pool is what it has and what classic loans have taken out of it;
 * what unified accounts owe is still part of its balance. Borrowed of a coin is
 *
 *   classic = Σ principal of the loans in crossed margin and in each isolated instrument
 *   unified = what orders hold − equity, where that is above zero
 *
 * Interest is not lent and does not count for classic loans.
 */

import type { User } from "../accounts/user.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { borrowedOf } from "../lending/borrowed.ts";
import { NO_POOL_SHARE } from "../lending/loan-terms.ts";
import { unifiedEquity } from "../margin/unified-margin.ts";
import { minus, plus, shareRoundedDown } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type State, userAt } from "../state.ts";

/** Principal of a classic user's loans of a coin, in all margin accounts. */
function principalOf(state: State, user: User, currency: number): Atoms {
  const { ledger, lending } = state;
  let sum = ZERO_ATOMS;
  for (const instrument of lending.terms.placesOf(user.realm, currency)) {
    const wallet = instrument === 0 ? WALLET_INDEX.crossed_margin : WALLET_INDEX.isolated_margin;
    const row = lending.loans.find(ledger.find(user.index, wallet, currency, instrument));
    if (row !== 0) sum = plus(sum, lending.loans.principal.get(row));
  }
  return sum;
}

/** What a unified user owes of a coin, and will owe when its orders fill. */
function unifiedBorrowed(state: State, user: User, currency: number): Atoms {
  const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
  return borrowedOf(unifiedEquity(state, user, currency), state.ledger.hold(account));
}

/**
 * What the share leaves a user to borrow of a coin: classic users on top of their loans, unified
 * ones in all. Below zero when the share is exceeded; `undefined` when there is no limit. Walks the
 * accounts of the parent: only to be asked when something is borrowed.
 */
export function poolShareLeft(state: State, user: User, currency: number): Atoms | undefined {
  const { poolFunds, rules } = state.lending;
  if (rules.poolShare === NO_POOL_SHARE) return undefined;
  let left = shareRoundedDown(poolFunds.of(user.realm, currency), rules.poolShare);
  for (let index = user.parent; index !== 0; ) {
    const account = userAt(state, index);
    if (!account.isUnified) {
      left = minus(left, principalOf(state, account, currency));
    } else if (account !== user) {
      left = minus(left, unifiedBorrowed(state, account, currency));
    }
    index = account.familyNext;
  }
  return left;
}
