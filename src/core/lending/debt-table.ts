/**
 * What unified accounts owe (decision 0033): per ledger account how far its balance lies below
 * zero, and the sums per realm and coin that the lending pools are drawn on with. These follow from
 * the ledger, beside which they are kept. What of a debt was counted as bad does not
 * (decision 0042).
 */

import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";

const CURRENCY_RADIX = 256;

/** Whose account it is, and of which coin. */
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

  /** Accounts that owe anything. */
  get count(): number {
    return this.#byAccount.size;
  }

  /** What an account owes. */
  of(account: number): Atoms {
    return this.#byAccount.get(account) ?? ZERO_ATOMS;
  }

  /** Whether a user owes any coin. */
  owes(user: number): boolean {
    return this.#coinsByUser.size !== 0 && this.#coinsByUser.has(user);
  }

  /** What all accounts of a realm owe of a coin. */
  sum(realm: Realm, currency: number): Atoms {
    return this.#sums.get(indexIn(REALMS, realm) * CURRENCY_RADIX + currency) ?? ZERO_ATOMS;
  }

  /** By account, how much of its debt was counted as bad, in the order in which it was. */
  get bad(): ReadonlyMap<number, Atoms> {
    return this.#bad;
  }

  /** Marks all that an account owes as bad; answers how much of it was not. */
  markBad(account: number): Atoms {
    const debt = this.of(account);
    const more = atoms(debt - (this.#bad.get(account) ?? 0n));
    if (more !== 0n) this.#bad.set(account, debt);
    return more;
  }

  /** Marks so much of a debt as bad, as a snapshot has it. */
  restoreBad(account: number, amount: Atoms): void {
    this.#bad.set(account, amount);
  }

  /** Sets what an account owes; what of it was bad is repaid last. */
  set(account: number, owner: DebtOwner, debt: Atoms): void {
    const { currency, realm, user } = owner;
    const before = this.of(account);
    const key = indexIn(REALMS, realm) * CURRENCY_RADIX + currency;
    this.#sums.set(key, atoms(this.sum(realm, currency) + debt - before));
    if (debt === 0n) this.#byAccount.delete(account);
    else this.#byAccount.set(account, debt);
    if (this.#bad.size !== 0) this.#boundBad(account, debt);
    if ((before === 0n) === (debt === 0n)) return;
    const coins = (this.#coinsByUser.get(user) ?? 0) + (debt === 0n ? -1 : 1);
    if (coins === 0) this.#coinsByUser.delete(user);
    else this.#coinsByUser.set(user, coins);
  }

  #boundBad(account: number, debt: Atoms): void {
    if ((this.#bad.get(account) ?? 0n) <= debt) return;
    if (debt === 0n) this.#bad.delete(account);
    else this.#bad.set(account, debt);
  }
}
