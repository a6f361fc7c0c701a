import { IntMap } from "../../core/money/int-map.ts";
import { type Atoms, atoms } from "../../core/money/units.ts";

const BALANCES_FIRST = 1_024;

/** Last balances of accounts by a whole number as key, without an object for each. */
export class RecentBalances {
  #slots = new IntMap();
  #balances = new BigInt64Array(BALANCES_FIRST);

  /** Number of accounts. */
  get size(): number {
    return this.#slots.size;
  }

  /** Balance of an account; undefined for one that is not known. */
  get(key: number): Atoms | undefined {
    const slot = this.#slots.get(key);
    return slot === 0 ? undefined : atoms(this.#balances[slot] ?? 0n);
  }

  set(key: number, balance: bigint): void {
    let slot = this.#slots.get(key);
    if (slot === 0) {
      slot = this.#slots.size + 1;
      this.#slots.set(key, slot);
      if (slot >= this.#balances.length) this.#grow();
    }
    this.#balances[slot] = balance;
  }

  clear(): void {
    this.#slots = new IntMap();
  }

  #grow(): void {
    const next = new BigInt64Array(this.#balances.length * 2);
    next.set(this.#balances);
    this.#balances = next;
  }
}
