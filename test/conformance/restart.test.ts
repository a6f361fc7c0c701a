import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import type { Address } from "./support/conformance-exchange.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const SWAP = "BTC/USDT:USDT";
const SPOT = "BTC/USDT";
const PLACED_AT_ONCE = 40;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-restart-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

function address(): Address {
  const { baseUrl } = running.credentials;
  return { baseUrl, socketUrl: baseUrl.replace(/^http/, "ws") };
}

function client(name: "classic" | "unified"): Promise<PlainClient> {
  const key = running.credentials.users.find((user) => user.name === name);
  return plainClient(address(), key, { uta: name === "unified" });
}

/** All that an account's owner can see of it; what depends on the clock left out. */
async function seenBy(alice: PlainClient) {
  const orders = (await alice.fetchOpenOrders(SPOT)).concat(await alice.fetchOpenOrders(SWAP));
  const { info: _spot, timestamp: _at, datetime: _when, ...balance } = await alice.fetchBalance();
  const positions = await alice.fetchPositions([SWAP]);
  return {
    orders: orders.map(({ info }) => info),
    balance,
    canceled: (await alice.fetchCanceledOrders(SPOT)).map(({ info }) => info),
    closed: (await alice.fetchClosedOrders(SWAP)).map(({ info }) => info),
    trades: (await alice.fetchMyTrades(SWAP)).map(({ info }) => info),
    positions: positions.map(({ side, contracts, entryPrice }) => [side, contracts, entryPrice]),
    history: (await alice.fetchPositionsHistory([SWAP])).map(({ info }) => info),
    ledger: (await alice.fetchLedger("USDT", undefined, undefined, { symbol: SWAP })).map(
      ({ info }) => info,
    ),
  };
}

/** A resting order, a canceled one, a closed position and an open one, on both accounts. */
async function trade(classic: PlainClient, unified: PlainClient): Promise<void> {
  for (const alice of [classic, unified]) {
    await alice.createOrder(SPOT, "limit", "buy", 0.1, 60_000);
    const id = idOf(await alice.createOrder(SPOT, "limit", "buy", 0.1, 60_100));
    await alice.cancelOrder(id, SPOT);
  }
  for (const [side, opposite, amount] of [
    ["buy", "sell", 0.2],
    ["sell", "buy", 0.2],
    ["buy", "sell", 0.3],
  ] as const) {
    await classic.createOrder(SWAP, "limit", side, amount, 61_000);
    await unified.createOrder(SWAP, "limit", opposite, amount, 61_000);
  }
}

describe("an exchange that was killed with -9 and started again", () => {
  it("keeps its credentials to their owner", () => {
    expect(statSync(join(dataDir, "credentials.json")).mode & 0o777).toBe(0o600);
  });

  it("shows clients everything it had acknowledged", async () => {
    const [classic, unified] = [await client("classic"), await client("unified")];
    await trade(classic, unified);
    const before = [await seenBy(classic), await seenBy(unified)];
    expect(before[0]?.orders).toHaveLength(1);
    expect(before[0]?.positions).toEqual([["long", 0.3, 61_000]]);
    expect(before[1]?.positions).toEqual([["short", 0.3, 61_000]]);
    expect(before[0]?.history).toHaveLength(1);
    await running.kill();
    running = await ExchangeProcess.start(dataDir);
    const after = [await seenBy(await client("classic")), await seenBy(await client("unified"))];
    expect(after).toEqual(before);
  });

  it("has every order that was acknowledged while it was being killed", async () => {
    const alice = await client("classic");
    const acknowledged: string[] = [];
    const placing = Array.from({ length: PLACED_AT_ONCE }, async (_none, index) => {
      // Each one places until the connection breaks.
      for (let price = 59_000 + index; ; price += PLACED_AT_ONCE) {
        acknowledged.push(idOf(await alice.createOrder(SPOT, "limit", "buy", 0.001, price)));
        if (acknowledged.length === 3 * PLACED_AT_ONCE) await running.kill();
      }
    });
    const ends = await Promise.allSettled(placing);
    expect(ends.every(({ status }) => status === "rejected")).toBe(true);
    expect(acknowledged.length).toBeGreaterThanOrEqual(3 * PLACED_AT_ONCE);
    running = await ExchangeProcess.start(dataDir);
    const again = await client("classic");
    const found = await Promise.all(acknowledged.map((id) => again.fetchOrder(id, SPOT)));
    expect(found.map(({ id }) => id)).toEqual(acknowledged);
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["open"]));
    const ids = new Set<string>();
    let until: string | undefined;
    for (;;) {
      const params = until === undefined ? {} : { idLessThan: until };
      const page = await again.fetchOpenOrders(SPOT, undefined, 100, params);
      for (const order of page) ids.add(idOf(order));
      if (page.length < 100) break;
      until = [...ids].sort().at(0);
    }
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("passes its audit, and ends with 0 when told to", async () => {
    expect(await running.audit()).toMatchObject({ holds: true });
    expect(await running.terminate()).toBe(0);
    running = await ExchangeProcess.start(dataDir);
  });
});
