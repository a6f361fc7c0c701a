import type { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import type { InstrumentFacts } from "../market-port.ts";
import type { AgentAccounts } from "./agent-accounts.ts";
import { type AgentCredit, walletOf } from "./agent-users.ts";

/** A wallet gets new funds below this share of its initial credit, in percent. */
const LOW_SHARE_PERCENT = 40n;
/** Interval in ms in which a wallet gets at most one initial credit in all. */
const HOUR_MS = 3_600_000;

const FILLED = eventLayout("order_filled");

type Funded = { readonly user: number; readonly credits: readonly AgentCredit[] };
type TrackedWallet = AgentCredit & {
  readonly user: number;
  balance: bigint;
  /** Beginning of the hour of the newest credit, in ms, and the credits since. */
  sinceMs: number;
  credited: bigint;
};

export type AgentFunds = AgentCredit & { readonly user: number };

/**
 * Funds of the agents, which can be used up. The rule by which new ones arrive: a wallet with less
 * than 40 % of its initial credit is credited from the outside world up to it, and in each hour
 * with no more than one initial credit. Until the hour is over, the orders of an agent without
 * funds are refused.
 */
export class AgentFundsWatch {
  readonly #wallets = new Map<string, TrackedWallet>();
  readonly #instruments = new Map<number, InstrumentFacts>();

  constructor(
    agents: readonly Funded[],
    instruments: readonly InstrumentFacts[],
    accounts: AgentAccounts,
  ) {
    for (const instrument of instruments) this.#instruments.set(instrument.index, instrument);
    for (const { credits, user } of agents) {
      for (const credit of credits) {
        const { currency, wallet } = credit;
        const balance = accounts.balance(user, wallet, currency);
        const tracked = { ...credit, user, balance, sinceMs: 0, credited: 0n };
        this.#wallets.set(`${user}:${wallet}:${currency}`, tracked);
      }
    }
  }

  /** Reads one event. */
  read(reader: EventReader): void {
    if (reader.kindIndex !== EVENT_INDEX.order_filled) return;
    const user = reader.number(FILLED.user);
    const facts = this.#instruments.get(reader.number(FILLED.instrument));
    if (facts === undefined) return;
    const wallet = walletOf(facts.category);
    const quote = reader.money(FILLED.quoteBalance);
    if (facts.category === "spot") {
      this.#set(`${user}:${wallet}:${facts.base}`, reader.money(FILLED.baseBalance));
      this.#set(`${user}:${wallet}:${facts.quote}`, quote);
    } else this.#set(`${user}:${wallet}:${facts.settle}`, quote);
  }

  /**
   * Returns the credits that are due now. Each is returned once: it is assumed to arrive until a
   * later fill shows another balance.
   */
  needed(nowMs: number): AgentFunds[] {
    const due: AgentFunds[] = [];
    for (const tracked of this.#wallets.values()) {
      const { amount, balance, currency, user, wallet } = tracked;
      if (balance * 100n >= amount * LOW_SHARE_PERCENT) continue;
      if (nowMs - tracked.sinceMs >= HOUR_MS) {
        tracked.sinceMs = nowMs;
        tracked.credited = 0n;
      }
      const allowed = amount - tracked.credited;
      let credit = amount - balance;
      if (credit > allowed) credit = allowed;
      if (credit <= 0n) continue;
      tracked.credited += credit;
      tracked.balance += credit;
      due.push({ user, wallet, currency, amount: credit });
    }
    return due;
  }

  #set(key: string, balance: bigint): void {
    const wallet = this.#wallets.get(key);
    if (wallet !== undefined) wallet.balance = balance;
  }
}
