import type { InstrumentFacts } from "../market-port.ts";
import { type AgentCredit, walletOf } from "./agent-users.ts";
import type { FillBalances } from "./order-desk.ts";

/** A wallet is refilled below this share of its initial credit, in percent. */
const LOW_SHARE_PERCENT = 40n;

type Funded = { readonly user: number; readonly credits: readonly AgentCredit[] };
type TrackedWallet = AgentCredit & { readonly user: number; balance: bigint };

/** Tracks the balances of the agents through their fills, to find wallets that run low. */
export class FundsWatch {
  readonly #wallets = new Map<string, TrackedWallet>();
  readonly #instruments = new Map<number, InstrumentFacts>();

  constructor(agents: readonly Funded[], instruments: readonly InstrumentFacts[]) {
    for (const instrument of instruments) this.#instruments.set(instrument.index, instrument);
    for (const { user, credits } of agents) {
      for (const credit of credits) {
        const key = `${user}:${credit.wallet}:${credit.currency}`;
        this.#wallets.set(key, { ...credit, user, balance: credit.amount });
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

  /**
   * Returns the credits for low wallets. Each need is returned once: the credit is assumed to
   * arrive until a later fill shows another balance.
   */
  needed(): (AgentCredit & { readonly user: number })[] {
    return [...this.#wallets.values()]
      .filter(({ balance, amount }) => balance * 100n < amount * LOW_SHARE_PERCENT)
      .map((tracked) => {
        const { user, wallet, currency, amount, balance } = tracked;
        tracked.balance = amount;
        return { user, wallet, currency, amount: amount - balance };
      });
  }

  #set(key: string, balance: bigint): void {
    const wallet = this.#wallets.get(key);
    if (wallet !== undefined) wallet.balance = balance;
  }
}
