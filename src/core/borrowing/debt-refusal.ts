/** Refusals of MARGIN orders, which may borrow the coin that they pay with (decision 0033). */

import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { isAdvanced } from "../base/word-traits.ts";
import { rateAt } from "../instruments/collateral.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { atomsFor, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { poolRefusal } from "../lending/check-loan.ts";
import { debtTermsOf, type Purchase } from "../lending/debt-margin.ts";
import { poolBalance } from "../lending/lending-pool.ts";
import { collateralFor, unifiedEquity, unifiedFiguresOf } from "../margin/unified-margin.ts";
import { maxAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { currencyAt, type State } from "../state.ts";
import { borrowedWith } from "./borrowed-amount.ts";
import { poolShareLeft } from "./pool-share.ts";

/** Amount of a coin that the pool can still lend to unified accounts. */
export function lendableOf(state: State, realm: Realm, currency: number): Atoms {
  const unlent = minus(poolBalance(state, realm, currency), state.debts.table.sum(realm, currency));
  return maxAtoms(unlent, ZERO_ATOMS);
}

/** Why the user may place no MARGIN order in an instrument, or `undefined`. */
export function accessRefusal(
  state: State,
  user: User,
  instrument: Instrument,
): Rejection | undefined {
  if (!user.isUnified) return "account_not_unified";
  if (!isAdvanced(user.level)) return "account_level_too_low";
  const { base, quote } = instrument;
  const isLent = [base, quote].every((coin) => debtTermsOf(state, user, coin) !== undefined);
  return isLent ? undefined : "margin_not_supported";
}

/**
 * Returns a function of the total that a user would have borrowed of a coin: why the pool does not
 * lend that much, or `undefined`. The total stays within the limits of the pool and the parent
 * account's share of it. A function, so that many amounts are checked with one walk over the
 * accounts of the parent.
 */
export function limitRefusals(
  state: State,
  user: User,
  currency: number,
): (borrowed: bigint) => Rejection | undefined {
  let shareLeft: Atoms | undefined;
  return (borrowed) => {
    if (borrowed <= 0n) return undefined;
    const terms = debtTermsOf(state, user, currency);
    if (terms === undefined) return "margin_not_supported";
    const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
    const lendable = plus(state.debts.table.of(account), lendableOf(state, user.realm, currency));
    const refusal = poolRefusal(state, terms, { borrowed, drawn: borrowed, lendable });
    if (refusal !== undefined) return refusal;
    shareLeft ??= poolShareLeft(state, user, currency);
    if (shareLeft !== undefined && borrowed > shareLeft) return "pool_share_reached";
    const coin = currencyAt(state, currency);
    const { top } = usdRateOf(state, indexIn(REALMS, user.realm), coin);
    return top === 0n ? "collateral_price_missing" : undefined;
  };
}

/**
 * Whether an order pays with unborrowed funds for a coin with a debt, and so needs no free margin:
 * an account that is short of margin can repay by trading. The purchase may exceed the debt where
 * the coin bought counts at no lower rate than the coin paid. A buy by size of at most the debt
 * repays at every price.
 */
function isRepaying(state: State, user: User, purchase: Purchase): boolean {
  const { bought, gain, more, paid } = purchase;
  const equity = unifiedEquity(state, user, bought);
  if (equity >= 0n || borrowedWith(state, user, paid, more) !== 0n) return false;
  if (gain !== undefined && gain <= negated(equity)) return true;
  const realm = indexIn(REALMS, user.realm);
  const rateOf = (coin: number) => usdRateOf(state, realm, currencyAt(state, coin));
  const beyond = usdUp(rateOf(paid), more) - usdUp(rateOf(bought), negated(equity));
  if (beyond <= 0n) return true;
  const size = atomsFor(rateOf(bought), beyond);
  if (size === undefined) return false;
  const collateralRate = (coin: number, amount: bigint) =>
    rateAt(collateralFor(state, user, coin), amount);
  return collateralRate(bought, size) >= collateralRate(paid, 0n);
}

/**
 * Returns a function of the purchase: why a MARGIN order that pays with a coin is refused, or
 * `undefined`. The account has access to margin trading, stays within the limits of the pool, and
 * keeps free margin after all that its orders may borrow.
 */
export function debtRefusals(
  state: State,
  user: User,
  instrument: Instrument,
  paid: number,
): (purchase: Purchase) => Rejection | undefined {
  const limitRefusal = limitRefusals(state, user, paid);
  return (purchase) => {
    const refusal =
      accessRefusal(state, user, instrument) ??
      limitRefusal(borrowedWith(state, user, paid, purchase.more));
    if (refusal !== undefined || isRepaying(state, user, purchase)) return refusal;
    const { freeUsd } = unifiedFiguresOf(state, user, purchase);
    return freeUsd >= 0n ? undefined : "insufficient_margin";
  };
}

/** Why a MARGIN order is refused for this purchase, or `undefined`. */
export function debtRefusal(
  state: State,
  user: User,
  instrument: Instrument,
  purchase: Purchase,
): Rejection | undefined {
  return debtRefusals(state, user, instrument, purchase.paid)(purchase);
}
