/** What one account may use, and what another leverage would require, as in `LiveAccounts`. */

import type { Rejection } from "../../core/base/rejections.ts";
import type { Collateral } from "../../core/instruments/collateral.ts";
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import {
  type EligibleLoanRead,
  readEligibleCollaterals,
  readEligibleLoans,
  readIsEligible,
} from "../../core/reads/eligibility-reads.ts";
import {
  type LeverageOutlook,
  readCoinLeverageOutlook,
  readLeverageOutlook,
} from "../../core/reads/leverage-reads.ts";
import type { State } from "../../core/state.ts";

export class LiveEligibility {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** Whether a user may buy or open in an instrument now. */
  mayOpen(user: number, instrument: Instrument): boolean {
    return readIsEligible(this.#state, user, instrument);
  }

  /** Coins that a unified account may borrow. */
  loans(user: number): readonly EligibleLoanRead[] {
    return readEligibleLoans(this.#state, user);
  }

  /** Coins that count as margin of a user's account at its level. */
  collaterals(
    user: number,
  ): readonly { readonly currency: Currency; readonly collateral: Collateral }[] {
    return readEligibleCollaterals(this.#state, user);
  }

  /** Margin in an instrument at another leverage, or why it cannot be set. */
  atLeverage(user: number, instrument: Instrument, leverage: number): LeverageOutlook | Rejection {
    return readLeverageOutlook(this.#state, user, instrument, leverage);
  }

  /** Margin of the borrowed amount of a coin at another leverage, or why it cannot be set. */
  atCoinLeverage(user: number, coin: Currency, leverage: number): LeverageOutlook | Rejection {
    return readCoinLeverageOutlook(this.#state, user, coin, leverage);
  }
}
