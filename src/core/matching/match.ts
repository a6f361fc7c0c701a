/** One match: the trade as the market sees it, and its two orders. */
import { assert } from "../base/assert.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_LOTS } from "../money/units.ts";

/** A reusable record. The value is kept in a typed array so that a match allocates nothing. */
export class Match {
  readonly #money = new BigInt64Array(1);
  tradeId = 0;
  instrument = 0;
  price: Ticks = NO_PRICE;
  size: Lots = ZERO_LOTS;
  taker = 0;
  maker = 0;

  /** Notional of the trade in quote atoms (linear, spot) or settle atoms (inverse). */
  get value(): Atoms {
    return this.#money[0] as Atoms;
  }

  set value(amount: Atoms) {
    assert(amount >= 0n, "the notional of a trade is not negative");
    this.#money[0] = amount;
  }
}
