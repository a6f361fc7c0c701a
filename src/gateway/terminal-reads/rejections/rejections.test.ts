import { afterEach, beforeEach, expect, it } from "vitest";
import { errorOf, listOf, type TestAnswer } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { endpointsTradeV3 } from "../../rest-v3/trade/endpoints-trade.ts";
import { endpointsTerminalReads } from "../endpoints-terminal-reads.ts";

const PATH = "/terminal/v1/rejections";
const ORDER = {
  ...{ category: "USDT-FUTURES", symbol: "BTCUSDT", orderType: "limit", side: "buy" },
  ...{ price: "49000", qty: "0.1" },
};

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsTerminalReads],
    users: [
      { name: "alice", accountKind: "unified", funds: [["unified", "USDT", 100n * COIN]] },
      { name: "bob", accountKind: "unified" },
      { name: "child", accountKind: "unified", parent: "alice" },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function place(terms: object = {}, name = "alice"): Promise<TestAnswer> {
  return exchange.post("/api/v3/trade/place-order", { ...ORDER, ...terms }, name);
}

async function rejectionsOf(name = "alice", query: Record<string, string> = {}) {
  return listOf(await exchange.get(PATH, query, name));
}

it("says what was asked, and by which rule it was refused, with the code of the answer", async () => {
  const answer = await place({ clientOid: "too-large", qty: "5" });
  expect(answer.status).toBe(400);
  const { list } = await rejectionsOf();
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({
    ...{ code: answer.code, message: answer.msg, command: "place_order", clientOid: "too-large" },
    ...{ symbol: "BTCUSDT", category: "USDT-FUTURES", side: "buy", price: "49000", size: "5" },
    ...{ orderType: "limit", sender: "api_key" },
  });
  expect(list[0]?.["rule"]).toBe("insufficient_margin");
});

it("has other commands, too, and no requests that never became one", async () => {
  const user = exchange.user("alice").index;
  const { commands } = exchange.access;
  await commands.submitAndWait({ kind: "cancel_order", user, orderId: 1, clientOrderId: "" });
  await place({ qty: "none" });
  const { list } = await rejectionsOf();
  expect(list.map(({ command, rule }) => [command, rule])).toEqual([
    ["cancel_order", "order_not_found"],
  ]);
});

it("is read page by page", async () => {
  for (let count = 0; count < 5; count += 1) await place({ qty: `${count + 5}` });
  const first = await rejectionsOf("alice", { limit: "3" });
  const second = await rejectionsOf("alice", { limit: "3", cursor: first.cursor });
  const sizes = [...first.list, ...second.list].map(({ size }) => size);
  expect([sizes, second.cursor]).toEqual([["9", "8", "7", "6", "5"], ""]);
});

it("of others are not shown, those of a sub-account to its main account", async () => {
  await place({}, "child");
  expect((await rejectionsOf()).list).toEqual([]);
  const { uid } = exchange.user("child");
  expect((await rejectionsOf("alice", { uid })).list).toHaveLength(1);
  expect(errorOf(await exchange.get(PATH, { uid }, "bob"))).toEqual([400, "40066"]);
});
