/** Reads of the live state: debts of unified accounts. */

import type { User } from "../accounts/user.ts";
import { nextHourMs } from "../base/clock-hour.ts";
import { elementAt } from "../base/list.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { debtRefusals } from "../borrowing/debt-refusal.ts";
import { mostTransferred } from "../borrowing/transfer-refusals.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import { type UsdE8, usdDown, usdRateOf } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { chosenLeverage, debtTermsOf } from "../lending/debt-margin.ts";
import { largestAmount } from "../lending/largest-amount.ts";
import { principalMaxOf } from "../lending/loan-terms.ts";
import { debtOf } from "../lending/record-debt.ts";
import { unifiedEquity, unifiedLoss, unifiedUnheld } from "../margin/unified-margin.ts";
import { maxAtoms, minAtoms, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, type RateE8, rateE8, ZERO_ATOMS } from "../money/units.ts";
import { type State, userAt } from "../state.ts";

export type DebtCoinRead = {
  readonly currency: Currency;
  /** Amount by which equity is below zero: balance with unrealised profit and loss. */
  readonly debt: Atoms;
  /** Amount by which the balance is below zero: the part that can be repaid. */
  readonly owed: Atoms;
  /** Part of the debt that bears no interest. */
  readonly interestFree: Atoms;
  /** Zero where the coin cannot be borrowed. */
  readonly dailyRate: RateE8;
  /** Amount that can pay debts in other coins. */
  readonly unheld: Atoms;
};

/** Debt of a unified account in one coin. */
function debtCoin(state: State, user: User, currency: Currency): DebtCoinRead {
  const { index } = currency;
  const account = state.ledger.find(user.index, WALLET_INDEX.unified, index);
  const terms = debtTermsOf(state, user, index);
  const debt = maxAtoms(negated(unifiedEquity(state, user, index)), ZERO_ATOMS);
  const limit = minAtoms(unifiedLoss(state, user, index), terms?.interestFree ?? ZERO_ATOMS);
  return {
    currency,
    debt,
    owed: debtOf(state, account),
    interestFree: minAtoms(limit, debt),
    dailyRate: terms?.dailyRate ?? rateE8(0),
    unheld: maxAtoms(unifiedUnheld(state, user, index), ZERO_ATOMS),
  };
}

/** Debts of a unified account in all coins that it ever held or that its futures settle in. */
export function readDebtCoins(state: State, userIndex: number): DebtCoinRead[] {
  const user = userAt(state, userIndex);
  return state.currencies
    .filter(({ index }) => state.ledger.find(userIndex, WALLET_INDEX.unified, index) !== 0)
    .map((currency) => debtCoin(state, user, currency));
}

/** Dollars of an amount of a coin in a user's realm, rounded down. */
export function readUsdOf(state: State, userIndex: number, coin: Currency, amount: Atoms): UsdE8 {
  const { realm } = userAt(state, userIndex);
  return usdDown(usdRateOf(state, indexIn(REALMS, realm), coin), amount);
}

/** Time at which interest is charged next, in Unix milliseconds. */
export function readNextInterestMs(state: State): number {
  return nextHourMs(state.timeMs);
}

export type CoinLeverageRead = { readonly currency: Currency; readonly leverage: number };

/** Coins that a unified account can borrow, each with its leverage. */
export function readCoinLeverages(state: State, userIndex: number): CoinLeverageRead[] {
  const user = userAt(state, userIndex);
  return state.currencies.flatMap((currency) => {
    const terms = debtTermsOf(state, user, currency.index);
    if (terms === undefined) return [];
    const chosen = chosenLeverage(user, currency.index);
    return [{ currency, leverage: Math.min(chosen, elementAt(terms.tiers, 0).leverage) }];
  });
}

/** Largest amount of a coin that can be moved out of a unified account, with borrowing. */
export function readMostTransferred(state: State, userIndex: number, coin: Currency): Atoms {
  return mostTransferred(state, userAt(state, userIndex), coin.index);
}

/** Largest amount that a MARGIN order may hold of the coin that it pays with. */
export function readMostHeld(
  state: State,
  userIndex: number,
  instrument: Instrument,
  isBuy: boolean,
): Atoms {
  const user = userAt(state, userIndex);
  const { base, quote } = instrument;
  const [paid, bought] = isBuy ? [quote, base] : [base, quote];
  const terms = debtTermsOf(state, user, paid);
  if (terms === undefined) return ZERO_ATOMS;
  const own = maxAtoms(unifiedEquity(state, user, paid), ZERO_ATOMS);
  const refusalOf = debtRefusals(state, user, instrument, paid);
  const most = plus(principalMaxOf(terms), own);
  return largestAmount(most, (more) => refusalOf({ paid, bought, more }) === undefined);
}
