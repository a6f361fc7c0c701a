import { afterEach, beforeEach, expect, it } from "vitest";
import {
  errorOf,
  listOf,
  orderIdOf,
  rowOf,
  type TestAnswer,
} from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { endpointsTradeV3 } from "../../rest-v3/trade/endpoints-trade.ts";
import { endpointsTerminalReads } from "../endpoints-terminal-reads.ts";

const LIMIT = { category: "USDT-FUTURES", symbol: "BTCUSDT", orderType: "limit", price: "50000" };
const STORY = "/terminal/v1/liquidation-story";

let exchange: ExchangeFixture;

async function place(terms: object, name: string): Promise<string> {
  return orderIdOf(await exchange.post("/api/v3/trade/place-order", { ...LIMIT, ...terms }, name));
}

beforeEach(async () => {
  const funds = (usdt: bigint) => [["unified", "USDT", usdt * COIN]] as const;
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsTerminalReads],
    users: [
      { name: "alice", accountKind: "unified", funds: funds(3_000n) },
      { name: "bob", accountKind: "unified", funds: funds(1_000_000n) },
      { name: "child", accountKind: "unified", parent: "bob" },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

/** Alice's long position is liquidated at an index price, and her resting order cancelled. */
async function liquidate(index = 441_300): Promise<string> {
  await place({ side: "sell", qty: "0.5" }, "bob");
  await place({ side: "buy", qty: "0.5" }, "alice");
  const restingId = await place({ side: "buy", qty: "0.01", price: "48000" }, "alice");
  const linear = exchange.access.accounts.instrument("live", "usdt_futures", "BTCUSDT");
  await exchange.setIndex(linear?.index ?? -1, index);
  for (let step = 0; step < 20; step += 1) {
    exchange.gateway.advance(1_000);
    await exchange.apply({ kind: "tick" });
  }
  return restingId;
}

async function newestId(): Promise<string> {
  const answer = await exchange.get("/terminal/v1/liquidations", {}, "alice");
  return listOf(answer).list[0]?.["liquidationId"] ?? "";
}

it("a liquidation has a story from its cause to its end", async () => {
  await liquidate();
  const liquidationId = await newestId();
  const story = rowOf(await exchange.get(STORY, { liquidationId }, "alice"));
  expect(story).toMatchObject({ liquidationId, scope: "unified", isComplete: true });
  const steps = story["steps"] as unknown as readonly Record<string, string>[];
  const kinds = steps.map(({ kind }) => kind);
  expect(kinds[0]).toBe("liquidation_started");
  expect(kinds.at(-1)).toBe("liquidation_ended");
  expect(kinds).toContain("cancelled");
  const { equity, maintenance, words } = steps[0] ?? {};
  expect(Number(equity)).toBeLessThan(Number(maintenance));
  expect(words).toContain("unified account");
  const { counterparty, markPrice, price } = steps.find(({ reason }) => reason === "close") ?? {};
  expect({ counterparty, markPrice, price }).toEqual({
    ...{ counterparty: "deleveraged_user", markPrice: "44131.9", price: "44056.5" },
  });
  expect(JSON.stringify(steps)).not.toContain(exchange.user("bob").uid);
});

it("an order that a liquidation cancelled leads to its story", async () => {
  const orderId = await liquidate();
  const story = rowOf(await exchange.get("/terminal/v1/story", { orderId }, "alice"));
  expect(story["liquidationId"]).toBe(await newestId());
});

it("the order of a liquidation says who took it, without a name", async () => {
  await liquidate();
  const liquidationId = await newestId();
  const story = rowOf(await exchange.get(STORY, { liquidationId }, "alice"));
  const steps = story["steps"] as unknown as readonly Record<string, string>[];
  const { orderId = "" } = steps.find(({ reason }) => reason === "close") ?? {};
  const record = rowOf(await exchange.get("/terminal/v1/story", { orderId }, "alice"));
  expect(record["liquidationId"]).toBe(liquidationId);
  const [first] = record["steps"] as unknown as readonly Record<string, string>[];
  expect(first).toMatchObject({ kind: "liquidation_step", sender: "exchange" });
  expect(first?.["counterparty"]).not.toBe("");
});

it("a user whose position auto-deleveraging closed learns why", async () => {
  await liquidate();
  const query = { category: "USDT-FUTURES" };
  const orders = await exchange.get("/api/v3/trade/history-orders", query, "bob");
  const orderId = listOf(orders).list[0]?.["orderId"] ?? "";
  const record = rowOf(await exchange.get("/terminal/v1/story", { orderId }, "bob"));
  const steps = record["steps"] as unknown as readonly Record<string, string>[];
  expect(steps.map(({ kind }) => kind)).toEqual(["deleveraged", "filled"]);
  expect(steps[0]?.["words"]).toContain("Auto-deleveraging");
  expect(steps[1]).toMatchObject({ counterparty: "liquidated_user", price: "44056.5" });
});

it("a liquidation of somebody else is answered exactly as an unknown one", async () => {
  await liquidate();
  const plain = ({ code, data, msg, status }: TestAnswer) => ({ code, data, msg, status });
  const liquidationId = await newestId();
  const foreign = plain(await exchange.get(STORY, { liquidationId }, "bob"));
  const unknown = { liquidationId: "1999999999999999999" };
  expect(foreign).toEqual(plain(await exchange.get(STORY, unknown, "bob")));
  expect(foreign.code).toBe("40109");
  const uid = exchange.user("alice").uid;
  expect(errorOf(await exchange.get(STORY, { liquidationId, uid }, "bob"))).toEqual([400, "40066"]);
  expect(errorOf(await exchange.get(STORY, { liquidationId: "x" }, "bob"))).toEqual([400, "40402"]);
  expect(listOf(await exchange.get("/terminal/v1/liquidations", {}, "bob")).list).toEqual([]);
});
