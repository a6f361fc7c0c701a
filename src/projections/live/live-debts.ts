/** Borrowing of unified accounts, read from the core's own state, as in `LiveAccounts`. */

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

  /** Next time at which interest is charged. */
  get nextInterestMs(): number {
    return readNextInterestMs(this.#state);
  }

  /** All coins of a unified account. */
  coins(user: number): DebtCoinRead[] {
    return readDebtCoins(this.#state, user);
  }

  /** Leverages of the coins that a unified account can borrow. */
  leverages(user: number): CoinLeverageRead[] {
    return readCoinLeverages(this.#state, user);
  }

  /** Largest hold of an order of category MARGIN in the coin that it pays with. */
  mostHeld(user: number, instrument: Instrument, isBuy: boolean): Atoms {
    return readMostHeld(this.#state, user, instrument, isBuy);
  }

  /** Largest amount of a coin that may be moved out when the account may borrow. */
  mostTransferred(user: number, currency: Currency): Atoms {
    return readMostTransferred(this.#state, user, currency);
  }

  usdOf(user: number, currency: Currency, amount: Atoms): UsdE8 {
    return readUsdOf(this.#state, user, currency, amount);
  }
}
