/** Market activity: index prices, agents, and replayed captures. */
import { atoms } from "../core/money/units.ts";
import { GeneratedPrices } from "../market-data/generated-prices.ts";
import { IndexFeed, type IndexPort, indexTicks } from "../market-data/index-feed.ts";
import { PostedPrices } from "../market-data/posted-prices.ts";
import type { MarketModel } from "../market-model/market-model.ts";
import type { OutsideMarket } from "../market-model/outside-market.ts";
import type { Streams } from "../market-model/random.ts";
import { underlyingOf } from "../market-model/underlying.ts";
import { URGENT } from "../sequencer/port.ts";
import { AgentMarket } from "../simulation-market/agents/agent-market.ts";
import { agentUsers } from "../simulation-market/agents/agent-users.ts";
import { IndexedMarket } from "../simulation-market/agents/indexed-market.ts";
import { cancelRestingOrders } from "../simulation-market/cancel-resting-orders.ts";
import { crowdUsers } from "../simulation-market/crowd/crowd-users.ts";
import { LeveragedCrowd } from "../simulation-market/crowd/leveraged-crowd.ts";
import type { InstrumentFacts, MarketPort } from "../simulation-market/market-port.ts";
import { Replay, type ReplayProgress } from "../simulation-market/replay/replay.ts";
import { replayUsers } from "../simulation-market/replay/replay-users.ts";
import { agentAccountsOf } from "./agent-accounts.ts";
import { BeatTasks } from "./beat-tasks.ts";
import type { Config } from "./config.ts";
import { crowdAccountsOf } from "./crowd-accounts.ts";
import type { Engine } from "./engine.ts";
import { submitOrThrow } from "./founding/founding.ts";
import { isProductListing } from "./founding/product-listings.ts";
import type { Log } from "./log.ts";
import { keepMarketMemory, marketModelOf } from "./market-memory.ts";
import { currencyFacts, listedFacts, marketPortOf } from "./market-port.ts";
import { runName } from "./market-secret.ts";
import { ensureUsers, operatorTest } from "./market-users.ts";
import type { Prices } from "./operator/price-actions.ts";
import { operatorUsers } from "./operator-users.ts";

/** Interval in ms at which agents with low wallets get new funds (see `AgentFundsWatch`). */
const REFILL_INTERVAL_MS = 10_000;

/** All books have quotes after so many rounds; the agents limit the commands of each. */
const OPENING_ROUNDS = 2;

export type LivingMarket = { readonly prices: Prices; stop(): void };

/**
 * The outside market of the agents: the price model, or the index prices of the exchange while
 * outside sources decide them.
 */
function outsideOf(engine: Engine, port: MarketPort, config: Config, model: MarketModel) {
  if (config.priceSources.length === 0) return model;
  const { prices } = engine.state;
  return new IndexedMarket(port.instruments, (instrument) => prices[instrument]?.index ?? 0);
}

async function createAgents(
  engine: Engine,
  config: Config,
  market: {
    readonly port: MarketPort;
    readonly outside: OutsideMarket;
    readonly feed: IndexFeed;
    readonly instruments: readonly InstrumentFacts[];
    readonly streams: Streams;
  },
): Promise<AgentMarket> {
  const { feed, instruments, outside, port, streams } = market;
  const plans = agentUsers(port.instruments, currencyFacts(engine.state));
  const users = await ensureUsers(engine, plans);
  const run = runName(engine.state, port.nowMs());
  return new AgentMarket({
    port,
    streams: (name) => streams(`${run} ${name}`),
    preset: config.market,
    agents: plans.map((plan, index) => ({ ...plan, user: users[index] ?? 0 })),
    instruments,
    outside,
    accounts: agentAccountsOf(engine.state),
    isOwn: operatorTest(engine),
    heldTicks: (instrument) => (feed.isHeld(instrument) ? feed.lastTicks(instrument) : 0),
  });
}

/** Creates the leveraged crowd. A start goes on with decisions of its own. */
async function createCrowd(
  engine: Engine,
  market: {
    readonly port: MarketPort;
    readonly outside: OutsideMarket;
    readonly streams: Streams;
  },
): Promise<LeveragedCrowd> {
  const { outside, port, streams } = market;
  const { state } = engine;
  const currencies = currencyFacts(state);
  const plans = crowdUsers(port.instruments, currencies);
  const users = await ensureUsers(engine, plans);
  return new LeveragedCrowd({
    port,
    streams,
    stream: runName(state, port.nowMs()),
    members: plans.map((plan, index) => ({ ...plan, user: users[index] ?? 0 })),
    currencies,
    accounts: crowdAccountsOf(state),
    outside,
  });
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

/** Cancels orders that agents and replays left in an earlier run, all at once. */
async function clearLeftOrders(engine: Engine, port: MarketPort): Promise<void> {
  const { hasOpenOrders } = agentAccountsOf(engine.state);
  const users = operatorUsers(engine.state).filter(hasOpenOrders);
  const commands = cancelRestingOrders(users, port.instruments);
  await Promise.all(commands.map((command) => engine.sequencer.submitAndWait(command, URGENT)));
}

/**
 * Creates the index feed and its sources. With external sources nothing is generated: the index
 * becomes stale while they are silent. Without any source the index prices are held at their last
 * values; on a new exchange at prices generated once.
 */
function pricesOf(
  engine: Engine,
  config: Config,
  market: {
    readonly feedPort: IndexPort;
    readonly generated: GeneratedPrices;
    readonly replay: Replay | undefined;
  },
): Prices & { readonly isGenerated: boolean } {
  const { feedPort, generated, replay } = market;
  const { prices } = engine.state;
  const posted = config.priceSources.map(({ name, weight }) => new PostedPrices(name, weight));
  const isGenerated = posted.length === 0 && (config.agents || replay !== undefined);
  const replayed = replay === undefined ? [] : [replay.prices];
  const sources = [...posted, ...replayed, ...(isGenerated ? [generated] : [])];
  const lastIndexTicks = (instrument: number): number => prices[instrument]?.index ?? 0;
  const listed = listedFacts(engine.state);
  const feed = new IndexFeed({
    get instruments() {
      return listed();
    },
    ...{ sources, port: feedPort, lastIndexTicks },
  });
  for (const instrument of listed()) {
    const held = prices[instrument.index]?.held ?? 0;
    const first = isProductListing(instrument) ? generatedTicks(generated, instrument) : 0;
    const last = lastIndexTicks(instrument.index) || first;
    const ticks = sources.length > 0 ? held : held || last;
    if (ticks > 0) feed.hold(instrument.index, ticks);
  }
  return { feed, posted, isGenerated };
}

/** Index price at the first price of the generated market, which is the end of the past. */
function generatedTicks(generated: GeneratedPrices, instrument: InstrumentFacts): number {
  const baseE8 = generated.priceE8(underlyingOf(instrument.baseCode));
  const quoteE8 = generated.priceE8(underlyingOf(instrument.quoteCode));
  if (baseE8 === undefined || quoteE8 === undefined) return 0;
  return indexTicks(instrument, { baseE8, quoteE8 });
}

/** Credits agents with low wallets, as an operator would. */
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
 * operator changes index prices. Everything that happens is drawn from `streams`. Throws
 * `ReplayRefused` for a file that cannot be replayed.
 */
export async function startLivingMarket(
  engine: Engine,
  config: Config,
  log: Log,
  streams: Streams,
): Promise<LivingMarket> {
  const port = marketPortOf(engine, () => engine.time.monotonicMs());
  const replay =
    config.replayFiles.length === 0 ? undefined : await prepareReplay(engine, port, config, log);
  await clearLeftOrders(engine, port);
  const model = marketModelOf(engine, config, port.nowMs(), streams);
  const tasks = new BeatTasks(port);
  const generated = new GeneratedPrices(model);
  const feedPort = config.agents ? tasks.port : port;
  const { feed, isGenerated, posted } = pricesOf(engine, config, {
    ...{ feedPort, generated, replay },
  });
  const memory = isGenerated ? keepMarketMemory(engine, model, log) : undefined;
  feed.start();
  await engine.sequencer.drain();
  const replayed = new Set(replay?.instruments.map(({ index }) => index));
  const instruments = port.instruments.filter(({ index }) => !replayed.has(index));
  const outside = outsideOf(engine, port, config, model);
  const market = { port, outside, feed, instruments, streams };
  const agents = config.agents ? await createAgents(engine, config, market) : undefined;
  agents?.join(await createCrowd(engine, market));
  agents?.join(tasks);
  agents?.start();
  for (let round = 0; round < OPENING_ROUNDS; round++) {
    agents?.openBooks();
    await engine.sequencer.drain();
  }
  const refills = agents === undefined ? undefined : startRefills(engine, agents, log);
  if (replay !== undefined) void runReplay(replay, agents, log);
  return {
    prices: { feed, posted },
    stop() {
      clearInterval(refills);
      memory?.stop();
      feed.stop();
      agents?.stop();
      replay?.stop();
    },
  };
}
