/** Moving more of a coin out of a unified account than may be spent of it (decision 0033). */

import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { isAdvanced } from "../base/word-traits.ts";
import type { Currency } from "../instruments/instrument.ts";
import { isUsdRateFresh } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { debtTermsOf } from "../lending/debt-margin.ts";
import { largestAmount } from "../lending/largest-amount.ts";
import { principalMaxOf } from "../lending/loan-terms.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { transferableWithout, unifiedUnheld } from "../margin/unified-margin.ts";
import { maxAtoms } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { currencyAt, type State } from "../state.ts";
import { limitRefusals } from "./debt-refusal.ts";
import { areCoinsPriced } from "./force-repayment.ts";

/** Why nothing leaves a unified account on credit in a coin, or `undefined`. */
function creditRefusal(state: State, user: User, currency: number): Rejection | undefined {
  if (!isAdvanced(user.level)) return "account_level_too_low";
  return debtTermsOf(state, user, currency) === undefined ? "margin_not_supported" : undefined;
}

/** Whether the coin, and all that covers what is owed of it, has a price of late. */
function isPriced(state: State, user: User, coin: Currency): boolean {
  return isUsdRateFresh(state, indexIn(REALMS, user.realm), coin) && areCoinsPriced(state, user);
}

/**
 * Why a unified account may not move out so much of a coin on credit, or `undefined`: by the
 * amount, so that many are weighed with one look at the account. What is not there unheld is
 * borrowed, within what a MARGIN order may borrow. Other than with an order nothing comes in for
 * it: the account must keep its margin without it, and without open profit.
 */
export function transferRefusals(
  state: State,
  user: User,
  currency: number,
): (amount: Atoms) => Rejection | undefined {
  const access = creditRefusal(state, user, currency);
  if (access !== undefined) return () => access;
  const coin = currencyAt(state, currency);
  const unheld = unifiedUnheld(state, user, currency);
  const isFresh = isPriced(state, user, coin);
  const limitRefusal = limitRefusals(state, user, currency);
  const freeUsdWithout = transferableWithout(state, user, coin);
  return (amount) => {
    const refusal = limitRefusal(amount - unheld);
    if (refusal !== undefined) return refusal;
    if (!isFresh) return "collateral_price_missing";
    return freeUsdWithout(amount) >= 0n ? undefined : "insufficient_margin";
  };
}

/** The most of a coin that may be moved out of a unified account when it may borrow. */
export function mostTransferred(state: State, user: User, currency: number): Atoms {
  const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
  const own = maxAtoms(spendable(state, user, account), ZERO_ATOMS);
  const terms = debtTermsOf(state, user, currency);
  if (terms === undefined || creditRefusal(state, user, currency) !== undefined) return own;
  if (isAccountLiquidating(state, user.index, WALLET_INDEX.unified, 0)) return own;
  const unheld = maxAtoms(unifiedUnheld(state, user, currency), ZERO_ATOMS);
  const most = atoms(unheld + principalMaxOf(terms));
  const refusalOf = transferRefusals(state, user, currency);
  return maxAtoms(
    own,
    largestAmount(most, (amount) => refusalOf(amount) === undefined),
  );
}
