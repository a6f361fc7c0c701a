/** Which money stands behind a position: the futures account, or margin of its own (0019). */

import { FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LONG, type LongOrShort, NO_ROW, type PositionRow } from "../base/position-handle.ts";
import { WALLETS } from "../base/vocabulary.ts";
import { WALLET_TRAITS, wordFlags } from "../base/word-traits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { instrumentAt, type State, userAt } from "../state.ts";

/** By index of the wallet. */
const BACKS_FUTURES = wordFlags(WALLETS, (word) => WALLET_TRAITS[word].backs !== "nothing");
const IS_OF_POSITION = wordFlags(WALLETS, (word) => WALLET_TRAITS[word].owner === "position");

/**
 * Index of the wallet that a user's orders in an instrument draw on. What the exchange itself holds
 * it has taken over from liquidated users, on the margin of its insurance fund.
 */
export function walletOf(user: User, instrument: Instrument): number {
  if (user.index < FIRST_ORDINARY_USER) return WALLET_INDEX.insurance_fund;
  if (user.isUnified) return WALLET_INDEX.unified;
  return instrument.classicWallet;
}

/** True for wallets whose balance also backs futures positions. */
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

/** The futures account that a row's orders draw on; opened at first use. */
export function futuresAccount(state: State, row: PositionRow): number {
  assert(row !== NO_ROW, "a futures account backs a row that exists");
  const user = userAt(state, state.positions.user.get(row));
  const instrument = instrumentAt(state, state.positions.instrument.get(row));
  return state.ledger.account(user.index, walletOf(user, instrument), instrument.settle);
}

/** The account of an isolated position's margin; opened at first use. */
export function isolatedAccount(state: State, row: PositionRow, side: LongOrShort): number {
  assert(state.positions.isIsolated(row), "only an isolated position has margin of its own");
  const index = state.positions.instrument.get(row);
  const { settle } = instrumentAt(state, index);
  const user = state.positions.user.get(row);
  return state.ledger.account(user, isolatedWalletOf(side), settle, index + 1);
}

/**
 * The account that stands behind a position: pays its funding, bears its liquidation. Crossed, the
 * futures account of the user; isolated, the margin of this position.
 */
export function backingAccount(state: State, row: PositionRow, side: LongOrShort): number {
  return state.positions.isIsolated(row)
    ? isolatedAccount(state, row, side)
    : futuresAccount(state, row);
}

/** The margin of an isolated position; zero of a crossed one. */
export function isolatedMarginOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  const { ledger, positions } = state;
  if (!positions.isIsolated(row)) return ZERO_ATOMS;
  const index = positions.instrument.get(row);
  const { settle } = instrumentAt(state, index);
  const user = positions.user.get(row);
  return ledger.balance(ledger.find(user, isolatedWalletOf(side), settle, index + 1));
}
