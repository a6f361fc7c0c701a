/** Borrowing of unified accounts, read off the core's own state, as `LiveAccounts` reads it. */

import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import type { UsdE8 } from "../../core/instruments/usd-price.ts";
import type { Atoms } from "../../core/money/units.ts";
import {
  type CoinLeverageRead,
  type DebtCoinRead,
  readCoinLeverages,
  readDebtCoins,
  readMostHeld,
  readMostTransferred,
  readNextInterestMs,
  readUsdOf,
} from "../../core/reads/debt-reads.ts";
import type { State } from "../../core/state.ts";

export class LiveDebts {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** When interest falls due next. */
  get nextInterestMs(): number {
    return readNextInterestMs(this.#state);
  }

  /** All coins of a unified account. */
  coins(user: number): DebtCoinRead[] {
    return readDebtCoins(this.#state, user);
  }

  /** The coins that it can borrow. */
  leverages(user: number): CoinLeverageRead[] {
    return readCoinLeverages(this.#state, user);
  }

  /** The most that an order of category MARGIN may hold of the coin that it pays with. */
  mostHeld(user: number, instrument: Instrument, isBuy: boolean): Atoms {
    return readMostHeld(this.#state, user, instrument, isBuy);
  }

  /** The most of a coin that may be moved out when the account may borrow. */
  mostTransferred(user: number, currency: Currency): Atoms {
    return readMostTransferred(this.#state, user, currency);
  }

  usdOf(user: number, currency: Currency, amount: Atoms): UsdE8 {
    return readUsdOf(this.#state, user, currency, amount);
  }
}
