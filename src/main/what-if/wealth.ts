/** Values accounts in US dollars at prices that stay, so that two states can be compared. */
import { exchangeUserOf, FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import { FIRST_ROW, rowAfter } from "../../core/base/position-handle.ts";
import { indexIn, REALMS, type Realm } from "../../core/base/vocabulary.ts";
import { usdRateOf } from "../../core/instruments/usd-price.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import { unrealisedOfRowAt } from "../../core/margin/margin.ts";
import { ticks } from "../../core/money/units.ts";
import type { State } from "../../core/state.ts";

const E8 = 1e8;

/** Prices of a moment: of coins in US dollars, and the mark of each instrument. */
export class FixedPrices {
  /** Dollars per atom, by realm and currency. */
  readonly #rates: readonly (readonly number[])[];
  readonly #marks: readonly number[];

  constructor(state: State) {
    this.#rates = REALMS.map((_, realm) =>
      state.currencies.map((currency) => {
        const { bottom, top } = usdRateOf(state, realm, currency);
        return Number(top) / Number(bottom) / E8;
      }),
    );
    this.#marks = state.prices.map(({ mark }) => mark);
  }

  /** Value of an amount in atoms, in US dollars. */
  usd(realm: Realm, currency: number, amount: bigint): number {
    return Number(amount) * (this.#rates[indexIn(REALMS, realm)]?.[currency] ?? 0);
  }

  /**
   * By ordinary user: balances of all wallets and the result of open positions, less loans, in US
   * dollars.
   */
  wealth(state: State): Map<number, number> {
    const { ledger, lending, positions } = state;
    const wealth = new Map<number, number>();
    const add = (user: number, currency: number, amount: bigint): void => {
      const owner = state.users[user];
      if (owner === undefined || user < FIRST_ORDINARY_USER || amount === 0n) return;
      wealth.set(user, (wealth.get(user) ?? 0) + this.usd(owner.realm, currency, amount));
    };
    for (let account = 1; account < ledger.end; account++) {
      add(ledger.userOf(account), ledger.currencyOf(account), ledger.balance(account));
    }
    for (let loan = lending.loans.first; loan !== 0; loan = lending.loans.next.get(loan)) {
      const account = lending.loans.account.get(loan);
      const debt = lending.loans.principal.get(loan) + lending.loans.interest.get(loan);
      add(ledger.userOf(account), ledger.currencyOf(account), -debt);
    }
    for (let row = FIRST_ROW; row < positions.end; row = rowAfter(row, 1)) {
      if (!positions.isHeld(row)) continue;
      const instrument = state.instruments[positions.instrument.get(row)];
      if (instrument === undefined) continue;
      const mark = ticks(this.#marks[instrument.index] ?? 0);
      add(positions.user.get(row), instrument.settle, unrealisedOfRowAt(state, row, mark));
    }
    return wealth;
  }

  /** Balances of the insurance funds of both realms, in US dollars. */
  insurance({ currencies, ledger }: State): number {
    const balances = REALMS.flatMap((realm) =>
      currencies.map(({ index }) => {
        const owner = exchangeUserOf(realm);
        const account = ledger.find(owner, WALLET_INDEX.insurance_fund, index);
        return this.usd(realm, index, ledger.balance(account));
      }),
    );
    return balances.reduce((sum, usd) => sum + usd, 0);
  }
}
