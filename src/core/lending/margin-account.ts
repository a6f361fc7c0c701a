/**
 * Margin accounts of classic users: one crossed account per user, and one per user and isolated
 * instrument. Their coins are those with loan terms there.
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
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { State } from "../state.ts";
import { marginWalletAt } from "./loan-account.ts";
import type { LoanTerms } from "./loan-terms.ts";

export type MarginAccount = {
  readonly user: User;
  /** Index of the wallet. */
  readonly wallet: number;
  /** Index + 1 of the isolated instrument, or 0. */
  readonly instrument: number;
};

/** By index of the backing: index of its wallet, and whether it has accounts per instrument. */
const WALLET_BY_BACKING = ORDER_BACKINGS.map((word) =>
  word === "default" ? undefined : WALLET_INDEX[WALLET_OF_BACKING[word]],
);
const IS_PER_INSTRUMENT = wordFlags(ORDER_BACKINGS, (word) => BACKING_TRAITS[word].isPerInstrument);

/** One more than the largest instrument index + 1. */
const INSTRUMENT_RADIX = 4097;

/** The account of a wallet and instrument, or `undefined` where no coin has loan terms. */
export function marginAccount(
  state: State,
  user: User,
  wallet: MarginWallet,
  instrument: number,
): MarginAccount | undefined {
  if (user.isUnified) return undefined;
  if (BACKING_TRAITS[wallet].isPerInstrument !== (instrument !== 0)) return undefined;
  if (state.lending.terms.of(user.realm, instrument).length === 0) return undefined;
  return { user, wallet: WALLET_INDEX[wallet], instrument };
}

/** The account that pays a spot order; `undefined` unless both coins have terms there. */
export function accountForOrder(
  state: State,
  user: User,
  wallet: MarginWallet,
  instrument: Instrument,
): MarginAccount | undefined {
  const accountInstrument = BACKING_TRAITS[wallet].isPerInstrument ? instrument.index + 1 : 0;
  const account = marginAccount(state, user, wallet, accountInstrument);
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

/** Index of the backing of orders that a margin wallet pays. */
export function backingOfWallet(wallet: number): number {
  return indexIn(ORDER_BACKINGS, marginWalletAt(wallet));
}

/** Instrument of the accounts that pay an order of this backing: index + 1, or 0. */
export function accountInstrumentOf(backing: number, instrument: Instrument): number {
  return IS_PER_INSTRUMENT[backing] === 1 ? instrument.index + 1 : 0;
}

/** One number for an account, as a key of maps. */
export function keyOfAccount(account: {
  readonly user: number;
  readonly wallet: number;
  readonly instrument: number;
}): number {
  const { instrument, user, wallet } = account;
  const { isPerInstrument } = BACKING_TRAITS[marginWalletAt(wallet)];
  assert(isPerInstrument === (instrument !== 0), "only isolated accounts have an instrument");
  return user * INSTRUMENT_RADIX + instrument;
}

/** Whether the account is being unwound; its user cannot use it until that has ended. */
export function isUnwinding(state: State, account: MarginAccount): boolean {
  const { instrument, wallet } = account;
  const key = keyOfAccount({ user: account.user.index, wallet, instrument });
  return state.lending.unwinds.has(key);
}

/** Terms of the coins that the account may hold; its money comes last. */
export function coinsOf(state: State, account: MarginAccount): readonly LoanTerms[] {
  return state.lending.terms.of(account.user.realm, account.instrument);
}

/** Terms of a coin in the account, or `undefined` when the account cannot hold it. */
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

/** Whether the account has any loan. */
export function hasLoan(state: State, account: MarginAccount): boolean {
  return coinsOf(state, account).some(
    ({ currency }) => state.lending.loans.find(ledgerAccountOf(state, account, currency)) !== 0,
  );
}

/** Name of the account's wallet. */
export function marginWalletOf(account: MarginAccount): MarginWallet {
  return marginWalletAt(account.wallet);
}
