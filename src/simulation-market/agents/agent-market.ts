import { cancelRestingOrders } from "../cancel-resting-orders.ts";
import type { Failure, InstrumentFacts, MarketPort } from "../market-port.ts";
import { Random } from "../random.ts";
import type { AgentContext } from "./agent-context.ts";
import { profileOf } from "./agent-profile.ts";
import type { AgentCredit, AgentPlan, AgentRole } from "./agent-users.ts";
import { FundsWatch } from "./funds-watch.ts";
import { MarketMaker } from "./market-maker.ts";
import { NoiseTrader } from "./noise-trader.ts";
import { OrderDesk } from "./order-desk.ts";
import { lotValue } from "./order-size.ts";
import { PriceSignals } from "./price-signals.ts";
import { Taker } from "./taker.ts";
import { TrendFollower } from "./trend-follower.ts";

/** An agent whose user has been created; `user` is the user index. */
export type AgentAccount = AgentPlan & { readonly user: number };

export type AgentMarketOptions = {
  readonly port: MarketPort;
  readonly seed: number;
  readonly agents: readonly AgentAccount[];
  /** Instruments to trade, without those under replay. */
  readonly instruments: readonly InstrumentFacts[];
  /** Returns the index price of the exchange in ticks; 0 while there is none. */
  readonly indexTicks: (instrument: number) => number;
};

export type AgentFunds = AgentCredit & { readonly user: number };

/** Minimum interval in ms between two arrivals of an agent, however high the excitement. */
const ARRIVAL_MS_MIN = 30;

type ArrivingAgent = { delayMs(): number; arrive(): void };

/**
 * All agents of all instruments. Their behaviour depends only on the seed, the passing of time and
 * the events received. They are ordinary users that send ordinary commands.
 */
export class AgentMarket {
  readonly #options: AgentMarketOptions;
  readonly #desk: OrderDesk;
  readonly #funds: FundsWatch;
  readonly #signals = new Map<number, PriceSignals>();
  readonly #facts = new Map<number, InstrumentFacts>();
  readonly #timers = new Set<() => void>();
  #endEvents: (() => void) | undefined;

  constructor(options: AgentMarketOptions) {
    this.#options = options;
    const { port, agents } = options;
    for (const instrument of port.instruments) this.#facts.set(instrument.index, instrument);
    this.#funds = new FundsWatch(agents, port.instruments);
    this.#desk = new OrderDesk({
      port,
      users: new Set(agents.map(({ user }) => user)),
      idPrefix: `a${port.nowMs().toString(36)}`,
      onTrade: ({ instrument, price, size, isBuy }) => {
        const facts = this.#facts.get(instrument);
        if (facts === undefined) return;
        const share = (size * lotValue(facts, price)) / profileOf(facts).takerValueMax;
        const side = isBuy ? "buy" : "sell";
        this.#signals.get(instrument)?.observeTrade(side, share, port.nowMs());
      },
      onBalances: (balances) => this.#funds.observe(balances),
    });
  }

  /** Number of commands sent since the start. */
  get submitted(): number {
    return this.#desk.submitted;
  }

  /** Number of rejections by reason. */
  get rejections(): ReadonlyMap<Failure, number> {
    return this.#desk.rejections;
  }

  /** Returns the credits that restore low wallets to their initial amounts. */
  fundsNeeded(): AgentFunds[] {
    return this.#funds.needed();
  }

  /** Cancels the resting orders of an earlier run, then starts the agents. */
  start(): void {
    if (this.#endEvents !== undefined) return;
    this.#endEvents = this.#options.port.onEvents((words) => this.#desk.read(words));
    const { agents, port, instruments } = this.#options;
    const users = agents.map(({ user }) => user);
    for (const command of cancelRestingOrders(users, port.instruments)) this.#desk.send(command);
    this.add(instruments);
  }

  /**
   * Starts the agents on further instruments, for example after their replay has ended. Call it
   * after `start`.
   */
  add(instruments: readonly InstrumentFacts[]): void {
    for (const instrument of instruments) {
      if (!this.#signals.has(instrument.index)) this.#open(instrument);
    }
  }

  /** Stops the agents; their resting orders stay in the book. */
  stop(): void {
    this.#endEvents?.();
    this.#endEvents = undefined;
    for (const cancelTimer of this.#timers) cancelTimer();
    this.#timers.clear();
    this.#signals.clear();
  }

  #open(instrument: InstrumentFacts): void {
    const { port, agents, seed, indexTicks } = this.#options;
    const signals = new PriceSignals();
    this.#signals.set(instrument.index, signals);
    const profile = profileOf(instrument);
    const contextOf = (role: AgentRole): AgentContext | undefined => {
      const agent = agents.find(
        (candidate) => candidate.role === role && candidate.realm === instrument.realm,
      );
      if (agent === undefined) return undefined;
      return {
        user: agent.user,
        instrument,
        profile,
        signals,
        book: port.book(instrument.index),
        desk: this.#desk,
        random: new Random(
          seed,
          `${role} ${instrument.realm} ${instrument.symbol} ${instrument.category}`,
        ),
        nowMs: () => port.nowMs(),
        schedule: (delayMs, run) => this.#after(delayMs, run),
      };
    };
    const maker = contextOf("maker");
    if (maker !== undefined) {
      const agent = new MarketMaker(maker);
      const { makerStepMs } = profile;
      const step = (): void => {
        signals.observeIndex(indexTicks(instrument.index), port.nowMs());
        agent.step();
        this.#after(makerStepMs, step);
      };
      this.#after(maker.random.between(0, makerStepMs), step);
    }
    const taker = contextOf("taker");
    const trend = contextOf("trend");
    const noise = contextOf("noise");
    if (taker !== undefined) this.#scheduleArrivals(new Taker(taker));
    if (trend !== undefined) this.#scheduleArrivals(new TrendFollower(trend));
    if (noise !== undefined) this.#scheduleArrivals(new NoiseTrader(noise));
  }

  #scheduleArrivals(agent: ArrivingAgent): void {
    this.#after(Math.max(ARRIVAL_MS_MIN, agent.delayMs()), () => {
      agent.arrive();
      this.#scheduleArrivals(agent);
    });
  }

  #after(delayMs: number, run: () => void): () => void {
    const cancelTimer = this.#options.port.schedule(delayMs, () => {
      this.#timers.delete(cancelTimer);
      run();
    });
    this.#timers.add(cancelTimer);
    return cancelTimer;
  }
}
