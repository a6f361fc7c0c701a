/** The default market on virtual time: a founded core, its agents and its leveraged crowd. */
import type { Category } from "../../../src/core/base/vocabulary.ts";
import { atoms } from "../../../src/core/money/units.ts";
import { crowdAccountsOf } from "../../../src/main/crowd-accounts.ts";
import { MarketModel } from "../../../src/market-model/market-model.ts";
import type { Preset } from "../../../src/market-model/outside-market.ts";
import type { AgentMarket } from "../../../src/simulation-market/agents/agent-market.ts";
import { crowdUsers } from "../../../src/simulation-market/crowd/crowd-users.ts";
import { LeveragedCrowd } from "../../../src/simulation-market/crowd/leveraged-crowd.ts";
import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import { agentsOf } from "../../../test/support/agents-of.ts";
import { FoundedMarket } from "../../../test/support/founded-market.ts";
import { seededStreams } from "../../../test/support/seeded-streams.ts";
import type { VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { BOOK_KEYS, type BookSubject } from "../figures.ts";

/** A Thursday, at midnight UTC. */
export const GENERATED_START_MS = Date.UTC(2024, 7, 8);

/** Listed instruments of the run. */
const LISTED: Readonly<Record<BookSubject, readonly [Category, symbol: string]>> = {
  btc_spot: ["spot", "BTCUSDT"],
  btc_perp: ["usdt_futures", "BTCUSDT"],
  btc_coin: ["coin_futures", "BTCUSD"],
  eth_spot: ["spot", "ETHUSDT"],
  eth_perp: ["usdt_futures", "ETHUSDT"],
  small_perp: ["usdt_futures", "EOSUSDT"],
};

/** Interval of credits to agents with low balances, in ms. */
const REFILL_MS = 10_000;

/** Users beside the agents; they only trade when they are made to. */
const OUTSIDERS = ["outsider", "outsiders-friend"] as const;
/** Whole coins of an outsider. */
const OUTSIDER_COINS = 100_000_000n;

export type GeneratedMarket = {
  readonly exchange: VirtualExchange;
  readonly instruments: Readonly<Record<BookSubject, InstrumentFacts>>;
  /** Two users with a USDT futures wallet. */
  readonly outsiders: readonly number[];
  /** Runs until a time in ms. */
  run(untilMs: number): void;
};

export type MarketOptions = {
  readonly seed: number;
  readonly preset: Preset;
  /** The measured instruments alone, by default, or all of a new exchange. */
  readonly listed?: "measured" | "all";
};

function isMeasured({
  category,
  realm,
  symbol,
}: Pick<InstrumentFacts, "category" | "realm" | "symbol">): boolean {
  const isOne = BOOK_KEYS.some((key) => LISTED[key][0] === category && LISTED[key][1] === symbol);
  return realm === "live" && isOne;
}

function instrumentsOf({ instruments }: VirtualExchange): GeneratedMarket["instruments"] {
  const entries = BOOK_KEYS.map((key) => {
    const [category, symbol] = LISTED[key];
    const facts = instruments.find((one) => one.category === category && one.symbol === symbol);
    if (facts === undefined) throw new Error(`${category} ${symbol} is listed`);
    return [key, facts] as const;
  });
  return Object.fromEntries(entries) as GeneratedMarket["instruments"];
}

function createOutsiders(exchange: VirtualExchange): number[] {
  const tether = exchange.currencies.find(({ code }) => code === "USDT");
  if (tether === undefined) throw new Error("USDT is listed");
  const amount = OUTSIDER_COINS * 10n ** BigInt(tether.decimals);
  return OUTSIDERS.map((name) =>
    exchange.createUser({
      ...{ name, realm: "live", accountKind: "classic", openOrdersMax: 0 },
      credits: [{ wallet: "usdt_futures", currency: tether.index, amount }],
    }),
  );
}

function startRefills(exchange: VirtualExchange, agents: AgentMarket): void {
  exchange.schedule(REFILL_MS, () => {
    for (const { user, wallet, currency, amount } of agents.fundsNeeded()) {
      exchange.command({ kind: "credit", user, wallet, currency, amount: atoms(amount) });
    }
    startRefills(exchange, agents);
  });
}

/**
 * Opens the market of a seed at `GENERATED_START_MS`. The same options give the same market; what
 * outsiders do changes only what follows from it.
 */
export function openGeneratedMarket(options: MarketOptions): GeneratedMarket {
  const { listed = "measured", preset, seed } = options;
  const startMs = GENERATED_START_MS;
  const stream = "statistics";
  const streams = seededStreams(seed);
  const outside = new MarketModel({ seed, preset, nowMs: startMs, streams, stream });
  const isListed = listed === "all" ? () => true : isMeasured;
  const market = new FoundedMarket({ startMs, outside, isListed });
  const { exchange } = market;
  const { currencies, instruments, state } = exchange;
  const members = crowdUsers(instruments, currencies).map((plan) => ({
    ...plan,
    user: exchange.createUser(plan),
  }));
  const agents = agentsOf(exchange, { seed, preset, outside });
  const outsiders = createOutsiders(exchange);
  const accounts = crowdAccountsOf(state);
  const crowd = new LeveragedCrowd({
    ...{ port: exchange, streams, stream, members, currencies, accounts, outside },
  });
  agents.join(crowd);
  agents.start();
  startRefills(exchange, agents);
  return {
    exchange,
    instruments: instrumentsOf(exchange),
    outsiders,
    run: (untilMs) => market.run(untilMs),
  };
}
