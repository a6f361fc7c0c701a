/**
 * Margin accounts: the crossed one of a user, and one per isolated instrument. What they are worth
 * and how close they are to liquidation follows from balances, loans and prices
 * (trading-rules.md section 6):
 *
 *   assets      = Σ value of balance               each rounded down
 *   debts       = Σ value of principal + interest  each rounded up
 *   maintenance = Σ debt value × rate of its tier  each rounded up
 *   initial     = Σ debt value ÷ (leverage of its tier − 1), each rounded up
 *   risk rate   = (debts + maintenance) ÷ assets, zero without debts
 *
 * A loan may be taken while initial ≤ assets − debts − open loss of orders (`open-loss.ts`).
 */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  indexIn,
  type MarginWallet,
  ORDER_BACKINGS,
  WALLET_OF_BACKING,
} from "../base/vocabulary.ts";
import { BACKING_TRAITS, wordFlags } from "../base/word-traits.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { dividedRoundedUp, feeRoundedUp, minus, plus } from "../money/arithmetic.ts";
import {
  type Atoms,
  atoms,
  NO_PRICE,
  type RateE6,
  type Ticks,
  ZERO_ATOMS,
} from "../money/units.ts";
import type { State } from "../state.ts";
import { owedOf } from "./charge-interest.ts";
import { marginWalletAt } from "./loan-place.ts";
import { type LoanTerms, tierOf } from "./loan-terms.ts";

export type MarginAccount = {
  readonly user: User;
  /** Index of the wallet. */
  readonly wallet: number;
  /** Index + 1 of the isolated instrument, or 0. */
  readonly instrument: number;
};

/** The risk rate of an account that owes and has nothing, and the highest one told. */
export const RISK_E6_MAX = 1_000_000_000;
const E6 = 1_000_000n;

/** By index of the backing: index of the wallet that it names, and whether per instrument. */
const WALLET_BY_BACKING = ORDER_BACKINGS.map((word) =>
  word === "default" ? undefined : WALLET_INDEX[WALLET_OF_BACKING[word]],
);
const IS_PER_INSTRUMENT = wordFlags(ORDER_BACKINGS, (word) => BACKING_TRAITS[word].isPerInstrument);

/** The account of a wallet and instrument, or `undefined` where no coin has loan terms. */
export function marginAccount(
  state: State,
  user: User,
  wallet: MarginWallet,
  instrument: number,
): MarginAccount | undefined {
  if (user.isUnified) return undefined;
  if ((wallet === "crossed_margin") !== (instrument === 0)) return undefined;
  if (state.lending.terms.of(user.realm, instrument).length === 0) return undefined;
  return { user, wallet: WALLET_INDEX[wallet], instrument };
}

/** The account that a spot order in an instrument draws on: both its coins have terms there. */
export function accountForOrder(
  state: State,
  user: User,
  wallet: MarginWallet,
  instrument: Instrument,
): MarginAccount | undefined {
  const place = wallet === "crossed_margin" ? 0 : instrument.index + 1;
  const account = marginAccount(state, user, wallet, place);
  if (account === undefined) return undefined;
  const hasTerms = (coin: number): boolean => termsOf(state, account, coin) !== undefined;
  return hasTerms(instrument.base) && hasTerms(instrument.quote) ? account : undefined;
}

/** Index of the wallet of an order's backing, which is not the default one. */
export function walletOfBacking(backing: number): number {
  const wallet = WALLET_BY_BACKING[backing];
  assert(wallet !== undefined, "the default backing names no wallet");
  return wallet;
}

/** Index of the backing of orders that draw on a margin wallet. */
export function backingOfWallet(wallet: number): number {
  return indexIn(ORDER_BACKINGS, marginWalletAt(wallet));
}

/** The instrument part of the accounts that an order of this backing draws on. */
export function placeOfBacking(backing: number, instrument: Instrument): number {
  return IS_PER_INSTRUMENT[backing] === 1 ? instrument.index + 1 : 0;
}

/** One number for an account, for maps. */
export function keyOfAccount(account: {
  readonly user: number;
  readonly wallet: number;
  readonly instrument: number;
}): number {
  const place = account.instrument;
  return account.user * 4097 + (account.wallet === WALLET_INDEX.crossed_margin ? 0 : place);
}

/** Whether its collateral is being sold; it takes no other instruction meanwhile. */
export function isUnwinding(state: State, account: MarginAccount): boolean {
  const { instrument, wallet } = account;
  const key = keyOfAccount({ user: account.user.index, wallet, instrument });
  return state.lending.unwinds.has(key);
}

/** The coins an account may hold, the one that values are told in last. */
export function coinsOf(state: State, account: MarginAccount): readonly LoanTerms[] {
  return state.lending.terms.of(account.user.realm, account.instrument);
}

export function termsOf(
  state: State,
  account: MarginAccount,
  currency: number,
): LoanTerms | undefined {
  return state.lending.terms.find(account.user.realm, account.instrument, currency);
}

/** Ledger account of a coin, or 0 when it was never used. */
export function ledgerAccountOf(state: State, account: MarginAccount, currency: number): number {
  return state.ledger.find(account.user.index, account.wallet, currency, account.instrument);
}

/** Whether any coin is owed. */
export function owesAnything(state: State, account: MarginAccount): boolean {
  return coinsOf(state, account).some(
    ({ currency }) => state.lending.loans.find(ledgerAccountOf(state, account, currency)) !== 0,
  );
}

/** Name of the wallet. */
export function marginWalletOf(account: MarginAccount): MarginWallet {
  return marginWalletAt(account.wallet);
}

/** The price that collateral counts at: index, or last where no index is known; 0 for neither. */
export function collateralPriceOf(state: State, instrument: Instrument): Ticks {
  const prices = state.prices[instrument.index];
  if (prices === undefined) return NO_PRICE;
  return prices.index === 0 ? prices.last : prices.index;
}

/** The value of an amount of a coin, rounded up or down; `undefined` without a price. */
export function worthOf(
  state: State,
  terms: LoanTerms,
  amount: Atoms,
  rounding: "up" | "down",
): Atoms | undefined {
  const { pricedBy } = terms;
  if (pricedBy === undefined || amount === 0n) return amount;
  const price = collateralPriceOf(state, pricedBy);
  if (price === 0) return undefined;
  const top = amount * BigInt(price) * pricedBy.atomsPerTickLot;
  const bottom = pricedBy.baseAtomsPerLot;
  return atoms((rounding === "up" ? top + bottom - 1n : top) / bottom);
}

/**
 * Whether every coin that the account holds or owes has an index price of late. While one has not,
 * the account is not liquidated (decision 0019).
 */
export function arePricesFresh(state: State, account: MarginAccount): boolean {
  return coinsOf(state, account).every(({ currency, pricedBy }) => {
    if (pricedBy === undefined) return true;
    const money = ledgerAccountOf(state, account, currency);
    const isUnused = state.ledger.balance(money) === 0n && state.lending.loans.find(money) === 0;
    return isUnused || isIndexFresh(state, pricedBy.index);
  });
}

/** A change that is weighed before it is made. */
export type TentativeChange = {
  readonly currency: number;
  readonly balance: Atoms;
  readonly principal: Atoms;
  readonly interest: Atoms;
};

export type RiskFigures = {
  assets: Atoms;
  debts: Atoms;
  maintenance: Atoms;
  initial: Atoms;
};

/** The figures of an account after a change, or as it is; `undefined` while a price is missing. */
export function figuresOf(
  state: State,
  account: MarginAccount,
  change?: TentativeChange,
): RiskFigures | undefined {
  const sums = { assets: ZERO_ATOMS, debts: ZERO_ATOMS, maintenance: ZERO_ATOMS };
  const figures: RiskFigures = { ...sums, initial: ZERO_ATOMS };
  for (const terms of coinsOf(state, account)) {
    const changed = change?.currency === terms.currency ? change : undefined;
    if (!addCoin(state, account, { terms, changed, figures })) return undefined;
  }
  return figures;
}

function addCoin(
  state: State,
  account: MarginAccount,
  of: {
    readonly terms: LoanTerms;
    readonly changed: TentativeChange | undefined;
    readonly figures: RiskFigures;
  },
): boolean {
  const { changed, figures, terms } = of;
  const { ledger, lending } = state;
  const money = ledgerAccountOf(state, account, terms.currency);
  const row = lending.loans.find(money);
  let balance = ledger.balance(money);
  let principal = row === 0 ? ZERO_ATOMS : lending.loans.principal.get(row);
  let owed = row === 0 ? ZERO_ATOMS : owedOf(state, row);
  if (changed !== undefined) {
    balance = plus(balance, changed.balance);
    principal = plus(principal, changed.principal);
    owed = plus(owed, plus(changed.principal, changed.interest));
  }
  const assets = worthOf(state, terms, balance, "down");
  const debts = worthOf(state, terms, owed, "up");
  if (assets === undefined || debts === undefined) return false;
  const tier = tierOf(terms, principal);
  figures.assets = plus(figures.assets, assets);
  figures.debts = plus(figures.debts, debts);
  figures.maintenance = plus(figures.maintenance, feeRoundedUp(debts, tier.maintenanceRate));
  figures.initial = plus(figures.initial, dividedRoundedUp(debts, tier.leverage - 1));
  return true;
}

/** The risk rate in millionths, rounded up; 0 without debts. */
export function riskE6Of(figures: RiskFigures): number {
  if (figures.debts === 0n) return 0;
  if (figures.assets <= 0n) return RISK_E6_MAX;
  const top = plus(figures.debts, figures.maintenance) * E6;
  const rate = (top + figures.assets - 1n) / figures.assets;
  return rate > BigInt(RISK_E6_MAX) ? RISK_E6_MAX : Number(rate);
}

/** Whether the risk rate lies at or below a bound. */
export function isWithinRisk(figures: RiskFigures, bound: RateE6): boolean {
  if (figures.debts === 0n) return true;
  return plus(figures.debts, figures.maintenance) * E6 <= figures.assets * BigInt(bound);
}

/** Whether a loan could be taken in these figures: the leverage of each tier is kept. */
export function isLeverageKept(figures: RiskFigures): boolean {
  return figures.initial <= minus(figures.assets, figures.debts);
}
