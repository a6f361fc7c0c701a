/** Ledger accounts of the lending pools, one per realm and coin. */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Realm } from "../base/vocabulary.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Atoms } from "../money/units.ts";
import type { State } from "../state.ts";

/** Ledger account of a pool, opened at first use. */
export function poolAccount(state: State, realm: Realm, currency: number): number {
  return state.ledger.account(exchangeUserOf(realm), WALLET_INDEX.lending_pool, currency);
}

/** Balance of a pool that no loan has taken out; zero for a pool without an account. */
export function poolBalance(state: State, realm: Realm, currency: number): Atoms {
  const { ledger } = state;
  const account = ledger.find(exchangeUserOf(realm), WALLET_INDEX.lending_pool, currency);
  const balance = ledger.balance(account);
  assert(balance >= 0n, "a pool is never overdrawn");
  return balance;
}
