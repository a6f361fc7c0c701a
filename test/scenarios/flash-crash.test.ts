/**
 * Bitcoin falls by 40 % in two minutes. Ten thousand users with leverage, most of them long, hold
 * positions; makers step back while it falls. Everyone below maintenance is liquidated: by the
 * book, by the insurance fund, and when that is used up against those who gained. What comes out
 * is reported, and must add up.
 */
import { describe, expect, it } from "vitest";
import { audit } from "../../src/core/audit.ts";
import {
  LIQUIDATION_TAKERS,
  type LiquidationTaker,
  wordAt,
} from "../../src/core/base/vocabulary.ts";
import { EventReader } from "../../src/core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../src/core/events/event-layout.ts";
import { fundOf } from "../../src/core/settlement/insurance-fund.ts";
import { digestEvents } from "../support/virtual-exchange.ts";
import { CrashMarket, type Quotes } from "./support/crash-market.ts";

const START_MS = Date.UTC(2026, 0, 5);
const SEED = 7;
const HOLDERS = 10_000;
const BEFORE = 600_000;
const CRASH_SECONDS = 120;
const CALM_SECONDS = 30;
const AFTER_SHARE = 0.6;
const FUND_DOLLARS = 300_000;
const AUDIT_EVERY = 10;
const ATOMS_PER_COIN = 100_000_000;
const LOTS_PER_COIN = 10_000;
const CALM: Quotes = { levels: 20, spread: 0.000_2, step: 0.000_1, lots: 2_000 * LOTS_PER_COIN };
/** In the fall the book is wide, and holds a small part of what it did. */
const THIN: Quotes = { levels: 20, spread: 0.004, step: 0.001, lots: 5 * LOTS_PER_COIN };

const LIQUIDATED = eventLayout("position_liquidated");
const FUND = eventLayout("fund_moved");

class Crash {
  readonly market = new CrashMarket(START_MS, { seed: SEED, makers: 5 });
  readonly digest = digestEvents(this.market.exchange);
  /** Number of events of each kind about liquidation. */
  readonly eventCounts: Record<string, number> = {};
  /** Coins that each taker took of the liquidated. */
  readonly coins: Record<LiquidationTaker, number> = { own: 0, book: 0, fund: 0, deleveraged: 0 };
  /** What the fund's balance was at its lowest, in dollars. */
  fundLow = FUND_DOLLARS;
  /** Time of each command since the crash began, in ms. */
  readonly timesMs: number[] = [];

  /** Everybody enters in a calm market. */
  constructor() {
    const { market } = this;
    market.endowFund(FUND_DOLLARS);
    market.second(BEFORE, CALM);
    for (let place = 0; place < HOLDERS; place++) market.enter(place);
    market.second(BEFORE, CALM);
    market.exchange.onApplied = (words) => this.#note(words);
    market.exchange.onTimed = (_kind, ms) => this.timesMs.push(ms);
  }

  run(): void {
    const share = AFTER_SHARE ** (1 / CRASH_SECONDS);
    for (let at = 1; at <= CRASH_SECONDS; at++) this.#second(BEFORE * share ** at, THIN, at);
    for (let at = 1; at <= CALM_SECONDS; at++) this.#second(BEFORE * AFTER_SHARE, CALM, at);
  }

  get fund(): number {
    const { exchange, instrument } = this.market;
    const { ledger } = exchange.state;
    const account = fundOf(exchange.state, "live", instrument.settle);
    return Number(ledger.balance(account)) / ATOMS_PER_COIN;
  }

  #second(index: number, quotes: Quotes, at: number): void {
    const { market } = this;
    market.second(index, quotes);
    expect(market.endangered).toBe(0);
    if (at % AUDIT_EVERY === 0) expect(audit(market.exchange.state).holds).toBe(true);
  }

  #note(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) {
      if (reader.kindIndex < EVENT_INDEX.liquidation_started) continue;
      this.eventCounts[reader.kind] = (this.eventCounts[reader.kind] ?? 0) + 1;
      if (reader.kind === "position_liquidated") {
        const taker = wordAt(LIQUIDATION_TAKERS, reader.number(LIQUIDATED.taker));
        this.coins[taker] += reader.number(LIQUIDATED.size) / LOTS_PER_COIN;
      } else if (reader.kind === "fund_moved") {
        const balance = Number(reader.money(FUND.fundBalance)) / ATOMS_PER_COIN;
        this.fundLow = Math.min(this.fundLow, balance);
      }
    }
  }
}

/** What each command took in the faster of two runs: what else ran beside it counts less. */
function fastest(one: readonly number[], other: readonly number[]): number[] {
  return one.map((time, place) => Math.min(time, other[place] ?? time));
}

describe("a crash of 40 % in two minutes", () => {
  const crash = new Crash();
  const { market } = crash;
  const { state } = market.exchange;
  const openBefore = market.open;
  crash.run();

  it("resolves all ten thousand accounts", () => {
    expect(openBefore).toBeGreaterThan(HOLDERS * 0.95);
    expect(state.liquidations.count).toBe(0);
    expect(crash.eventCounts["liquidation_ended"]).toBe(crash.eventCounts["liquidation_started"]);
    expect(market.endangered).toBe(0);
  });

  it("uses the book, the fund, and when that is used up those who gained", () => {
    const { eventCounts, coins, fundLow, fund } = crash;
    const report = { openBefore, open: market.open, eventCounts, coins, fundLow, fund };
    console.info(JSON.stringify(report));
    for (const taker of ["book", "fund", "deleveraged"] as const) {
      expect(coins[taker]).toBeGreaterThan(0);
    }
    expect(fundLow).toBeGreaterThanOrEqual(0);
    expect(fundLow).toBeLessThan(FUND_DOLLARS / 100);
    expect(eventCounts["position_deleveraged"]).toBeGreaterThan(0);
  });

  it("leaves a book that people can trade in all the time", () => {
    expect(market.unusable).toBe(0);
  });

  it("conserves every coin", () => {
    const { verdicts, conservation } = audit(state);
    expect(verdicts.filter(({ findings }) => findings.length > 0)).toEqual([]);
    expect(conservation.map(({ sum }) => sum)).toEqual(conservation.map(() => "0"));
  });

  it("is the same each time, and no command is long (times are reported only)", () => {
    const again = new Crash();
    again.run();
    expect(again.digest()).toBe(crash.digest());
    const times = fastest(crash.timesMs, again.timesMs).sort((a, b) => b - a);
    const [longestMs = 0] = times;
    console.info(JSON.stringify({ commands: times.length, longestMs, next: times.slice(1, 6) }));
    expect(times.length).toBe(crash.timesMs.length);
  });
});
