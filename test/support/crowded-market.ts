/** A founded market with agents and the leveraged crowd, and what happened in it. */
import {
  FUND_MOVE_REASONS,
  indexIn,
  MOVE_REASONS,
  POSITION_SIDES,
} from "../../src/core/base/vocabulary.ts";
import { EventReader } from "../../src/core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../src/core/events/event-layout.ts";
import { readPositions } from "../../src/core/reads/account-reads.ts";
import { crowdAccountsOf } from "../../src/main/crowd-accounts.ts";
import type { CrowdAccount } from "../../src/simulation-market/crowd/crowd-member.ts";
import { crowdUsers } from "../../src/simulation-market/crowd/crowd-users.ts";
import { LeveragedCrowd } from "../../src/simulation-market/crowd/leveraged-crowd.ts";
import { FoundedMarket } from "./founded-market.ts";
import { startMarketAgents } from "./market-agents.ts";
import { RandomWalkOutside } from "./random-walk-outside.ts";
import { seededStreams } from "./seeded-streams.ts";

const CREDIT = eventLayout("funds_moved");
const FUND = eventLayout("fund_moved");
const LIQUIDATED = eventLayout("position_liquidated");
const CREDIT_REASON = indexIn(MOVE_REASONS, "credit");
const SURPLUS_REASON = indexIn(FUND_MOVE_REASONS, "surplus");
const LONG_SIDE = indexIn(POSITION_SIDES, "long");

export type CrowdedMarketTerms = {
  readonly startMs: number;
  readonly seed: number;
  /** Multiplies the yearly volatility of every coin. */
  readonly volatility: number;
  /** Symbols of the perpetuals that are listed. */
  readonly symbols: readonly string[];
};

export class CrowdedMarket {
  readonly market: FoundedMarket;
  readonly members: readonly CrowdAccount[];
  crowd: LeveragedCrowd;
  /** Liquidation steps of members: instrument and whether the position was long. */
  readonly liquidated: { readonly instrument: number; readonly isLong: boolean }[] = [];
  /** Credits that members received since the start: time and atoms. */
  readonly credits: { readonly atMs: number; readonly amount: bigint }[] = [];
  /** Surpluses that liquidations paid into the insurance funds. */
  surpluses = 0;
  readonly #terms: CrowdedMarketTerms;
  readonly #users: ReadonlySet<number>;

  constructor(terms: CrowdedMarketTerms) {
    const { startMs, seed, volatility, symbols } = terms;
    this.#terms = terms;
    const outside = new RandomWalkOutside({ seed, nowMs: startMs, volatility });
    this.market = new FoundedMarket({
      startMs,
      outside,
      isListed: ({ realm, category, symbol }) =>
        realm === "live" && category !== "spot" && symbols.includes(symbol),
    });
    const { exchange } = this.market;
    const { instruments, currencies } = exchange;
    startMarketAgents(this.market, { seed });
    this.members = crowdUsers(instruments, currencies).map((plan) => ({
      ...plan,
      user: exchange.createUser(plan),
    }));
    this.#users = new Set(this.members.map(({ user }) => user));
    this.crowd = this.#createCrowd("first");
    exchange.onEvents((words) => {
      this.crowd.read(words);
      this.#count(words);
    });
    this.market.onBeat.push((nowMs) => this.crowd.beat(nowMs));
  }

  /** Replaces the crowd, as a restart of the process does. */
  restart(): void {
    this.crowd.stop();
    this.crowd = this.#createCrowd("second");
  }

  /** Open positions of all members. */
  positions(): ReturnType<typeof readPositions> {
    const { state } = this.market.exchange;
    return this.members.flatMap(({ user }) => readPositions(state, user));
  }

  #createCrowd(stream: string): LeveragedCrowd {
    const { exchange, outside } = this.market;
    const { currencies, state } = exchange;
    const streams = seededStreams(this.#terms.seed);
    const accounts = crowdAccountsOf(state);
    const { members } = this;
    return new LeveragedCrowd({
      ...{ port: exchange, streams, stream, members, currencies, accounts, outside },
    });
  }

  #count(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) {
      const { kindIndex } = reader;
      if (kindIndex === EVENT_INDEX.position_liquidated) {
        if (!this.#users.has(reader.number(LIQUIDATED.user))) continue;
        const instrument = reader.number(LIQUIDATED.instrument);
        const isLong = reader.number(LIQUIDATED.positionSide) === LONG_SIDE;
        this.liquidated.push({ instrument, isLong });
      } else if (kindIndex === EVENT_INDEX.funds_moved) {
        if (!this.#users.has(reader.number(CREDIT.toUser))) continue;
        if (reader.number(CREDIT.reason) !== CREDIT_REASON) continue;
        this.credits.push({ atMs: reader.timeMs, amount: reader.money(CREDIT.amount) });
      } else if (kindIndex === EVENT_INDEX.fund_moved) {
        if (reader.number(FUND.reason) === SURPLUS_REASON) this.surpluses += 1;
      }
    }
  }
}
