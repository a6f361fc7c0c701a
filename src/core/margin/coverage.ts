/** Whether an account covers its required margin, and the amount that it can spend. */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { NO_ROW } from "../base/position-handle.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { maxAtoms, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { isMarginWallet, walletOf } from "../positions/backing.ts";
import { atMost } from "../positions/near-amounts.ts";
import { currencyAt, type State } from "../state.ts";
import {
  availableMarginOf,
  type KnownRequirement,
  type MarginFigures,
  marginOf,
  transferableMarginOf,
} from "./margin.ts";
import { fundsLeftAtLeast } from "./margin-bounds.ts";
import {
  freeUsdAfter,
  inCoin,
  unifiedFiguresOf,
  unifiedFunds,
  unifiedSpendable,
} from "./unified-margin.ts";

/** Whether a unified user has debts, or may have orders that will borrow. */
function hasBorrowed(state: State, user: User): boolean {
  return user.borrows || state.debts.table.hasDebt(user.index);
}

/** Whether the funds of an account may be required as margin. */
function isBound(state: State, user: User, account: number): boolean {
  const mayOwe = user.isUnified && hasBorrowed(state, user);
  if (user.positionsFirst === 0 && !mayOwe) return false;
  return isMarginWallet(state.ledger.walletOf(account));
}

/** Amount that a user may spend or move out of an account without lacking margin. */
export function spendable(state: State, user: User, account: number): Atoms {
  if (account === 0) return ZERO_ATOMS;
  if (!isBound(state, user, account)) return state.ledger.available(account);
  if (user.isUnified) return unifiedSpendable(state, user, account);
  return maxAtoms(transferableMarginOf(state, account), ZERO_ATOMS);
}

/** Whether a user may spend an amount; cheaper than `spendable` for accounts without margin. */
export function canSpend(state: State, user: User, account: number, amount: Atoms): boolean {
  if (!isBound(state, user, account)) return state.ledger.covers(account, amount);
  if (!user.isUnified) {
    const left = fundsLeftAtLeast(state, user, account, undefined, false);
    if (left >= atMost(Number(amount))) return true;
  }
  return spendable(state, user, account) >= amount;
}

/** Whether the account of an instrument covers its required margin and an additional amount. */
export function isMarginEnough(
  state: State,
  user: User,
  instrument: Instrument,
  beside: Atoms = ZERO_ATOMS,
): boolean {
  assert(beside >= 0n, "an amount beside required margin is never negative");
  if (user.isUnified) {
    const { freeUsd } = unifiedFiguresOf(state, user);
    if (beside === 0n) return freeUsd >= 0n;
    const coin = currencyAt(state, instrument.settle);
    return freeUsd >= usdUp(usdRateOf(state, indexIn(REALMS, user.realm), coin), beside);
  }
  const account = state.ledger.account(user.index, walletOf(user, instrument), instrument.settle);
  if (beside === 0n && fundsLeftAtLeast(state, user, account, undefined, true) >= 0) return true;
  return availableMarginOf(state, account) >= beside;
}

/**
 * Margin figures of an account in its own coin. The available margin of a unified account, all
 * coins together, is converted to this coin at its price.
 */
export function accountMarginOf(state: State, user: User, account: number): MarginFigures {
  const figures = marginOf(state, user, account);
  if (!user.isUnified || account === 0) return figures;
  const { freeUsd, spendable: transferable } = unifiedFunds(state, user, account);
  const free = inCoin(state, user, state.ledger.currencyOf(account), freeUsd);
  return { ...figures, free, transferable };
}

/**
 * Whether the account of an instrument would cover more required margin and an additional amount.
 * Unrealised profit does not count if margin is moved at the fill, as for isolated positions.
 */
export function coversMore(
  state: State,
  user: User,
  instrument: Instrument,
  needed: {
    readonly more: Atoms;
    readonly beside: Atoms;
    readonly isMoved: boolean;
    readonly known: KnownRequirement;
  },
): boolean {
  const { beside, isMoved, known, more } = needed;
  assert(beside >= 0n, "an amount beside more margin is never negative");
  assert(
    known.row === NO_ROW || state.positions.user.get(known.row) === user.index,
    "a known requirement is that of the user's own row",
  );
  const { settle } = instrument;
  if (user.isUnified) {
    const coin = currencyAt(state, settle);
    const rate = usdRateOf(state, indexIn(REALMS, user.realm), coin);
    const free = freeUsdAfter(state, user, { currency: settle, amount: more }, known);
    return free >= usdUp(rate, beside);
  }
  const account = state.ledger.find(user.index, walletOf(user, instrument), settle);
  if (account === 0) return more <= 0n && beside <= 0n;
  const read = isMoved ? transferableMarginOf : availableMarginOf;
  return read(state, account, known) >= plus(more, beside);
}
