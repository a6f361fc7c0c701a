/**
 * One order's side of a match: the input of settlement, then its results. Each exchange reuses one
 * object, so results must be read before the next fill. Amounts are machine words, so that a fill
 * allocates nothing: where amounts of two branches meet in a variable, V8 makes an object of them.
 */
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_LOTS } from "../money/units.ts";

const VALUE = 0;
const FEE = 1;
const REALISED_PNL = 2;
const NET_RECEIVED = 3;
const OPENED_VALUE = 4;
const BASE_AMOUNT = 5;
const RELEASED = 6;

export class Fill {
  readonly #money = new BigInt64Array(7);

  #amount(field: number): Atoms {
    return this.#money[field] as Atoms;
  }
  /** Id of the fill, once its event is written. */
  id = 0;
  slot = 0;
  isTaker = false;
  /** Futures outside the book: no fee is charged, or a taker fee although there was no match. */
  isFree = false;
  paysAsTaker = false;
  price: Ticks = NO_PRICE;
  size: Lots = ZERO_LOTS;
  /** User on the other side of the match; 0 outside the book. */
  counterparty = 0;
  feeCurrency = 0;
  closesPosition = false;
  opensPosition = false;
  /** Size of the fill that opened a position; the whole fill on spot. */
  openedSize: Lots = ZERO_LOTS;
  /** Spot: the account that received the proceeds of the fill. */
  payee = 0;
  /**
   * Accounts whose balances the fill changed. On futures base is 0 and quote is the settle account.
   */
  baseAccount = 0;
  quoteAccount = 0;

  /** Notional of the fill at the price of the match. */
  get value(): Atoms {
    return this.#amount(VALUE);
  }

  set value(amount: Atoms) {
    this.#money[VALUE] = amount;
  }

  /** Spot: the size of the fill in atoms of the base coin. */
  set baseAmount(amount: Atoms) {
    this.#money[BASE_AMOUNT] = amount;
  }

  /** Spot: what the order pays: the value if it buys, else the base coin. */
  paid(isBuy: boolean): Atoms {
    return this.#amount(isBuy ? VALUE : BASE_AMOUNT);
  }

  /** Spot: what the order receives before the fee. */
  received(isBuy: boolean): Atoms {
    return this.#amount(isBuy ? BASE_AMOUNT : VALUE);
  }

  /** Spot: part of the order's hold that the fill releases. */
  get released(): Atoms {
    return this.#amount(RELEASED);
  }

  set released(amount: Atoms) {
    this.#money[RELEASED] = amount;
  }

  get fee(): Atoms {
    return this.#amount(FEE);
  }

  set fee(amount: Atoms) {
    this.#money[FEE] = amount;
  }

  /** Spot: amount that the payee received, after the fee. */
  get netReceived(): Atoms {
    return this.#amount(NET_RECEIVED);
  }

  set netReceived(amount: Atoms) {
    this.#money[NET_RECEIVED] = amount;
  }

  /** Futures: entry notional of the opened size. */
  get openedNotional(): Atoms {
    return this.#amount(OPENED_VALUE);
  }

  set openedNotional(amount: Atoms) {
    this.#money[OPENED_VALUE] = amount;
  }

  get realisedPnl(): Atoms {
    return this.#amount(REALISED_PNL);
  }

  set realisedPnl(amount: Atoms) {
    this.#money[REALISED_PNL] = amount;
  }
}
