/**
 * Debts of unified accounts (decision 0033): per ledger account the amount by which its balance is
 * below zero, and their sums per lending pool. Both follow from the ledger. The part of a debt that
 * was counted as bad does not (decision 0042).
 */

import { assert } from "../base/assert.ts";
import type { Realm } from "../base/vocabulary.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { poolKey } from "./pool-funds.ts";

/** User, realm and coin of a ledger account. */
export type DebtOwner = {
  readonly user: number;
  readonly realm: Realm;
  readonly currency: number;
};

export class DebtTable {
  readonly #byAccount = new Map<number, Atoms>();
  readonly #sums = new Map<number, Atoms>();
  readonly #coinsByUser = new Map<number, number>();
  readonly #bad = new Map<number, Atoms>();

  /** Number of accounts with a debt. */
  get count(): number {
    return this.#byAccount.size;
  }

  /** Debt of an account. */
  of(account: number): Atoms {
    return this.#byAccount.get(account) ?? ZERO_ATOMS;
  }

  /** Whether a user has a debt in any coin. */
  hasDebt(user: number): boolean {
    return this.#coinsByUser.size !== 0 && this.#coinsByUser.has(user);
  }

  /** Debts of all accounts of a realm in a coin. */
  sum(realm: Realm, currency: number): Atoms {
    return this.#sums.get(poolKey(realm, currency)) ?? ZERO_ATOMS;
  }

  /** Bad part of each account's debt, in the order in which they were counted. */
  get bad(): ReadonlyMap<number, Atoms> {
    return this.#bad;
  }

  /** Counts the whole debt of an account as bad; returns the part that was not before. */
  markBad(account: number): Atoms {
    const debt = this.of(account);
    const more = atoms(debt - (this.#bad.get(account) ?? 0n));
    assert(more >= 0n, "the bad part of a debt is at most the debt");
    if (more !== 0n) this.#bad.set(account, debt);
    return more;
  }

  /** Sets the bad part of a debt, as read from a snapshot. */
  restoreBad(account: number, amount: Atoms): void {
    assert(amount > 0n && amount <= this.of(account), "a bad debt is a part of a debt");
    this.#bad.set(account, amount);
  }

  /** Sets the debt of an account. A repayment lowers the bad part last. */
  set(account: number, owner: DebtOwner, debt: Atoms): void {
    const { currency, realm, user } = owner;
    const before = this.of(account);
    const sum = atoms(this.sum(realm, currency) + debt - before);
    assert(debt >= 0n, "a debt is never negative");
    assert(sum >= debt, "the debts of a pool include each of them");
    this.#sums.set(poolKey(realm, currency), sum);
    if (debt === 0n) this.#byAccount.delete(account);
    else this.#byAccount.set(account, debt);
    if (this.#bad.size !== 0) this.#boundBad(account, debt);
    if ((before === 0n) === (debt === 0n)) return;
    const coins = (this.#coinsByUser.get(user) ?? 0) + (debt === 0n ? -1 : 1);
    assert(coins >= 0, "a user repays only coins of its debts");
    if (coins === 0) this.#coinsByUser.delete(user);
    else this.#coinsByUser.set(user, coins);
  }

  #boundBad(account: number, debt: Atoms): void {
    if ((this.#bad.get(account) ?? 0n) <= debt) return;
    if (debt === 0n) this.#bad.delete(account);
    else this.#bad.set(account, debt);
  }
}
