import type { InstrumentFacts } from "../market-port.ts";
import { type AgentCredit, walletOf } from "./agent-users.ts";
import type { FillBalances } from "./order-desk.ts";

/** Below this share of the first credit a wallet is filled up again. */
const LOW_SHARE_PERCENT = 40n;

type Funded = { readonly user: number; readonly credits: readonly AgentCredit[] };
type Purse = AgentCredit & { readonly user: number; balance: bigint };

/** Follows the agents' balances through their fills, to tell which wallets run low. */
export class FundsWatch {
  readonly #purses = new Map<string, Purse>();
  readonly #instruments = new Map<number, InstrumentFacts>();

  constructor(agents: readonly Funded[], instruments: readonly InstrumentFacts[]) {
    for (const instrument of instruments) this.#instruments.set(instrument.index, instrument);
    for (const { user, credits } of agents) {
      for (const credit of credits) {
        const key = `${user}:${credit.wallet}:${credit.currency}`;
        this.#purses.set(key, { ...credit, user, balance: credit.amount });
      }
    }
  }

  observe({ user, instrument, base, quote }: FillBalances): void {
    const facts = this.#instruments.get(instrument);
    if (facts === undefined) return;
    const wallet = walletOf(facts.category);
    if (facts.category === "spot") {
      this.#set(`${user}:${wallet}:${facts.base}`, base);
      this.#set(`${user}:${wallet}:${facts.quote}`, quote);
    } else this.#set(`${user}:${wallet}:${facts.settle}`, quote);
  }

  /** Each need is told once: the credit is taken as given until a fill tells otherwise. */
  needed(): (AgentCredit & { readonly user: number })[] {
    return [...this.#purses.values()]
      .filter(({ balance, amount }) => balance * 100n < amount * LOW_SHARE_PERCENT)
      .map((purse) => {
        const { user, wallet, currency, amount, balance } = purse;
        purse.balance = amount;
        return { user, wallet, currency, amount: amount - balance };
      });
  }

  #set(key: string, balance: bigint): void {
    const purse = this.#purses.get(key);
    if (purse !== undefined) purse.balance = balance;
  }
}
