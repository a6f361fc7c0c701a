/** Captures replayed through the complete core in memory: without other users, at full speed. */
import type { MarketPort } from "../../src/simulation-market/market-port.ts";
import { Replay, type ReplayOptions } from "../../src/simulation-market/replay/replay.ts";
import { type ReplayPlan, replayUsers } from "../../src/simulation-market/replay/replay-users.ts";
import { LISTINGS, VirtualExchange } from "./virtual-exchange.ts";

/** Dollars × 10^-8 that start the mark prices of the futures, before the capture tells better. */
const FIRST_PRICES_E8: Readonly<Record<string, number>> = {
  BTC: 61_800_00000000,
  ETH: 2_681_00000000,
};

export type ReplayInMemory = {
  readonly exchange: VirtualExchange;
  readonly replay: Replay;
  readonly plans: readonly ReplayPlan[];
};

/** An exchange with its users, and the replay of `files` to be run on `portOf` it. */
export function replayInMemory(
  files: readonly string[],
  startMs: number,
  {
    portOf = (exchange) => exchange,
    ...more
  }: Partial<ReplayOptions> & { readonly portOf?: (exchange: VirtualExchange) => MarketPort } = {},
): ReplayInMemory {
  const exchange = new VirtualExchange(startMs, true);
  for (const listing of LISTINGS) exchange.list(listing);
  const plans = replayUsers(exchange.instruments, exchange.currencies);
  const [maker = 0, taker = 0] = plans.map((plan) => exchange.createUser(plan));
  exchange.setIndex(
    exchange.instruments.map(({ index, baseCode, priceDecimals }) => [
      index,
      Math.round((FIRST_PRICES_E8[baseCode] ?? 0) / 10 ** (8 - priceDecimals)),
    ]),
  );
  const users = { maker, taker };
  const speed = Number.POSITIVE_INFINITY;
  const replay = new Replay({ port: portOf(exchange), files, speed, users, ...more });
  return { exchange, replay, plans };
}
