/**
 * Forced repayment of a unified account that is at risk and holds no position (decision 0033): its
 * other coins pay its debts at the index prices, with the fee of liquidation. What they cannot pay
 * the insurance fund makes good as far as it reaches.
 */
import type { User } from "../accounts/user.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { NO_COLLATERAL } from "../instruments/collateral.ts";
import type { Currency } from "../instruments/instrument.ts";
import { isUsdRateFresh, usdDown, usdRateOf } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { debtOf } from "../lending/record-debt.ts";
import { unifiedUnheld } from "../margin/unified-margin.ts";
import type { Atoms } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { chargeDebtInterest } from "./charge-debt-interest.ts";
import { type DealTerms, dealFor, type Exchange, exchange } from "./exchange-debt.ts";

function accountOf(state: State, user: User, currency: number): number {
  return state.ledger.find(user.index, WALLET_INDEX.unified, currency);
}

/** The ledger accounts of the coins that a unified user owes, in listing order. */
export function owingAccounts(state: State, user: User): number[] {
  if (!state.debts.table.owes(user.index)) return [];
  return state.currencies
    .map(({ index }) => accountOf(state, user, index))
    .filter((account) => state.debts.table.of(account) > 0n);
}

/** Whether what is owed and what is collateral has a price of late; while not, nobody guesses. */
export function areCoinsPriced(state: State, user: User): boolean {
  const realm = indexIn(REALMS, user.realm);
  return state.currencies.every((currency) => {
    const balance = state.ledger.balance(accountOf(state, user, currency.index));
    const { tiers } = state.collaterals[currency.index] ?? NO_COLLATERAL;
    const counts = balance < 0n || (balance > 0n && tiers.length > 0);
    return !counts || isUsdRateFresh(state, realm, currency);
  });
}

/** The coin with the most dollars by a measure; of equal ones the first, none where all are 0. */
function largestCoin(
  state: State,
  user: User,
  measure: (currency: number) => Atoms,
): number | undefined {
  const realm = indexIn(REALMS, user.realm);
  let largest: number | undefined;
  let most = 0n;
  for (const currency of state.currencies) {
    const amount = measure(currency.index);
    if (amount <= 0n) continue;
    const worth = usdDown(usdRateOf(state, realm, currency as Currency), amount);
    if (worth > most) [largest, most] = [currency.index, worth];
  }
  return largest;
}

/** The largest debt, and what is to pay it: the coin of which most is unheld. */
function nextExchange(state: State, user: User): Exchange | undefined {
  const debt = largestCoin(state, user, (coin) => debtOf(state, accountOf(state, user, coin)));
  const payment = largestCoin(state, user, (coin) => unifiedUnheld(state, user, coin));
  return debt === undefined || payment === undefined ? undefined : { debt, payment };
}

/** Whether another coin of the account could pay for the largest debt now. */
export function canForceRepayment(state: State, user: User): boolean {
  const pair = nextExchange(state, user);
  return pair !== undefined && dealFor(state, user, pair, termsOf(state)) !== undefined;
}

function termsOf(state: State): DealTerms {
  return { fee: state.lending.rules.liquidationFee };
}

/**
 * Pays of the largest debt what the coin of which most is unheld pays. Answers whether anything
 * was paid. Emits `debt_exchanged` and `debt_changed`.
 */
export function forceRepayment(
  state: State,
  user: User,
  liquidationId: number,
  emit: Emit,
): boolean {
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, user, emit);
  const pair = nextExchange(state, user);
  const deal = pair === undefined ? undefined : dealFor(state, user, pair, termsOf(state));
  if (pair === undefined || deal === undefined) return false;
  exchange(state, user, pair, { deal, liquidationId }, emit);
  return true;
}
