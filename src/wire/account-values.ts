/** Values of the wallets of an account in US dollars, as overviews of accounts show them. */
import type { Realm } from "../core/base/vocabulary.ts";
import type { Currency } from "../core/instruments/instrument.ts";
import type { MarginAccountKey } from "../core/reads/loan-reads.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";
import { fundingBalances } from "./funding-balances.ts";
import { UsdValues } from "./usd-values.ts";
import { unifiedTotals } from "./v3/unified-totals.ts";
import { CLASSIC_FUTURES_WALLETS } from "./words/wallet-words.ts";

/** Adds up the values of wallets in 10^-20 dollars, at index prices of one moment. */
export class AccountValues {
  readonly #accounts: LiveAccounts;
  readonly #realm: Realm;
  readonly #user: number;
  readonly #usd: UsdValues;

  constructor(
    accounts: LiveAccounts,
    { index, realm }: { readonly index: number; readonly realm: Realm },
  ) {
    this.#accounts = accounts;
    this.#realm = realm;
    this.#user = index;
    this.#usd = new UsdValues(accounts, realm);
  }

  balances(wallet: "spot" | "funding"): bigint {
    const reads = this.#accounts.balances(this.#user, wallet);
    return this.#sum(reads.map(({ balance, currency }) => [balance, currency]));
  }

  /** Balances of the funding account, with what escrow has of the user. */
  fundingWithEscrow(): bigint {
    const reads = fundingBalances(this.#accounts, this.#user);
    return this.#sum(reads.map(({ balance, currency }) => [balance, currency]));
  }

  /** Equity of all futures accounts, with unrealised profit and isolated margin. */
  futures(): bigint {
    const accounts = this.#accounts;
    const equities = CLASSIC_FUTURES_WALLETS.flatMap((wallet) =>
      accounts.balances(this.#user, wallet).map(({ currency }): [bigint, Currency] => {
        const margin = accounts.margin(this.#user, wallet, currency);
        const isolated = margin.isolatedMargin + margin.isolatedUnrealisedPnl;
        return [margin.balance + margin.unrealisedPnl + isolated, currency];
      }),
    );
    return this.#sum(equities);
  }

  /** Balances of all margin accounts less what they have borrowed. */
  margin(): bigint {
    const accounts = this.#accounts;
    const user = this.#user;
    const isolated = accounts
      .instrumentsOf(this.#realm, "spot")
      .filter((instrument) => accounts.lending.terms(this.#realm, instrument).length > 0)
      .map((instrument): MarginAccountKey => ({ user, wallet: "isolated_margin", instrument }));
    const crossed = { user, wallet: "crossed_margin", instrument: undefined } as const;
    const coins = [crossed, ...isolated].flatMap((account) => accounts.lending.coins(account));
    return this.#sum(
      coins.map(({ balance, currency, interest, principal: owed }) => [
        balance - owed - interest,
        currency,
      ]),
    );
  }

  /** Equity of a unified account, with unrealised profit and less debts. */
  unified(): bigint {
    const { coins } = unifiedTotals(this.#accounts, this.#usd, this.#user);
    return this.#sum(coins.map(({ equity, read }) => [equity, read.currency]));
  }

  /** Returns a value as a text in USDT; 0 while USDT has no price. */
  text(usd: bigint): string {
    return this.#usd.textIn(usd, "USDT");
  }

  #sum(amounts: readonly (readonly [bigint, Currency])[]): bigint {
    // Practice coins are worth nothing.
    const real = amounts.filter(([, { isPractice }]) => !isPractice);
    return real.reduce((sum, [amount, currency]) => sum + this.#usd.of(amount, currency), 0n);
  }
}
