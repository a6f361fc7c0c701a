/**
 * What unified accounts owe (decision 0033): per ledger account how far its balance lies below
 * zero, and the sums per realm and coin that the lending pools are drawn on with. All of it follows
 * from the ledger, beside which it is kept.
 */
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { indexIn, REALMS, type Realm } from "../vocabulary.ts";

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

  /** Sets what an account owes. */
  set(account: number, owner: DebtOwner, debt: Atoms): void {
    const { currency, realm, user } = owner;
    const before = this.of(account);
    const key = indexIn(REALMS, realm) * CURRENCY_RADIX + currency;
    this.#sums.set(key, (this.sum(realm, currency) + debt - before) as Atoms);
    if (debt === 0n) this.#byAccount.delete(account);
    else this.#byAccount.set(account, debt);
    if ((before === 0n) === (debt === 0n)) return;
    const coins = (this.#coinsByUser.get(user) ?? 0) + (debt === 0n ? -1 : 1);
    if (coins === 0) this.#coinsByUser.delete(user);
    else this.#coinsByUser.set(user, coins);
  }
}
