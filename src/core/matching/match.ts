/** One match: the trade that the market sees, and its two orders. */
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_LOTS } from "../money/units.ts";

/** Its value lies in a machine word, so that a match leaves no garbage behind. */
export class Match {
  readonly #money = new BigInt64Array(1);
  tradeId = 0;
  instrument = 0;
  price: Ticks = NO_PRICE;
  size: Lots = ZERO_LOTS;
  taker = 0;
  maker = 0;

  get value(): Atoms {
    return this.#money[0] as Atoms;
  }

  set value(amount: Atoms) {
    this.#money[0] = amount;
  }
}
