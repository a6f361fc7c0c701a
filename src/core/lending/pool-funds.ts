/** Funds of the lending pools, by realm and coin. */
import { assert } from "../base/assert.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";

const CURRENCY_RADIX = 256;

/** One number for the pool of a realm and coin, as a key of maps. */
export function poolKey(realm: Realm, currency: number): number {
  return indexIn(REALMS, realm) * CURRENCY_RADIX + currency;
}

/**
 * Funds of the pools in atoms: endowments and the results of exchanged debts, less what the pools
 * have written off. Lending and repayment do not change them.
 */
export class PoolFunds {
  readonly #funds = new Map<number, Atoms>();

  of(realm: Realm, currency: number): Atoms {
    return this.#funds.get(poolKey(realm, currency)) ?? ZERO_ATOMS;
  }

  /** Adds an amount, which is below zero for a loss. */
  add(realm: Realm, currency: number, amount: bigint): void {
    const funds = atoms(this.of(realm, currency) + amount);
    assert(funds >= 0n, "a pool loses no more than its funds");
    this.#funds.set(poolKey(realm, currency), funds);
  }
}
