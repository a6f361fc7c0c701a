/**
 * One order's side of a match: the terms that settlement reads, then what it tells. One per
 * exchange, reused: read it before the next fill. Money lies in machine words, so that a fill
 * leaves no garbage behind.
 */
import { type Atoms, type Lots, ZERO_LOTS } from "../money/units.ts";

const VALUE = 0;
const FEE = 1;
const REALISED_PNL = 2;
const NET_RECEIVED = 3;
const OPENED_VALUE = 4;

export class Fill {
  readonly #money = new BigInt64Array(5);

  #amount(field: number): Atoms {
    return this.#money[field] as Atoms;
  }
  slot = 0;
  isTaker = false;
  /** Futures outside the book: no fee is taken, or a taker's although there was no match. */
  isFree = false;
  paysAsTaker = false;
  size: Lots = ZERO_LOTS;
  /** User on the other side of the match; 0 outside the book. */
  counterparty = 0;
  feeCurrency = 0;
  closesPosition = false;
  opensPosition = false;
  /** What of the fill opened a position; on spot all of it. */
  openedSize: Lots = ZERO_LOTS;
  /** Spot: the account that received what the order bought. */
  payee = 0;
  /** The accounts whose balances the fill changed; base is 0 on futures, quote settles there. */
  baseAccount = 0;
  quoteAccount = 0;

  /** What the size is worth at the price of the match. */
  get value(): Atoms {
    return this.#amount(VALUE);
  }

  set value(amount: Atoms) {
    this.#money[VALUE] = amount;
  }

  get fee(): Atoms {
    return this.#amount(FEE);
  }

  set fee(amount: Atoms) {
    this.#money[FEE] = amount;
  }

  /** Spot: what the payee received, less the fee. */
  get netReceived(): Atoms {
    return this.#amount(NET_RECEIVED);
  }

  set netReceived(amount: Atoms) {
    this.#money[NET_RECEIVED] = amount;
  }

  /** Futures: the entry value of what the fill opened. */
  get openedValue(): Atoms {
    return this.#amount(OPENED_VALUE);
  }

  set openedValue(amount: Atoms) {
    this.#money[OPENED_VALUE] = amount;
  }

  get realisedPnl(): Atoms {
    return this.#amount(REALISED_PNL);
  }

  set realisedPnl(amount: Atoms) {
    this.#money[REALISED_PNL] = amount;
  }
}
