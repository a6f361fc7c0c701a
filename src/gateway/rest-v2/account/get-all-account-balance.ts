import { Type } from "typebox";
import type { Currency } from "../../../core/instruments/instrument.ts";
import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import { UsdValues } from "../../../wire/usd-values.ts";
import { CLASSIC_FUTURES_WALLETS } from "../../../wire/words/wallet-words.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";

/** Adds up the values of wallets in 10^-20 dollars. */
class Overview {
  readonly #context: PrivateContext;
  readonly #usd: UsdValues;

  constructor(context: PrivateContext) {
    this.#context = context;
    this.#usd = new UsdValues(context.exchange.accounts, context.realm);
  }

  balances(wallet: "spot" | "funding"): bigint {
    const { exchange, principal } = this.#context;
    const reads = exchange.accounts.balances(principal.userIndex, wallet);
    return this.#sum(reads.map(({ balance, currency }) => [balance, currency]));
  }

  /** Equity of all futures accounts, with unrealised profit and isolated margin. */
  futures(): bigint {
    const { exchange, principal } = this.#context;
    const { accounts } = exchange;
    const user = principal.userIndex;
    const equities = CLASSIC_FUTURES_WALLETS.flatMap((wallet) =>
      accounts.balances(user, wallet).map(({ currency }): [bigint, Currency] => {
        const margin = accounts.margin(user, wallet, currency);
        const isolated = margin.isolatedMargin + margin.isolatedUnrealisedPnl;
        return [margin.balance + margin.unrealisedPnl + isolated, currency];
      }),
    );
    return this.#sum(equities);
  }

  /** Balances of all margin accounts less what they have borrowed. */
  margin(): bigint {
    const { exchange, principal, realm } = this.#context;
    const { accounts } = exchange;
    const user = principal.userIndex;
    const isolated = accounts
      .instrumentsOf(realm, "spot")
      .filter((instrument) => accounts.lending.terms(realm, instrument).length > 0)
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

  text(usd: bigint): string {
    return this.#usd.textIn(usd, "USDT");
  }

  #sum(amounts: readonly (readonly [bigint, Currency])[]): bigint {
    // Practice coins are worth nothing.
    const real = amounts.filter(([, { isPractice }]) => !isPractice);
    return real.reduce((sum, [amount, currency]) => sum + this.#usd.of(amount, currency), 0n);
  }
}

export const getAllAccountBalance = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/account/all-account-balance"],
  version: "v2",
  summary: "Value of the account's wallets in USDT, by kind of wallet",
  description:
    "At index prices, with unrealised profit and less loans. There are no earn products and bots.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      accountType: Type.String({ description: "spot, futures, funding, earn, bots or margin" }),
      usdtBalance: Type.String(),
    }),
  ),
  handle(context) {
    const overview = new Overview(context);
    const row = (accountType: string, usd: bigint) => ({
      accountType,
      usdtBalance: overview.text(usd),
    });
    return [
      row("spot", overview.balances("spot")),
      row("futures", overview.futures()),
      row("funding", overview.balances("funding")),
      row("earn", 0n),
      row("bots", 0n),
      row("margin", overview.margin()),
    ];
  },
});
