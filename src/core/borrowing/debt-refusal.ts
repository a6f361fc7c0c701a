/** Why an order of category MARGIN may not hold what it asks for (decision 0033). */

import { exchangeUserOf, type User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { isAdvanced } from "../base/word-traits.ts";
import { rateAt } from "../instruments/collateral.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { atomsFor, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { borrowedOf, debtTermsOf, type Purchase } from "../lending/borrowed.ts";
import { isLendingPaused } from "../lending/lending-pause.ts";
import { principalMaxOf } from "../lending/loan-terms.ts";
import { collateralFor, unifiedEquity, unifiedFiguresOf } from "../margin/unified-margin.ts";
import { minus, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { currencyAt, type State } from "../state.ts";
import { poolShareLeft } from "./pool-share.ts";

/** What is left to be lent of a coin. */
export function lendableOf(state: State, user: User, currency: number): Atoms {
  const { debts, ledger } = state;
  const pool = ledger.find(exchangeUserOf(user.realm), WALLET_INDEX.lending_pool, currency);
  const left = minus(ledger.balance(pool), debts.table.sum(user.realm, currency));
  return left < 0n ? ZERO_ATOMS : left;
}

/** What is borrowed of a coin when so much more of it is held. */
export function borrowedWith(state: State, user: User, currency: number, more: Atoms): Atoms {
  const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
  const hold = plus(state.ledger.hold(account), more);
  return borrowedOf(unifiedEquity(state, user, currency), hold);
}

/** What of a coin is there and no order holds: what can be paid without borrowing. */
export function unborrowed(state: State, user: User, currency: number): Atoms {
  const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
  const left = minus(unifiedEquity(state, user, currency), state.ledger.hold(account));
  return left < 0n ? ZERO_ATOMS : left;
}

/** Whether the user may place orders of category MARGIN in an instrument at all. */
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
 * Why a user may not borrow so much of a coin in all, or `undefined`: it keeps within the coin's
 * last tier, what the lending pool has left, and the share of the pool that is left to the parent
 * account, and the pool has not lost too much in the hour. By the amount, so that many are weighed
 * with one look at the parent's accounts.
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
    if (borrowed > principalMaxOf(terms)) return "loan_limit_reached";
    if (isLendingPaused(state, user.realm, currency)) return "lending_paused";
    const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
    const owed = state.debts.table.of(account);
    if (borrowed > plus(owed, lendableOf(state, user, currency))) return "lending_pool_exhausted";
    shareLeft ??= poolShareLeft(state, user, currency);
    if (shareLeft !== undefined && borrowed > shareLeft) return "pool_share_reached";
    const coin = currencyAt(state, currency);
    const { top } = usdRateOf(state, indexIn(REALMS, user.realm), coin);
    return top === 0n ? "collateral_price_missing" : undefined;
  };
}

/**
 * Whether an order pays with what is there for a coin that is owed. What the debt is worth needs no
 * margin, so that an account that is short of it can repay by trading; nor does what it buys
 * beyond, where that counts no less than what it pays: selling all at once is no more than selling
 * what repays, and then the rest. Buying back what is owed repays at any price of the band.
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
  const counts = (coin: number, amount: bigint) => rateAt(collateralFor(state, user, coin), amount);
  return counts(bought, size) >= counts(paid, 0n);
}

/**
 * Why a MARGIN order that pays with a coin may not hold `more` than it does, or `undefined`: the
 * account keeps free margin with all that its orders may borrow. By the purchase.
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

/** The same for one purchase. */
export function debtRefusal(
  state: State,
  user: User,
  instrument: Instrument,
  purchase: Purchase,
): Rejection | undefined {
  return debtRefusals(state, user, instrument, purchase.paid)(purchase);
}
