/**
 * Forced repayment of a unified account that is at risk and has no position (decision 0033). Its
 * other coins pay its debts at index prices, with the liquidation fee; the insurance fund pays the
 * rest as far as it can.
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

/** Ledger accounts of the coins in which a unified user has a debt, in listing order. */
export function accountsWithDebt(state: State, user: User): number[] {
  if (!state.debts.table.hasDebt(user.index)) return [];
  return state.currencies
    .map(({ index }) => accountOf(state, user, index))
    .filter((account) => state.debts.table.of(account) > 0n);
}

/** Whether every debt and every collateral coin of the account has a fresh price. */
export function areCoinsPriced(state: State, user: User): boolean {
  const realm = indexIn(REALMS, user.realm);
  return state.currencies.every((currency) => {
    const balance = state.ledger.balance(accountOf(state, user, currency.index));
    const { tiers } = state.collaterals[currency.index] ?? NO_COLLATERAL;
    const counts = balance < 0n || (balance > 0n && tiers.length > 0);
    return !counts || isUsdRateFresh(state, realm, currency);
  });
}

/**
 * Coin whose amount is worth most, the first of equal ones, among real or among practice coins;
 * `undefined` where no amount is worth anything.
 */
function largestCoin(
  state: State,
  user: User,
  isPractice: boolean,
  amountOf: (currency: number) => Atoms,
): number | undefined {
  const realm = indexIn(REALMS, user.realm);
  let largest: number | undefined;
  let most = 0n;
  for (const currency of state.currencies) {
    if (currency.isPractice !== isPractice) continue;
    const amount = amountOf(currency.index);
    if (amount <= 0n) continue;
    const worth = usdDown(usdRateOf(state, realm, currency as Currency), amount);
    if (worth > most) [largest, most] = [currency.index, worth];
  }
  return largest;
}

/** The largest debt, and the coin with the largest unheld amount, which pays it. */
function largestExchange(state: State, user: User, isPractice: boolean): Exchange | undefined {
  const debtIn = (coin: number): Atoms => debtOf(state, accountOf(state, user, coin));
  const unheldIn = (coin: number): Atoms => unifiedUnheld(state, user, coin);
  const debt = largestCoin(state, user, isPractice, debtIn);
  const payment = largestCoin(state, user, isPractice, unheldIn);
  return debt === undefined || payment === undefined ? undefined : { debt, payment };
}

/** The exchange that repays next: of real coins, then of practice coins. */
function nextExchange(state: State, user: User): Exchange | undefined {
  return largestExchange(state, user, false) ?? largestExchange(state, user, true);
}

/** Whether another coin of the account can pay a part of the largest debt now. */
export function canForceRepayment(state: State, user: User): boolean {
  const pair = nextExchange(state, user);
  return pair !== undefined && dealFor(state, user, pair, termsOf(state)) !== undefined;
}

function termsOf(state: State): DealTerms {
  return { fee: state.lending.rules.liquidationFee };
}

/**
 * Repays the largest debt with the coin that has the largest unheld amount, as far as it suffices.
 * Returns whether anything was repaid. Emits `debt_exchanged` and `debt_changed`.
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
