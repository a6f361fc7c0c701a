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

  it.each([
    ["orderType", "limit"],
    ["price", "48999"],
    ["qty", "0.02"],
    ["side", "sell"],
    ["symbol", "ETHUSDT"],
    ["timeInForce", "post_only"],
    ["clientOid", "of-args"],
  ])(
    row("WebSocket trade operations", "place-order", "%s %s is that of the order"),
    async (name, value) => {
      const rests = { sell: { price: "52500" }, ETHUSDT: { price: "1950", qty: "0.1" } };
      const other = rests[value as keyof typeof rests] ?? {};
      const orderId = await unified.placed({ ...other, [name]: value });
      expect(await unified.pushed(orderId, ["new"])).toMatchObject([{ [name]: value }]);
      await unified.cancel(orderId);
    },
  );

  it.each([
    ["price", { price: "48000" }, { price: "48000", qty: "0.01" }],
    ["qty", { qty: "0.03" }, { price: "49000", qty: "0.03" }],
    ["price and qty", { price: "48000", qty: "0.03" }, { price: "48000", qty: "0.03" }],
    ["symbol beside it", { symbol: "BTCUSDT", qty: "0.02" }, { qty: "0.02" }],
  ])(
    row("WebSocket trade operations", "modify-order", "%s changes the order"),
    async (_what, change, state) => {
      for (const by of ["orderId", "clientOid"]) {
        const clientOid = "to-modify";
        const orderId = await unified.placed({ clientOid });
        const order = by === "orderId" ? { orderId } : { clientOid };
        expect(await unified.trade("modify-order", [{ ...order, ...change }])).toMatchObject(DONE);
        await eventually("the change", () => unified.statesOf(orderId).length > 1);
        expect(unified.statesOf(orderId).at(-1)).toMatchObject({ orderStatus: "new", ...state });
        await unified.cancel(orderId);
      }
    },
  );

  it.each([
    ["yes", "canceled"],
    ["no", "new"],
  ])(
    row("WebSocket trade operations", "modify-order", "autoCancel %s: a failure leaves it %s"),
    async (autoCancel, state) => {
      const orderId = await unified.placed();
      await unified.trade("modify-order", [{ orderId, qty: "90000000", autoCancel }]);
      const last = () => unified.statesOf(orderId).at(-1)?.orderStatus;
      await eventually("the state", () => last() === state);
      if (state === "new") await unified.cancel(orderId);
      await eventually("the end", () => last() === "canceled");
    },
  );

  it.each(["orderId", "clientOid"])(
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
