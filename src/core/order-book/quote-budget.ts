/**
 * Quote amount of the spot market buy that is executed at the moment. Such an order never rests, so
 * there is one at most, and it ends with its command or its turn in a tick.
 */
import { assert } from "../base/assert.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";

const NO_ORDER = 0;

export class QuoteBudget {
  #slot = NO_ORDER;
  #amount: Atoms = ZERO_ATOMS;
  #left: Atoms = ZERO_ATOMS;

  /** Begins an order that may spend `amount`, in atoms of the quote currency. */
  begin(slot: number, amount: Atoms): void {
    assert(this.#slot === NO_ORDER, "orders by quote amount are executed one after another");
    assert(amount > 0n, "an order by quote amount spends something");
    this.#slot = slot;
    this.#amount = amount;
    this.#left = amount;
  }

  /** Ends an order whose slot is freed. */
  end(slot: number): void {
    if (this.#slot === slot) this.#slot = NO_ORDER;
  }

  /** The amount ordered; 0 for an order by size. */
  amount(slot: number): Atoms {
    return this.#slot === slot ? this.#amount : ZERO_ATOMS;
  }

  /** The part that is not spent; 0 for an order by size. */
  left(slot: number): Atoms {
    return this.#slot === slot ? this.#left : ZERO_ATOMS;
  }

  /** Takes what a fill costs. */
  spend(slot: number, amount: Atoms): void {
    assert(this.#slot === slot, "the order by quote amount is being executed");
    const left = BigInt.asIntN(64, this.#left - amount);
    assert(amount >= 0n && left >= 0n, "an order spends at most its quote amount");
    this.#left = left as Atoms;
  }
}
