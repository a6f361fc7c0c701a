import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  errorOf,
  orderIdOf,
  rowOf,
  rowsOf,
  type TestAnswer,
} from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { endpointsStrategyV3 } from "../../rest-v3/strategy/endpoints-strategy.ts";
import { endpointsTradeV3 } from "../../rest-v3/trade/endpoints-trade.ts";
import { endpointsTerminalReads } from "../endpoints-terminal-reads.ts";

const FUNDS = [["unified", "USDT", 1_000_000n * COIN]] as const;
const CONTRACT = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
const LIMIT = { ...CONTRACT, orderType: "limit", price: "50000", qty: "0.4" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  const unified = { accountKind: "unified", funds: FUNDS } as const;
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsStrategyV3, ...endpointsTerminalReads],
    users: [
      { name: "alice", ...unified },
      { name: "bob", ...unified },
      { name: "child", ...unified, parent: "alice" },
      { name: "dave", ...unified },
      { name: "carol", accountKind: "classic" },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function post(path: string, body: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`/api/v3/trade/${path}`, body, name);
}

async function place(terms: object, name = "alice"): Promise<string> {
  return orderIdOf(await post("place-order", { ...LIMIT, ...terms }, name));
}

function story(query: Record<string, string>, name = "alice"): Promise<TestAnswer> {
  return exchange.get("/terminal/v1/story", query, name);
}

type Steps = readonly Readonly<Record<string, string>>[];

async function stepsOf(query: Record<string, string>, name = "alice"): Promise<Steps> {
  return rowOf(await story(query, name))["steps"] as unknown as Steps;
}

const kindsOf = (steps: Steps): unknown[] => steps.map(({ kind }) => kind);

describe("the story of an order", () => {
  it("has its placing, resting, amendment, fills and cancellation in order of time", async () => {
    await place({ side: "sell", qty: "0.1" }, "bob");
    const orderId = await place({ side: "buy" });
    rowOf(await post("modify-order", { ...CONTRACT, orderId, qty: "0.5", price: "49000" }));
    await place({ side: "sell", qty: "0.2", price: "49000" }, "bob");
    rowOf(await post("cancel-order", { ...CONTRACT, orderId }));
    const steps = await stepsOf({ orderId });
    expect(kindsOf(steps)).toEqual([
      ...["placed", "filled", "resting", "amended", "filled", "cancelled"],
    ]);
    const [placed, taken, resting, amended, made, cancelled] = steps;
    const { apiKey } = exchange.user("alice").key.record;
    expect(placed).toMatchObject({ price: "50000", size: "0.4", side: "buy" });
    expect(taken).toMatchObject({ size: "0.1", role: "taker", feeCoin: "USDT", sender: "" });
    expect(resting).toMatchObject({ size: "0.3" });
    expect(amended).toMatchObject({ price: "49000", priceBefore: "50000", size: "0.5" });
    expect(amended).toMatchObject({ sizeBefore: "0.4", sender: "api_key" });
    expect(made).toMatchObject({ price: "49000", role: "maker", counterparty: "another_user" });
    expect(cancelled).toMatchObject({ reason: "user_cancelled", sender: "api_key" });
    expect(
      [placed?.["apiKey"], cancelled?.["apiKey"]].every((key) =>
        apiKey.startsWith(String(key).slice(0, 11)),
      ),
    ).toBe(true);
    expect(placed).toMatchObject({ indexLow: "50000", indexHigh: "50000" });
    expect(Number(placed?.["markHigh"])).toBeGreaterThanOrEqual(Number(placed?.["markLow"]));
    const seqs = steps.map(({ seq }) => Number(seq));
    expect(seqs).toEqual([...seqs].sort((one, other) => one - other));
    expect(JSON.stringify(steps)).not.toContain(exchange.user("bob").uid);
  });

  it("says why an order found no place in the book, and what to do", async () => {
    await place({ side: "sell" }, "bob");
    const orderId = await place({ side: "buy", timeInForce: "post_only" });
    const steps = await stepsOf({ orderId });
    expect(kindsOf(steps)).toEqual(["placed", "expired"]);
    expect(steps[1]).toMatchObject({ reason: "post_only_would_take", sender: "exchange" });
    expect(steps[1]?.["words"]).toContain("without post-only");
  });

  it("is found by the client's own id", async () => {
    const orderId = await place({ side: "buy", clientOid: "mine" });
    expect(rowOf(await story({ clientOid: "mine" }))).toMatchObject({ orderId, status: "live" });
  });
});

describe("the story of a plan", () => {
  it("leads from its trigger to its order, whichever of the two is asked for", async () => {
    await place({ side: "sell" }, "bob");
    await place({ side: "buy" });
    await place({ side: "buy", price: "48000", qty: "3" }, "bob");
    const exits = { ...CONTRACT, qty: "0.4", posSide: "long", stopLoss: "49000", tpslMode: "full" };
    rowOf(await post("place-strategy-order", { ...exits, type: "tpsl" }));
    const query = { category: "USDT-FUTURES" };
    const pending = await exchange.get(
      "/api/v3/trade/unfilled-strategy-orders",
      { ...query, type: "tpsl" },
      "alice",
    );
    const planId = String(rowsOf(pending)[0]?.["orderId"]);
    expect(kindsOf(await stepsOf({ orderId: planId }))).toEqual(["placed"]);
    await place({ side: "sell", price: "48000", qty: "0.1" }, "dave");
    await exchange.apply({ kind: "tick" });
    await exchange.apply({ kind: "tick" });
    const steps = await stepsOf({ orderId: planId });
    expect(kindsOf(steps)).toContain("triggered");
    const placed = steps.find(({ kind, sender }) => kind === "placed" && sender === "plan");
    expect(await stepsOf({ orderId: String(placed?.["orderId"]) })).toEqual(steps);
    expect(steps[0]).toMatchObject({ triggerPrice: "49000", sender: "api_key" });
  });

  it("says why the order of a plan was refused", async () => {
    const plan = { ...LIMIT, side: "buy", qty: "1000", triggerPrice: "51000", type: "trigger" };
    const { orderId = "" } = rowOf(
      await post("place-strategy-order", { ...plan, triggerBy: "market" }),
    );
    await place({ side: "sell", price: "51000", qty: "0.1" }, "bob");
    await place({ side: "buy", price: "51000", qty: "0.1" }, "dave");
    await exchange.apply({ kind: "tick" });
    await exchange.apply({ kind: "tick" });
    const steps = await stepsOf({ orderId });
    expect(steps.at(-1)).toMatchObject({ kind: "rejected", sender: "exchange" });
  });
});

describe("a story of somebody else", () => {
  it("is answered exactly as one of an unknown order", async () => {
    const orderId = await place({ side: "buy", clientOid: "hers" });
    const plain = ({ code, data, msg, status }: TestAnswer) => ({ code, data, msg, status });
    const unknown = plain(await story({ orderId: "1999999999999999999" }, "bob"));
    expect(plain(await story({ orderId }, "bob"))).toEqual(unknown);
    expect(plain(await story({ orderId }, "child"))).toEqual(unknown);
    expect(plain(await story({ clientOid: "hers" }, "bob"))).toEqual(unknown);
    expect(unknown.code).toBe("25204");
  });

  it("is readable for the main account of a sub-account alone", async () => {
    const orderId = await place({ side: "buy" }, "child");
    const { uid } = exchange.user("child");
    expect(kindsOf(await stepsOf({ orderId, uid }))).toEqual(["placed", "resting"]);
    const foreign = await story({ orderId, uid }, "bob");
    expect(foreign).toMatchObject({
      ...(await story({ orderId, uid: "1000099999" }, "bob")),
      headers: foreign.headers,
    });
    expect(errorOf(await story({ orderId, uid: exchange.user("alice").uid }, "child"))).toEqual([
      ...[400, "40068"],
    ]);
  });

  it("needs an id, and is open to classic keys", async () => {
    expect(errorOf(await story({}))).toEqual([400, "40924"]);
    expect(errorOf(await story({ orderId: "1999999999999999999" }, "carol"))).toEqual([
      ...[400, "25204"],
    ]);
  });
});
