/** Accounts that back a position: the futures account or isolated margin (decision 0019). */

import { FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  LONG,
  type LongOrShort,
  NO_ROW,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import { WALLETS } from "../base/vocabulary.ts";
import { WALLET_TRAITS, wordFlags } from "../base/word-traits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { instrumentAt, instrumentOfRow, type State, userAt } from "../state.ts";

/** By index of the wallet. */
const BACKS_FUTURES = wordFlags(WALLETS, (word) => WALLET_TRAITS[word].backs !== "nothing");
const IS_OF_POSITION = wordFlags(WALLETS, (word) => WALLET_TRAITS[word].owner === "position");

/**
 * Index of the wallet that pays a user's orders in an instrument. Positions of the exchange itself
 * were taken over from liquidated users and are backed by its insurance fund.
 */
export function walletOf(user: User, instrument: Instrument): number {
  if (user.index < FIRST_ORDINARY_USER) return WALLET_INDEX.insurance_fund;
  if (user.isUnified) return WALLET_INDEX.unified;
  return instrument.classicWallet;
}

/** Whether the balance of a wallet also backs futures positions. */
export function isMarginWallet(wallet: number): boolean {
  return BACKS_FUTURES[wallet] === 1;
}

/** Whether a wallet holds the margin of isolated positions. */
export function isIsolatedWallet(wallet: number): boolean {
  return IS_OF_POSITION[wallet] === 1;
}

function isolatedWalletOf(side: LongOrShort): number {
  return side === LONG ? WALLET_INDEX.long_margin : WALLET_INDEX.short_margin;
}

/** Returns the futures account that backs the orders of a row; 0 if it was never used. */
export function findFuturesAccount(state: State, row: PositionRow): number {
  assert(row !== NO_ROW, "a futures account backs a row that exists");
  const user = userAt(state, state.positions.user.get(row));
  return accountBehind(state, user, instrumentOfRow(state, row), row);
}

/** `findFuturesAccount` of a row whose user and instrument are known. */
export function accountBehind(
  state: State,
  user: User,
  instrument: Instrument,
  row: PositionRow,
): number {
  const { ledger, positions } = state;
  const wallet = walletOf(user, instrument);
  const known = positions.account.get(row);
  if (known !== 0 && ledger.walletOf(known) === wallet) return known;
  const account = ledger.find(user.index, wallet, instrument.settle);
  positions.account.set(row, account);
  return account;
}

/** Returns the futures account that backs the orders of a row; opens it at first use. */
export function futuresAccount(state: State, row: PositionRow): number {
  const found = findFuturesAccount(state, row);
  if (found !== 0) return found;
  const user = userAt(state, state.positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  return state.ledger.account(user.index, walletOf(user, instrument), instrument.settle);
}

/** Returns the margin account of an isolated position; opens it at first use. */
export function isolatedAccount(state: State, row: PositionRow, side: LongOrShort): number {
  assert(state.positions.isIsolated(row), "only an isolated position has margin of its own");
  const known = marginAccountOf(state, positionAt(row, side));
  if (known !== 0) return known;
  const index = state.positions.instrument.get(row);
  const { settle } = instrumentAt(state, index);
  const user = state.positions.user.get(row);
  return state.ledger.account(user, isolatedWalletOf(side), settle, index + 1);
}

/**
 * Returns the account that pays the funding of a position and takes the loss of its liquidation:
 * the user's futures account for a crossed position, its own margin account for an isolated one.
 */
export function backingAccount(state: State, row: PositionRow, side: LongOrShort): number {
  return state.positions.isIsolated(row)
    ? isolatedAccount(state, row, side)
    : futuresAccount(state, row);
}

/** Account of the isolated margin of a position; 0 if it was never used. */
export function marginAccountOf(state: State, position: PositionIndex): number {
  const { ledger, positions } = state;
  const known = positions.marginAccount(position);
  if (known !== 0) return known;
  const row = rowOf(position);
  const index = positions.instrument.get(row);
  const { settle } = instrumentAt(state, index);
  const wallet = isolatedWalletOf(sideOf(position));
  const account = ledger.find(positions.user.get(row), wallet, settle, index + 1);
  positions.setMarginAccount(position, account);
  return account;
}

/** Margin of an isolated position, in settle atoms; zero for a crossed position. */
export function isolatedMarginOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  if (!state.positions.isIsolated(row)) return ZERO_ATOMS;
  return state.ledger.balance(marginAccountOf(state, positionAt(row, side)));
}
