import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBody } from "../../src/core/state-encoding.ts";
import { eventually } from "../support/eventually.ts";
import {
  type SocketFixture,
  type SocketMessage,
  socketFixture,
  type TestSocket,
} from "../support/socket-fixture.ts";
import { type BadOperation, badOperations, OPERATION_KINDS } from "./bad-operations.ts";
import { NO_P2P } from "./hostile-p2p.ts";
import type { Side } from "./hostile-world.ts";

/** Messages under way at once. */
const CHUNK = 100;
const FUTURES = { symbol: "BTCUSDT", side: "buy", orderType: "limit", price: "48500" };
const UNIFIED = { ...FUTURES, category: "USDT-FUTURES", qty: "0.01" };
const CLASSIC = { ...FUTURES, size: "0.01", force: "gtc" };
const MIX = { ...CLASSIC, marginCoin: "USDT", marginMode: "crossed" };

let fixture: SocketFixture;
let unified: TestSocket;
let classic: TestSocket;
let sides: Readonly<Record<"v2" | "v3", Side>>;
let ids = 0;

const stateBytes = (): Buffer => Buffer.from(encodeBody(fixture.state));

function idOf(message: SocketMessage): string | undefined {
  return message.id ?? message.arg?.[0]?.id;
}

function v2(instType: string, { symbol, ...params }: Readonly<Record<string, string>>) {
  return (id: string): object => {
    return {
      op: "trade",
      args: [{ id, instType, instId: symbol, channel: "place-order", params }],
    };
  };
}

function v3(topic: string, args: readonly object[]): (id: string) => object {
  return (id) => ({ op: "trade", id, topic, args });
}

async function answered(socket: TestSocket, message: (id: string) => object) {
  ids += 1;
  const id = `r-${ids}`;
  socket.send(message(id));
  return socket.message(`the answer to ${id}`, (one) => idOf(one) === id);
}

async function orderOf(socket: TestSocket, message: (id: string) => object): Promise<string> {
  const { args, arg } = await answered(socket, message);
  const orderId = args?.[0].orderId ?? arg?.[0].params.orderId;
  expect(orderId).toMatch(/^\d{19}$/);
  return orderId;
}

/** No operation of a socket acts on trigger orders, withdrawals or loans. */
const REST_ONLY = {
  ...{ withdrawal: "", loan: "", spotPlan: "", futuresPlan: "", exitPlan: "", ...NO_P2P },
};

beforeAll(async () => {
  fixture = await socketFixture();
  unified = await fixture.login("unified");
  classic = await fixture.login("classic");
  const maker = await fixture.login("maker");
  const foreignId = await orderOf(maker, v3("place-order", [{ ...UNIFIED, clientOid: "makers" }]));
  const own = await orderOf(unified, v3("place-order", [{ ...UNIFIED, clientOid: "mine" }]));
  const spot = await orderOf(classic, v2("SPOT", { ...CLASSIC, clientOid: "spot" }));
  const futures = await orderOf(classic, v2("USDT-FUTURES", { ...MIX, clientOid: "futures" }));
  const foreign = { orderId: foreignId, clientOid: "makers" };
  const margin = { crossed: foreign, isolated: foreign };
  const orders = { spot: foreign, futures: foreign, ...margin, withdrawal: foreign, loan: foreign };
  const p2p = { p2pUnpaid: foreign, p2pPaid: foreign, p2pAd: foreign };
  const plans = { spotPlan: foreign, futuresPlan: foreign, exitPlan: foreign };
  const others = { ...orders, ...plans, ...p2p, p2pOffer: foreign, p2pAccount: foreign };
  sides = {
    v2: {
      caller: "classic",
      orders: { spot, futures, crossed: spot, isolated: spot, ...REST_ONLY },
      foreign: others,
    },
    v3: {
      caller: "unified",
      orders: { spot: own, futures: own, crossed: own, isolated: own, ...REST_ONLY },
      foreign: others,
    },
  };
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** The code of a refusal; a batch of one tells it of its item. */
function codeOf({ event, code, args }: SocketMessage): string {
  return event === "trade" && args?.[0]?.code !== undefined ? args[0].code : String(code);
}

/** Sends all at once; a refusal without the id that was sent stands in the order of its kind. */
async function faultsOf(socket: TestSocket, operations: readonly BadOperation[]) {
  const from = socket.texts.length;
  const sent = operations.map((operation) => {
    ids += 1;
    return { operation, id: `m-${ids}` };
  });
  for (const { operation, id } of sent) socket.send(operation.message(id));
  await eventually("all answers", () => socket.texts.length === from + sent.length);
  const answers = socket.messages.slice(from);
  const byId = new Map(answers.map((one) => [idOf(one), one]));
  const known = new Set<unknown>(sent.map(({ id }) => id));
  const nameless = answers.filter((one) => !known.has(idOf(one)));
  return sent.flatMap(({ operation, id }) => {
    const { about, codes } = operation;
    const answer = byId.get(id) ?? nameless.shift();
    const said = answer === undefined ? "nothing" : codeOf(answer);
    const isRight = codes.some((code) => code === said);
    return isRight ? [] : [`${about}: ${said} ${answer?.msg}, expected ${codes.join("/")}`];
  });
}

describe("bad trade operations", () => {
  it.each(OPERATION_KINDS.map((kind) => [kind.name, kind] as const))(
    "%s refuses them by their codes and changes nothing",
    async (_name, kind) => {
      const socket = kind.version === "v2" ? classic : unified;
      const before = stateBytes();
      const operations = badOperations(kind, sides[kind.version]);
      expect(operations.length).toBeGreaterThan(50);
      const faults: string[] = [];
      for (let at = 0; at < operations.length; at += CHUNK) {
        faults.push(...(await faultsOf(socket, operations.slice(at, at + CHUNK))));
      }
      expect(faults).toEqual([]);
      expect(Buffer.compare(before, stateBytes())).toBe(0);
      expect(fixture.faults).toEqual([]);
      expect(socket.closed).toBeUndefined();
    },
  );

  it("are refused as messages when they are none", async () => {
    const order = JSON.stringify(UNIFIED);
    const trade = (rest: string): string => `{"op":"trade",${rest}}`;
    const cases: readonly (readonly [string, number | string])[] = [
      [trade(`"id":"1","topic":"place-order","args":[${order}`), 30002],
      [trade(`"id":"1","id":"2","topic":"place-order","args":[${order}]`), 30002],
      [trade(`"id":"1","topic":"place-order","args":[{"__proto__":{},"symbol":"BTCUSDT"}]`), 30002],
      [trade(`"id":"1","topic":"place-order","args":${"[".repeat(50)}${"]".repeat(50)}`), 30002],
      [trade(`"id":"1","topic":"place-order","args":[{"qty":1e99999}]`), 30002],
      [`{"op":"Trade","id":"1","topic":"place-order","args":[${order}]}`, 30003],
      [`{"op":["trade"],"id":"1","topic":"place-order","args":[${order}]}`, 30003],
      [trade(`"id":"1","topic":"cancel-everything","args":[${order}]`), "30016"],
      [trade(`"id":"1","topic":5,"args":[${order}]`), "30016"],
      [trade(`"id":"1","topic":null,"args":[${order}]`), "30016"],
      [trade(`"id":["1"],"topic":"place-order","args":[${order}]`), 30016],
      [trade(`"id":"${"x".repeat(65)}","topic":"place-order","args":[${order}]`), 30016],
    ];
    const before = stateBytes();
    const from = unified.texts.length;
    for (const [text] of cases) unified.send(text);
    await eventually("all answers", () => unified.texts.length === from + cases.length);
    expect(unified.messages.slice(from).map(({ code }) => code)).toEqual(
      cases.map(([, code]) => code),
    );
    const guest = await fixture.connect();
    guest.send(v3("place-order", [UNIFIED])("1"));
    expect(await guest.message("an answer", () => true)).toMatchObject({ id: "1", code: "30004" });
    expect(Buffer.compare(before, stateBytes())).toBe(0);
  });

  it("of another kind of account are refused", async () => {
    const before = stateBytes();
    expect(await answered(classic, v3("batch-place", [UNIFIED]))).toMatchObject({ code: "40084" });
    expect(await answered(unified, v2("SPOT", CLASSIC))).toMatchObject({ code: 40085 });
    expect(Buffer.compare(before, stateBytes())).toBe(0);
  });

  it("answers each of two requests that share an id", async () => {
    const from = unified.texts.length;
    const twice = v3("cancel-order", [{ orderId: "1" }])("same");
    unified.send(twice);
    unified.send(twice);
    await eventually("two answers", () => unified.texts.length === from + 2);
    const refusal = { event: "error", id: "same", code: "25204" };
    expect(unified.messages.slice(from)).toMatchObject([refusal, refusal]);
  });
});

describe("an order named twice in a batch", () => {
  const order = (clientOid: string, price = "48000") => ({ ...UNIFIED, price, clientOid });
  const openOrders = (): number => fixture.state.orders.count;

  it("is placed once; other terms under the same id are refused", async () => {
    const before = openOrders();
    const items = [order("d-1"), order("d-1"), order("d-1", "47000")];
    const { args } = await answered(unified, v3("batch-place", items));
    expect(args).toMatchObject([{ code: "0" }, { code: "0" }, { code: "25212" }]);
    expect(args[1].orderId).toBe(args[0].orderId);
    expect(openOrders()).toBe(before + 1);
  });

  it("is modified once", async () => {
    const items = ["47100", "47200"].map((price) => ({ clientOid: "d-1", price }));
    const { args } = await answered(unified, v3("batch-modify", items));
    expect(args).toMatchObject([{ code: "0" }, { code: "01003", clientOid: "d-1" }]);
    const user = fixture.userIndex("unified");
    expect(fixture.live.orders.pendingByClientOrderId(user, "d-1")?.price).toBe(471_000);
  });

  it("is cancelled once, whichever id names it", async () => {
    const before = openOrders();
    const { orderId } = (await answered(unified, v3("place-order", [order("d-2")]))).args[0];
    const items = [{ orderId }, { orderId }, { clientOid: "d-1" }, { clientOid: "d-1" }];
    const { args } = await answered(unified, v3("batch-cancel", items));
    expect(args.map(({ code }: SocketMessage) => code)).toEqual(["0", "25204", "0", "25204"]);
    expect(openOrders()).toBe(before - 1);
  });
});
