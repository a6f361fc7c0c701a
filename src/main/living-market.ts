/** Market activity: index prices, agents, and replayed captures. */
import { atoms } from "../core/money/units.ts";
import { GeneratedPrices } from "../market-data/generated-prices.ts";
import { IndexFeed, indexTicks } from "../market-data/index-feed.ts";
import { PostedPrices } from "../market-data/posted-prices.ts";
import { underlyingOf } from "../market-data/underlyings.ts";
import { URGENT } from "../sequencer/port.ts";
import { AgentMarket } from "../simulation-market/agents/agent-market.ts";
import { type AgentUser, agentUsers } from "../simulation-market/agents/agent-users.ts";
import { cancelRestingOrders } from "../simulation-market/cancel-resting-orders.ts";
import type { InstrumentFacts, MarketPort } from "../simulation-market/market-port.ts";
import { Random } from "../simulation-market/random.ts";
import { Replay, type ReplayProgress } from "../simulation-market/replay/replay.ts";
import { replayUsers } from "../simulation-market/replay/replay-users.ts";
import type { Config } from "./config.ts";
import type { Engine } from "./engine.ts";
import { submitOrThrow, userNamed } from "./founding/founding.ts";
import type { Log } from "./log.ts";
import { currencyFacts, marketPortOf } from "./market-port.ts";
import type { Prices } from "./operator/price-actions.ts";
import { operatorUsers } from "./operator-users.ts";

/** Interval at which agents with low balances are credited again, in ms. */
const REFILL_INTERVAL_MS = 10_000;

export type LivingMarket = { readonly prices: Prices; stop(): void };

/** Creates the missing users; returns the user indexes in the order of `plans`. */
async function ensureUsers(engine: Engine, plans: readonly AgentUser[]): Promise<number[]> {
  const users: number[] = [];
  for (const plan of plans) {
    const known = userNamed(engine.state, plan.name);
    const { name, realm, accountKind, openOrdersMax } = plan;
    const draft = { kind: "create_user", name, realm, accountKind, openOrdersMax } as const;
    const user = known ?? (await submitOrThrow(engine.sequencer, { ...draft, parent: 0 })).id;
    if (known === undefined) await fund(engine, user, plan);
    users.push(user);
  }
  return users;
}

async function fund(engine: Engine, user: number, plan: AgentUser): Promise<void> {
  await Promise.all(
    plan.credits.map(({ wallet, currency, amount }) =>
      submitOrThrow(engine.sequencer, {
        kind: "credit",
        user,
        wallet,
        currency,
        amount: atoms(amount),
      }),
    ),
  );
}

async function startAgents(
  engine: Engine,
  port: MarketPort,
  config: Config,
  instruments: readonly InstrumentFacts[],
): Promise<AgentMarket> {
  const plans = agentUsers(port.instruments, currencyFacts(engine.state));
  const users = await ensureUsers(engine, plans);
  const agents = plans.map((plan, index) => ({ ...plan, user: users[index] ?? 0 }));
  const { prices } = engine.state;
  const market = new AgentMarket({
    port,
    seed: config.seed,
    agents,
    instruments,
    indexTicks: (instrument) => prices[instrument]?.index ?? 0,
  });
  market.start();
  return market;
}

async function prepareReplay(engine: Engine, port: MarketPort, config: Config, log: Log) {
  const live = port.instruments.filter(({ realm }) => realm === "live");
  const [maker = 0, taker = 0] = await ensureUsers(
    engine,
    replayUsers(live, currencyFacts(engine.state)),
  );
  return new Replay({
    port,
    files: config.replayFiles,
    speed: config.speed,
    users: { maker, taker },
    onProgress: (progress: ReplayProgress) => log.info({ event: "replay_progress", ...progress }),
  });
}

/** Cancels orders that agents and replays left in an earlier run. */
async function clearLeftOrders(engine: Engine, port: MarketPort): Promise<void> {
  const users = operatorUsers(engine.state);
  for (const command of cancelRestingOrders(users, port.instruments)) {
    await engine.sequencer.submitAndWait(command, URGENT);
  }
}

/**
 * Creates the index feed and its sources. With external sources nothing is generated: the index
 * becomes stale while they are silent. Without any source the index prices are held at their last
 * values; on a new exchange at prices generated once.
 */
function pricesOf(
  engine: Engine,
  port: MarketPort,
  config: Config,
  replay: Replay | undefined,
): Prices {
  const { prices } = engine.state;
  // A start goes on with returns of its own: an earlier run must not tell the prices of this one.
  const random = new Random(config.seed, `index ${engine.state.seq}`);
  const generated = new GeneratedPrices(random, port.nowMs());
  const posted = config.priceSources.map(({ name, weight }) => new PostedPrices(name, weight));
  const isGenerated = posted.length === 0 && (config.agents || replay !== undefined);
  const replayed = replay === undefined ? [] : [replay.prices];
  const sources = [...posted, ...replayed, ...(isGenerated ? [generated] : [])];
  const lastIndexTicks = (instrument: number): number => prices[instrument]?.index ?? 0;
  const feed = new IndexFeed({ instruments: port.instruments, sources, port, lastIndexTicks });
  if (sources.length > 0) return { feed, posted };
  for (const instrument of port.instruments) {
    const ticks = lastIndexTicks(instrument.index) || generatedTicks(generated, instrument, port);
    if (ticks > 0) feed.hold(instrument.index, ticks);
  }
  return { feed, posted };
}

function generatedTicks(
  generated: GeneratedPrices,
  instrument: InstrumentFacts,
  port: MarketPort,
): number {
  const base = generated.price(underlyingOf(instrument.baseCode), port.nowMs());
  const quote = generated.price(underlyingOf(instrument.quoteCode), port.nowMs());
  if (base === undefined || quote === undefined) return 0;
  return indexTicks(instrument, { baseE8: base.priceE8, quoteE8: quote.priceE8 });
}

/** Credits agents with low balances, as an operator would. */
function startRefills(engine: Engine, agents: AgentMarket, log: Log): NodeJS.Timeout {
  const refill = (): void => {
    for (const { user, wallet, currency, amount } of agents.fundsNeeded()) {
      const credit = { kind: "credit", user, wallet, currency, amount: atoms(amount) } as const;
      submitOrThrow(engine.sequencer, credit).catch((thrown: unknown) =>
        log.warn({ event: "refill_failed", user, message: String(thrown) }),
      );
    }
  };
  return setInterval(refill, REFILL_INTERVAL_MS).unref();
}

/** Runs the replay to its end; agents, if any, then take over its instruments. */
async function runReplay(replay: Replay, agents: AgentMarket | undefined, log: Log): Promise<void> {
  try {
    log.info({ event: "replay_ended", ...(await replay.run()) });
    if (agents === undefined) return;
    replay.clear();
    agents.add(replay.instruments);
  } catch (thrown) {
    log.error({ event: "replay_failed", message: String(thrown) });
  }
}

/**
 * Starts the configured market activity. Without agents, replay and external sources only the
 * operator changes index prices. Throws `ReplayRefused` for a file that cannot be replayed.
 */
export async function startLivingMarket(
  engine: Engine,
  config: Config,
  log: Log,
): Promise<LivingMarket> {
  const port = marketPortOf(engine, () => engine.time.monotonicMs());
  const replay =
    config.replayFiles.length === 0 ? undefined : await prepareReplay(engine, port, config, log);
  await clearLeftOrders(engine, port);
  const prices = pricesOf(engine, port, config, replay);
  const { feed } = prices;
  feed.start();
  await engine.sequencer.drain();
  const replayed = new Set(replay?.instruments.map(({ index }) => index));
  const remainingInstruments = port.instruments.filter(({ index }) => !replayed.has(index));
  const agents = config.agents
    ? await startAgents(engine, port, config, remainingInstruments)
    : undefined;
  const refills = agents === undefined ? undefined : startRefills(engine, agents, log);
  if (replay !== undefined) void runReplay(replay, agents, log);
  return {
    prices,
    stop() {
      clearInterval(refills);
      feed.stop();
      agents?.stop();
      replay?.stop();
    },
  };
}
