/**
 * Runs strategies of outsiders against the agents of the default market on virtual time, and
 * measures what each of them gains: coins and positions count at index prices, and coins that an
 * account had at the start are valued at the prices of the moment of the measurement.
 */
import { audit } from "../../../src/core/audit.ts";
import { EventReader } from "../../../src/core/events/event-buffer.ts";
import { lots, rateE8 } from "../../../src/core/money/units.ts";
import type { OutsideMarket } from "../../../src/market-model/outside-market.ts";
import { FoundedMarket } from "../../support/founded-market.ts";
import { startMarketAgents } from "../../support/market-agents.ts";
import { worthOfAll } from "../support/worth.ts";
import { isTraded } from "./listed.ts";
import { PublicMarket } from "./public-market.ts";
import type { Strategy, StrategyContext } from "./strategy.ts";
import { startWorth, Trader } from "./trader.ts";

/** Funding settles every hour, so that a run has several settlements. */
const FUNDING_INTERVAL_HOURS = 1;
const FUNDING_RATE_MAX = 300_000;
const START_MS = Date.UTC(2026, 0, 5, 8);
const WARM_UP_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

export type StrategyResult = {
  readonly name: string;
  /** Dollars after fees, in the first and the second half of the run. */
  readonly net: readonly [first: number, second: number];
  /** The same before fees. */
  readonly gross: readonly [first: number, second: number];
  readonly turnover: number;
};

export type StrategyRunTerms = {
  readonly seed: number;
  readonly hours: number;
  readonly createOutside: (seed: number, nowMs: number) => OutsideMarket;
  readonly createStrategies: (context: StrategyContext) => readonly Strategy[];
};

type Measure = { readonly net: number; readonly fees: number };

class StrategyRun {
  readonly #market: FoundedMarket;
  readonly #traders: Trader[] = [];
  readonly #strategies: readonly Strategy[];

  constructor({ seed, createOutside, createStrategies }: StrategyRunTerms) {
    const outside = createOutside(seed, START_MS);
    this.#market = new FoundedMarket({
      startMs: START_MS,
      outside,
      isListed: isTraded,
    });
    const { exchange } = this.#market;
    for (const { index, isFutures } of exchange.state.instruments) {
      if (!isFutures) continue;
      const terms = {
        instrument: index,
        intervalHours: FUNDING_INTERVAL_HOURS,
        impactLots: lots(0),
      };
      const [rateMin, rateMax] = [rateE8(-FUNDING_RATE_MAX), rateE8(FUNDING_RATE_MAX)];
      exchange.command({ kind: "set_funding_terms", ...terms, rateMin, rateMax });
    }
    startMarketAgents(this.#market, { seed });
    this.#market.run(START_MS + WARM_UP_MS);
    const context: StrategyContext = {
      market: new PublicMarket(exchange),
      startMs: exchange.nowMs(),
      open: (name) => {
        const trader = new Trader(exchange, name);
        this.#traders.push(trader);
        return trader;
      },
    };
    this.#strategies = createStrategies(context);
    exchange.onEvents((words) => this.#read(words));
    this.#market.onHalfBeat.push((nowMs) => {
      for (const strategy of this.#strategies) strategy.beat(nowMs);
    });
  }

  run(hours: number): StrategyResult[] {
    const { exchange } = this.#market;
    const startMs = exchange.nowMs();
    this.#market.run(startMs + (hours / 2) * HOUR_MS);
    const first = this.#strategies.map((strategy) => this.#measure(strategy));
    this.#market.run(startMs + hours * HOUR_MS);
    const broken = audit(exchange.state).verdicts.filter(({ findings }) => findings.length > 0);
    if (broken.length > 0) throw new Error(`the audit holds, got ${JSON.stringify(broken)}`);
    return this.#strategies.map((strategy, index) => {
      const half = first[index] ?? { net: 0, fees: 0 };
      const whole = this.#measure(strategy);
      const second = { net: whole.net - half.net, fees: whole.fees - half.fees };
      const turnover = strategy.traders.reduce((sum, trader) => sum + trader.turnover, 0);
      return {
        name: strategy.name,
        net: [half.net, second.net],
        gross: [half.net + half.fees, second.net + second.fees],
        turnover,
      };
    });
  }

  /** Gain of the accounts of a strategy at present prices, and the fees that they paid. */
  #measure({ traders }: Strategy): Measure {
    const worth = worthOfAll(this.#market.exchange.state, (coin) => this.#dollarsOf(coin));
    const sums = traders.map(({ user, fees }) => ({
      net: (worth.get(user) ?? 0) - startWorth((coin) => this.#dollarsOf(coin)),
      fees,
    }));
    const total = (key: "net" | "fees"): number => sums.reduce((sum, one) => sum + one[key], 0);
    return { net: total("net"), fees: total("fees") };
  }

  #dollarsOf(coin: string): number {
    return this.#market.outside.price(coin) ?? 0;
  }

  #read(words: Float64Array): void {
    const { currencies } = this.#market.exchange;
    const dollarsOf = (currency: number): number =>
      this.#dollarsOf(currencies.find(({ index }) => index === currency)?.code ?? "");
    const reader = new EventReader(words);
    while (reader.next()) for (const trader of this.#traders) trader.read(reader, dollarsOf);
  }
}

export function runStrategies(terms: StrategyRunTerms): StrategyResult[] {
  return new StrategyRun(terms).run(terms.hours);
}
