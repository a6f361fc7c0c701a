/** Transfers out of a unified account that borrow the coin they move (decision 0033). */

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

/** Why a unified account may not borrow a coin for a transfer, or `undefined`. */
function creditRefusal(state: State, user: User, currency: number): Rejection | undefined {
  if (!isAdvanced(user.level)) return "account_level_too_low";
  return debtTermsOf(state, user, currency) === undefined ? "margin_not_supported" : undefined;
}

/** Whether the coin and every debt and collateral coin of the account have fresh prices. */
function isPriced(state: State, user: User, coin: Currency): boolean {
  return isUsdRateFresh(state, indexIn(REALMS, user.realm), coin) && areCoinsPriced(state, user);
}

/**
 * Returns a function of the amount: why a unified account may not move that much of a coin out, or
 * `undefined`. The part beyond the unheld amount is borrowed, within the limits of MARGIN orders. A
 * transfer brings nothing in, so the account keeps its margin without the amount and without
 * unrealised profit. A function, so that many amounts are checked with one walk over the account.
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

/** Largest amount of a coin that a unified account can move out, with borrowing where allowed. */
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
