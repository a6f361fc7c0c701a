import { cancelsOfLeftOrders } from "../left-orders.ts";
import type { Failure, InstrumentFacts, MarketPort } from "../market-port.ts";
import { Random } from "../random.ts";
import { profileOf } from "./agent-profile.ts";
import type { AgentSeat } from "./agent-seat.ts";
import type { AgentCredit, AgentPlan, AgentRole } from "./agent-users.ts";
import { FundsWatch } from "./funds-watch.ts";
import { MarketMaker } from "./market-maker.ts";
import { NoiseTrader } from "./noise-trader.ts";
import { OrderDesk } from "./order-desk.ts";
import { lotValue } from "./order-size.ts";
import { PriceSignals } from "./price-signals.ts";
import { Taker } from "./taker.ts";
import { TrendFollower } from "./trend-follower.ts";

/** A planned user that exists: `user` is its index. */
export type SeatedAgent = AgentPlan & { readonly user: number };

export type AgentMarketOptions = {
  readonly port: MarketPort;
  readonly seed: number;
  readonly agents: readonly SeatedAgent[];
  /** What agents trade; instruments under replay are left out. */
  readonly instruments: readonly InstrumentFacts[];
  /** Index price in ticks as the exchange has it; 0 while there is none. */
  readonly indexTicks: (instrument: number) => number;
};

export type AgentFunds = AgentCredit & { readonly user: number };

/** Arrivals are never closer than this, in ms, however excited the market is. */
const ARRIVAL_MS_MIN = 30;

type Arrivals = { delayMs(): number; arrive(): void };

/**
 * All agents of all instruments: a function of the seed, the time that passes and the events seen.
 * They are ordinary users with ordinary commands; whatever they do anybody could do.
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

  /** Commands sent since the start. */
  get submitted(): number {
    return this.#desk.submitted;
  }

  /** How often each rejection was met. */
  get rejections(): ReadonlyMap<Failure, number> {
    return this.#desk.rejections;
  }

  /** Credits that bring wallets which ran low back to what they began with. */
  fundsNeeded(): AgentFunds[] {
    return this.#funds.needed();
  }

  /** Takes back what an earlier run left resting, then begins. */
  start(): void {
    if (this.#endEvents !== undefined) return;
    this.#endEvents = this.#options.port.onEvents((words) => this.#desk.read(words));
    const { agents, port, instruments } = this.#options;
    const users = agents.map(({ user }) => user);
    for (const command of cancelsOfLeftOrders(users, port.instruments)) this.#desk.send(command);
    this.add(instruments);
  }

  /** Begins on further instruments, as when their replay is over. To be called after `start`. */
  add(instruments: readonly InstrumentFacts[]): void {
    for (const instrument of instruments) {
      if (!this.#signals.has(instrument.index)) this.#open(instrument);
    }
  }

  /** Stops acting; what rests stays in the book. */
  stop(): void {
    this.#endEvents?.();
    this.#endEvents = undefined;
    for (const callOff of this.#timers) callOff();
    this.#timers.clear();
    this.#signals.clear();
  }

  #open(instrument: InstrumentFacts): void {
    const { port, agents, seed, indexTicks } = this.#options;
    const signals = new PriceSignals();
    this.#signals.set(instrument.index, signals);
    const profile = profileOf(instrument);
    const seatOf = (role: AgentRole): AgentSeat | undefined => {
      const agent = agents.find((one) => one.role === role && one.realm === instrument.realm);
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
    const maker = seatOf("maker");
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
    const taker = seatOf("taker");
    const trend = seatOf("trend");
    const noise = seatOf("noise");
    if (taker !== undefined) this.#arrivals(new Taker(taker));
    if (trend !== undefined) this.#arrivals(new TrendFollower(trend));
    if (noise !== undefined) this.#arrivals(new NoiseTrader(noise));
  }

  #arrivals(agent: Arrivals): void {
    this.#after(Math.max(ARRIVAL_MS_MIN, agent.delayMs()), () => {
      agent.arrive();
      this.#arrivals(agent);
    });
  }

  #after(delayMs: number, run: () => void): () => void {
    const callOff = this.#options.port.schedule(delayMs, () => {
      this.#timers.delete(callOff);
      run();
    });
    this.#timers.add(callOff);
    return callOff;
  }
}
