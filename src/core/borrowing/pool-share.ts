/**
 * Share of a lending pool that one parent account may borrow together with its sub-accounts
 * (decision 0035). The share is taken of the pool's funds. Borrowed amounts of a coin are
 *
 *   classic = Σ principal of the loans in crossed margin and in each isolated instrument
 *   unified = holds of orders − equity, where that is above zero
 *   pledged = Σ principal of the loans against a pledge, of both kinds of users
 *
 * Interest of classic and pledged loans does not count.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Realm } from "../base/vocabulary.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { NO_POOL_SHARE } from "../lending/loan-terms.ts";
import { minus, plus, shareRoundedDown } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type State, userAt } from "../state.ts";
import { borrowedWith } from "./borrowed-amount.ts";

/** Principal of a classic user's loans of a coin in all margin accounts. */
function principalOf(state: State, user: User, currency: number): Atoms {
  const { ledger, lending } = state;
  let sum = ZERO_ATOMS;
  for (const instrument of lending.terms.instrumentsOf(user.realm, currency)) {
    const wallet = instrument === 0 ? WALLET_INDEX.crossed_margin : WALLET_INDEX.isolated_margin;
    const row = lending.loans.find(ledger.find(user.index, wallet, currency, instrument));
    if (row !== 0) sum = plus(sum, lending.loans.principal.get(row));
  }
  return sum;
}

/** The most of a coin that the pool lends to one parent account with its sub-accounts. */
export function poolLimitOf(state: State, realm: Realm, currency: number): Atoms {
  const { poolFunds, rules } = state.lending;
  return shareRoundedDown(poolFunds.of(realm, currency), rules.poolShare);
}

/**
 * Amount of a coin that the share leaves a user to borrow: for classic users on top of their loans,
 * for unified users in total. Below zero when the share is exceeded, `undefined` when there is no
 * limit. Walks all accounts of the parent, so callers ask only when something is borrowed.
 */
export function poolShareLeft(state: State, user: User, currency: number): Atoms | undefined {
  if (state.lending.rules.poolShare === NO_POOL_SHARE) return undefined;
  assert(user.parent !== 0, "a borrower belongs to a parent account");
  let left = poolLimitOf(state, user.realm, currency);
  for (let index = user.parent; index !== 0; ) {
    const account = userAt(state, index);
    left = minus(left, state.pledging.loans.principalOf(index, currency));
    if (!account.isUnified) {
      left = minus(left, principalOf(state, account, currency));
    } else if (account !== user) {
      left = minus(left, borrowedWith(state, account, currency, ZERO_ATOMS));
    }
    index = account.familyNext;
  }
  return left;
}
