/** Specification, WebSocket trade operations (v3), row by row. */
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import type { SocketMessage } from "../../support/socket-fixture.ts";
import {
  ID,
  type Resource,
  TEXT,
  TIME,
  testFields,
} from "../specification-v2/support/field-tests.ts";
import { PARAMETERS } from "../specification-v2/support/specified-rows.ts";
import { row } from "./support/specified-rules.ts";
import { BUY, UnifiedSocket } from "./support/unified-socket.ts";

const unified = new UnifiedSocket();
const { category: _category, ...ARGS } = BUY;
const CATEGORIES = ["spot", "usdt-futures"];
const DONE = {
  event: "trade",
  code: "0",
  msg: expect.any(String),
  ts: expect.stringMatching(TIME),
};

type NameOf<T extends keyof typeof PARAMETERS> = (typeof PARAMETERS)[T][number];

/** A value of each argument, and arguments that a resting order has with it. */
const PLACED: Readonly<
  Record<NameOf<"operation place-order">, { readonly value: string; readonly other?: object }>
> = {
  orderType: { value: "limit" },
  price: { value: "48999" },
  qty: { value: "0.02" },
  side: { value: "sell", other: { price: "52500" } },
  symbol: { value: "ETHUSDT", other: { price: "1950", qty: "0.1" } },
  timeInForce: { value: "post_only" },
  clientOid: { value: "of-args" },
};

interface Modification {
  readonly change: object;
  readonly state: object;
  /** Which of both ids names the order; orderId when absent. */
  readonly by?: "clientOid";
}

/** A change by each argument of an order of 0.01 at 49,000, and its state afterwards. */
const MODIFIED: Readonly<Record<NameOf<"operation modify-order">, Modification>> = {
  autoCancel: { change: { autoCancel: "yes", qty: "0.02" }, state: { qty: "0.02" } },
  clientOid: { by: "clientOid", change: { qty: "0.02" }, state: { qty: "0.02" } },
  orderId: { change: { qty: "0.02" }, state: { qty: "0.02" } },
  price: { change: { price: "48000" }, state: { price: "48000", qty: "0.01" } },
  qty: { change: { qty: "0.03" }, state: { price: "49000", qty: "0.03" } },
  symbol: { change: { symbol: "BTCUSDT", qty: "0.02" }, state: { qty: "0.02" } },
};

/** Sends bytes of a trade operation, and returns the first message after them that fits. */
async function answered(message: object, fits: (answer: SocketMessage) => boolean) {
  const from = unified.alice.texts.length;
  unified.alice.send(message);
  return eventually("an answer", () => unified.alice.messages.slice(from).find(fits));
}

describe("the request", () => {
  it.each([
    ["text", "a-1"],
    ["a number", 17],
  ])(row("WebSocket trade operations", "request", "echoes an id that is %s"), async (_what, id) => {
    for (const topic of ["place-order", "no-such-topic"]) {
      const args = [{ ...BUY, side: "neither" }];
      const answer = await answered({ op: "trade", id, topic, args }, (one) => one.id === id);
      expect(answer).toMatchObject({ event: "error", id });
    }
  });

  it.each([
    ["no args", {}],
    ["an empty list of args", { args: [] }],
    ["args that are no list", { args: ARGS }],
    ["two orders of one operation", { args: [ARGS, ARGS] }],
    ["an order that is no object", { args: ["buy"] }],
  ])(row("WebSocket trade operations", "request", "%s is refused"), async (_what, change) => {
    const message = { op: "trade", id: "faulty", topic: "place-order", category: "usdt-futures" };
    const fits = ({ id }: SocketMessage) => id === "faulty";
    expect(await answered({ ...message, ...change }, fits)).toMatchObject({ event: "error" });
  });

  it.each(CATEGORIES)(
    row("WebSocket trade operations", "category", "%s stands beside the args"),
    async (category) => {
      const { args, ...rest } = await unified.trade("place-order", [ARGS], unified.alice, {
        category,
      });
      expect(rest).toMatchObject({ ...DONE, category });
      const [state] = await unified.pushed(args[0].orderId, ["new"]);
      expect(state).toMatchObject({ category });
      await unified.cancel(args[0].orderId);
    },
  );

  it(row("WebSocket trade operations", "category", "a cancel may omit it"), async () => {
    const orderId = await unified.placed();
    const answer = await unified.trade("cancel-order", [{ orderId }]);
    expect(answer).toMatchObject(DONE);
    expect(Object.keys(answer)).not.toContain("category");
  });
});

describe("a topic", () => {
  it.each(["place-order", "modify-order", "cancel-order"])(
    row("WebSocket trade operations", "topic", "%s is done and named in the answer"),
    async (topic) => {
      const orderId = await unified.placed();
      const order = topic === "place-order" ? BUY : { orderId, qty: "0.02" };
      const answer = await unified.trade(topic, [order]);
      expect(answer).toMatchObject({ ...DONE, topic, args: [{ orderId: expect.any(String) }] });
      for (const placed of [orderId, answer.args[0].orderId]) await unified.cancel(placed);
    },
  );

  const orders = Array.from({ length: 20 }, (_, nth) => ({ ...BUY, clientOid: `many-${nth}` }));
  const named = orders.map(({ clientOid }) => ({ clientOid }));
  const changes = named.map((one) => ({ ...one, qty: "0.02" }));

  it.each([
    ["batch-place", orders],
    ["batch-modify", changes],
    ["batch-cancel", named],
  ] as const)(
    row("WebSocket trade operations", "topic", "%s does up to 20 orders"),
    async (topic, args) => {
      if (topic !== "batch-place") await unified.trade("batch-place", orders);
      const answer = await unified.trade(topic, args);
      expect(answer).toMatchObject({ ...DONE, topic });
      expect(answer.args.map(({ code }: SocketMessage) => code)).toEqual(new Array(20).fill("0"));
      const over = await unified.trade(topic, [...args, args[0] ?? {}]);
      expect(over).toMatchObject({ event: "error" });
      await unified.trade("batch-cancel", named);
    },
  );

  it(row("WebSocket trade operations", "topic", "any other is refused"), async () => {
    const answer = await unified.trade("close-order", [BUY]);
    expect(answer).toMatchObject({ event: "error", code: expect.anything() });
  });
});

describe("the args", () => {
  it.each(["orderType", "qty", "side", "symbol"])(
    row("WebSocket trade operations", "place-order", "%s is required"),
    async (name) => {
      const args = [{ ...BUY, [name]: undefined }];
      expect(await unified.trade("place-order", args)).toMatchObject({
        ...{ event: "error", code: "40019", msg: expect.stringContaining(name) },
      });
    },
  );

  it.each(PARAMETERS["operation place-order"])(
    row("WebSocket trade operations", "place-order", "%s is that of the order"),
    async (name) => {
      const { other = {}, value } = PLACED[name];
      const orderId = await unified.placed({ ...other, [name]: value });
      expect(await unified.pushed(orderId, ["new"])).toMatchObject([{ [name]: value }]);
      await unified.cancel(orderId);
    },
  );

  it.each(PARAMETERS["operation modify-order"])(
    row("WebSocket trade operations", "modify-order", "%s"),
    async (name) => {
      const clientOid = `modified-by-${name}`;
      const orderId = await unified.placed({ clientOid });
      const { by = "orderId", change, state } = MODIFIED[name];
      const order = by === "orderId" ? { orderId } : { clientOid };
      const args = [{ orderId, clientOid }];
      const answer = await unified.trade("modify-order", [{ ...order, ...change }]);
      expect(answer).toMatchObject({ ...DONE, args });
      await eventually("the change", () => unified.statesOf(orderId).length > 1);
      expect(unified.statesOf(orderId).at(-1)).toMatchObject({ orderStatus: "new", ...state });
      await unified.cancel(orderId);
    },
  );

  it(row("WebSocket trade operations", "modify-order", "price and qty at once"), async () => {
    const orderId = await unified.placed();
    const change = { price: "48000", qty: "0.03" };
    expect(await unified.trade("modify-order", [{ orderId, ...change }])).toMatchObject(DONE);
    await eventually("the change", () => unified.statesOf(orderId).length > 1);
    expect(unified.statesOf(orderId).at(-1)).toMatchObject(change);
    await unified.cancel(orderId);
  });

  it.each([
    ["yes", "canceled"],
    ["no", "new"],
  ])(
    row("WebSocket trade operations", "modify-order", "autoCancel %s: a failure leaves it %s"),
    async (autoCancel, state) => {
      const orderId = await unified.placed();
      const change = { orderId, qty: "90000000", autoCancel };
      await unified.trade("modify-order", [change]);
      const { event } = await unified.trade("cancel-order", [{ orderId }]);
      expect(event).toBe(state === "new" ? "trade" : "error");
      await unified.pushed(orderId, ["new", "canceled"]);
    },
  );

  it.each(PARAMETERS["operation cancel-order"])(
    row("WebSocket trade operations", "cancel-order", "%s names the order"),
    async (by) => {
      const clientOid = `cancel-by-${by}`;
      const orderId = await unified.placed({ clientOid });
      const args = [by === "orderId" ? { orderId } : { clientOid }];
      expect(await unified.trade("cancel-order", args)).toMatchObject({
        ...DONE,
        args: [{ orderId, clientOid }],
      });
      await unified.pushed(orderId, ["new", "canceled"]);
    },
  );

  it.each(["modify-order", "cancel-order"] as const)(
    row("WebSocket trade operations", "cancel-order", "and others: %s needs one of both ids"),
    async (topic) => {
      const answer = await unified.trade(topic, [{ qty: "0.02" }]);
      expect(answer).toMatchObject({ event: "error", code: "40924" });
    },
  );
});

describe("the response", () => {
  let answers: readonly Resource[] = [];

  it(row("WebSocket trade operations", "response", "has the members of the table"), async () => {
    const category = "usdt-futures";
    const terms = { ...ARGS, clientOid: "of-response" };
    const answer = await unified.trade("place-order", [terms], unified.alice, { category });
    answers = [answer];
    expect(Object.keys(answer).sort()).toEqual([
      "args",
      "category",
      "code",
      "event",
      "id",
      "msg",
      "topic",
      "ts",
    ]);
    await unified.cancel(answer.args[0].orderId);
  });

  testFields("a response to a trade operation", () => answers, {
    event: ["trade"],
    id: TEXT,
    category: ["usdt-futures"],
    topic: ["place-order"],
    args: (value) => Array.isArray(value) && value.length === 1,
    code: ["0"],
    msg: TEXT,
    ts: TIME,
  });

  testFields(
    "an order of a response to a trade operation",
    () => answers.flatMap(({ args }) => args as readonly Resource[]),
    { symbol: ["BTCUSDT"], orderId: ID, clientOid: ["of-response"], cTime: TIME },
  );

  it(
    row("WebSocket trade operations", "code", "of success is the text 0, of failure another"),
    async () => {
      const orderId = await unified.placed();
      expect((await unified.trade("cancel-order", [{ orderId }])).code).toBe("0");
      expect((await unified.trade("cancel-order", [{ orderId }])).code).toBe("25204");
    },
  );

  it(row("WebSocket trade operations", "receipt", "says nothing of the order's fate"), async () => {
    const { args, event } = await unified.trade("place-order", [{ ...BUY, timeInForce: "ioc" }]);
    expect([event, Object.keys(args[0]).sort()]).toEqual([
      "trade",
      ["cTime", "clientOid", "orderId", "symbol"],
    ]);
    await unified.pushed(args[0].orderId, ["new", "canceled"]);
  });

  it(
    row("WebSocket trade operations", "pushes", "new, partially_filled, filled, canceled"),
    async () => {
      await unified.offer("0.004", "50010");
      const bought = await unified.placed({ price: "50010" });
      await unified.pushed(bought, ["new", "partially_filled"]);
      await unified.placed({ side: "sell", qty: "0.006", price: "50010" }, unified.maker);
      await unified.pushed(bought, ["new", "partially_filled", "filled"]);
      const other = await unified.placed();
      await unified.cancel(other);
      await unified.pushed(other, ["new", "canceled"]);
    },
  );
});
