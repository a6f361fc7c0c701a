/**
 * Twenty-two minutes of the generated market under surveillance, more than two of its windows:
 * market makers, takers, arbitrageurs and noise traders trade with each other all the time, and
 * none of it is an alert.
 */

import { expect, it } from "vitest";
import { EventReader } from "../../src/core/events/event-buffer.ts";
import { EVENT_INDEX } from "../../src/core/events/event-layout.ts";
import { marketSource } from "../../src/main/surveillance-source.ts";
import { GeneratedPrices } from "../../src/market-data/generated-prices.ts";
import { IndexFeed } from "../../src/market-data/index-feed.ts";
import { MarketModel } from "../../src/market-model/market-model.ts";
import type { Alert } from "../../src/surveillance/alerts.ts";
import { Surveillance } from "../../src/surveillance/surveillance.ts";
import { agentsOf } from "../support/agents-of.ts";
import { seededStreams } from "../support/seeded-streams.ts";
import { LISTINGS, VirtualExchange } from "../support/virtual-exchange.ts";

const START_MS = 1_780_000_200_000;
const MINUTES = 22;
const TIME_MAX_MS = 180_000;

it.each([
  [1, "known as the house's own", true],
  [2, "taken for ordinary users", false],
])("seed %i: agents %s give no alarm", { timeout: TIME_MAX_MS }, (seed, _, isHouseKnown) => {
  const exchange = new VirtualExchange(START_MS);
  for (const listing of LISTINGS) exchange.list(listing);
  for (const { code, index } of exchange.currencies) {
    if (code !== "USDT" && code !== "USD") continue;
    const terms = { currency: index, isDollar: true, isShared: true };
    const tiers = { tierStarts: [0], ratesE6: [1_000_000] };
    exchange.command({ kind: "set_collateral", ...terms, ...tiers });
  }
  const { instruments } = exchange;
  const terms = { seed, preset: "normal", nowMs: START_MS, stream: "test" } as const;
  const model = new MarketModel({ ...terms, streams: seededStreams(seed) });
  const market = agentsOf(exchange, { seed, outside: model });
  const alerts: Alert[] = [];
  const source = marketSource(exchange.state);
  const surveillance = new Surveillance({
    source: isHouseKnown ? source : { ...source, isOperatorUser: source.isExchange },
    labelOf: (address) => address,
    onAlert: (alert) => alerts.push(alert),
  });
  // The agents run in one process: were they to sign in, it would be from local addresses.
  const agents = exchange.state.users.filter(({ name }) => name.startsWith("agent-"));
  for (const { index } of agents) surveillance.userSeen(index, "127.0.0.1");
  let trades = 0;
  exchange.onApplied = (words) => {
    surveillance.onBatch(words);
    const reader = new EventReader(words);
    while (reader.next()) if (reader.kindIndex === EVENT_INDEX.trade_executed) trades += 1;
  };
  const sources = [new GeneratedPrices(model)];
  const feed = new IndexFeed({ instruments, sources, port: exchange });
  feed.start();
  market.start();
  exchange.run(START_MS + MINUTES * 60_000);
  expect(trades).toBeGreaterThan(1_000);
  expect(alerts).toEqual([]);
});
