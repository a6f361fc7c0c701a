import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import {
  type SocketFixture,
  socketFixture,
  type TestSocket,
} from "../../../test/support/socket-fixture.ts";

let fixture: SocketFixture;
beforeAll(async () => {
  fixture = await socketFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Between two pings of a client that pings as seldom as it may. */
const PING_MS = 100_000;

/** Subscribes to channels; returns the acknowledgements and errors in the order of `args`. */
async function answersTo(socket: TestSocket, args: readonly object[]): Promise<unknown[]> {
  socket.send({ op: "subscribe", args });
  const answers = () =>
    socket.messages.filter(({ event }) => event === "error" || event === "subscribe");
  await eventually("all answers", () => answers().length === args.length);
  return answers();
}

it("answers a text ping with a bare text pong on every path", async () => {
  for (const path of ["/ws", "/v2/ws/public", "/v2/ws/private", "/v3/ws/public", "/demo/ws"]) {
    const socket = await fixture.connect(path);
    socket.send("ping");
    await eventually("the pong", () => socket.texts.includes("pong"));
  }
});

it("refuses other paths with a status and no upgrade", async () => {
  const socket = fixture.open("/v4/ws/public");
  expect((await socket.closing()).code).toBe(1006);
});

it("logs in with seconds or milliseconds, as text or number, and returns the number 0", async () => {
  const seconds = Math.floor(fixture.clock.nowMs() / 1000);
  for (const timestamp of [seconds, String(seconds), fixture.clock.nowMs()]) {
    const socket = await fixture.connect("/v3/ws/private");
    socket.send({ ...fixture.loginOf("unified", { timestamp }), url: "ws://extra", uta: true });
    const answer = await socket.message("the login", ({ event }) => event === "login");
    expect(answer).toEqual({ event: "login", code: 0, msg: "" });
  }
});

it("takes the key of a login under the name that clients in Python send", async () => {
  const socket = await fixture.connect("/v2/ws/private");
  const { apiKey } = fixture.key("classic").record;
  socket.send(fixture.loginOf("classic", { apiKey: undefined, api_key: apiKey }));
  await socket.message("the login", ({ event }) => event === "login");
  expect(socket.messages).toEqual([{ event: "login", code: 0, msg: "" }]);
});

it("takes the members of a subscription under the names that clients in Python send", async () => {
  const socket = await fixture.connect("/v2/ws/public");
  const arg = { inst_type: "usdt-futures", channel: "ticker", inst_id: "BTCUSDT" };
  socket.send({ op: "subscribe", args: [arg] });
  const push = await socket.message("a ticker", ({ action }) => action === "snapshot");
  expect(socket.messages[0]).toEqual({ event: "subscribe", arg });
  expect(push["arg"]).toEqual({ instType: "usdt-futures", channel: "ticker", instId: "BTCUSDT" });
});

it("names the fault of a login and closes", async () => {
  const cases: readonly (readonly [object, number])[] = [
    [{ apiKey: `bg_${"0".repeat(32)}` }, 30011],
    [{ apiKey: "" }, 30011],
    [{ passphrase: "wrong" }, 30012],
    [{ timestamp: "soon" }, 30013],
    [{ timestamp: "1500000000" }, 30014],
    [{ sign: Buffer.alloc(32).toString("base64") }, 30015],
  ];
  for (const [changes, code] of cases) {
    const socket = await fixture.connect();
    socket.send(fixture.loginOf("unified", { ...changes }));
    const answer = await socket.message("an error", ({ event }) => event === "error");
    expect(answer).toMatchObject({ event: "error", code });
    expect((await socket.closing()).code).toBe(1008);
  }
});

it("holds messages after a login until the login is checked", async () => {
  const socket = await fixture.connect();
  socket.send(fixture.loginOf("unified"));
  const arg = { instType: "UTA", topic: "order" };
  socket.send({ op: "subscribe", args: [arg] });
  await socket.message("the acknowledgement", ({ event }) => event === "subscribe");
  expect(socket.messages.slice(0, 2)).toEqual([
    { event: "login", code: 0, msg: "" },
    { event: "subscribe", arg },
  ]);
});

it("asks for a login before private channels and trade operations", async () => {
  const socket = await fixture.connect();
  const arg = { instType: "UTA", topic: "account" };
  socket.send({ op: "subscribe", args: [arg] });
  socket.send({ op: "trade", id: "1", topic: "place-order", args: [{}] });
  await eventually("two answers", () => socket.texts.length === 2);
  expect(socket.messages).toMatchObject([
    { event: "error", code: 30004, arg },
    { event: "error", id: "1", code: "30004" },
  ]);
});

it("separates the channels of classic and unified accounts", async () => {
  const unified = await fixture.login("unified");
  unified.send({
    op: "subscribe",
    args: [{ instType: "SPOT", channel: "orders", instId: "default" }],
  });
  expect(await unified.message("a refusal", ({ event }) => event === "error")).toMatchObject({
    code: 40085,
  });
  const classic = await fixture.login("classic");
  classic.send({ op: "subscribe", args: [{ instType: "UTA", topic: "order" }] });
  expect(await classic.message("a refusal", ({ event }) => event === "error")).toMatchObject({
    code: 40084,
  });
});

it("refuses private channels of symbols, coins and categories that do not exist", async () => {
  const classic = await fixture.login("classic");
  const spot = { instType: "SPOT", channel: "orders" };
  const refused = [
    { ...spot, instId: "BTCUSD" },
    { instType: "USDT-FUTURES", channel: "fill", instId: "BTCUSDT_UMCBL" },
    { instType: "MARGIN", channel: "orders-crossed", instId: "BTCUSD" },
    { instType: "SPOT", channel: "account", coin: "USTD" },
  ];
  const opened = [
    { ...spot, instId: "btcusdt" },
    { instType: "MARGIN", channel: "orders-crossed", instId: "BTCUSDT" },
    { instType: "SPOT", channel: "account", coin: "usdt" },
    { instType: "USDT-FUTURES", channel: "account", instId: "USDT" },
  ];
  expect(await answersTo(classic, [...refused, ...opened])).toEqual([
    ...refused.map((arg) => ({ event: "error", code: 30001, msg: expect.any(String), arg })),
    ...opened.map((arg) => ({ event: "subscribe", arg })),
  ]);
  const unified = await fixture.login("unified");
  const order = { instType: "UTA", topic: "order" };
  const unknown = [
    { ...order, symbol: "NONEUSDT" },
    { ...order, category: "SPOTS" },
    { ...order, category: "USDC-FUTURES", symbol: "BTCUSDT" },
  ];
  const known = [
    { ...order, symbol: "BTCUSDT" },
    { ...order, category: "spot" },
  ];
  expect(await answersTo(unified, [...unknown, ...known])).toEqual([
    ...unknown.map((arg) => ({ event: "error", code: 30001, msg: expect.any(String), arg })),
    ...known.map((arg) => ({ event: "subscribe", arg })),
  ]);
});

it("echoes the argument as sent, ignores unknown members and refuses unknown channels", async () => {
  const socket = await fixture.connect();
  const arg = { instType: "sPoT", channel: "candle1m", instId: "BTCUSDT", extra: "x" };
  socket.send({ op: "subscribe", args: [arg], uta: true });
  socket.send({ op: "subscribe", args: [{ ...arg, channel: "candleundefined" }] });
  socket.send({ op: "unsubscribe", args: [{ ...arg, interval: "1m" }] });
  await socket.message("the end", ({ event }) => event === "unsubscribe");
  const [acknowledged, snapshot, refused, ended] = socket.messages;
  expect(acknowledged).toEqual({ event: "subscribe", arg });
  expect(snapshot).toMatchObject({
    action: "snapshot",
    arg: { instType: "sPoT", channel: "candle1m", instId: "BTCUSDT" },
  });
  expect(refused).toMatchObject({ event: "error", code: 30001 });
  expect(ended).toEqual({ event: "unsubscribe", arg: { ...arg, interval: "1m" } });
});

it("answers malformed messages with their codes and stays open", async () => {
  const socket = await fixture.connect();
  const cases: readonly (readonly [string, number])[] = [
    ["{", 30002],
    ["[]", 30002],
    ['{"op":"subscribe","op":"login"}', 30002],
    ["{}", 30003],
    ['{"op":"sing"}', 30003],
    ['{"op":"subscribe"}', 30016],
    ['{"op":"subscribe","args":[]}', 30016],
    ['{"op":"subscribe","args":["books"]}', 30016],
    ['{"op":"subscribe","args":[{}]}', 30001],
    [`{"op":"subscribe","args":[{"a":"${"x".repeat(5000)}"}]}`, 30016],
  ];
  for (const [text] of cases) socket.send(text);
  socket.socket.send(Buffer.from("binary"));
  await eventually("all answers", () => socket.texts.length === cases.length + 1);
  expect(socket.messages.map(({ code }) => code)).toEqual([
    ...cases.map(([, code]) => code),
    30002,
  ]);
  expect(socket.closed).toBeUndefined();
});

it("closes connections that are silent for two minutes", async () => {
  await using own = await socketFixture();
  const silent = await own.connect();
  const alive = await own.connect();
  for (let minute = 0; minute < 3; minute += 1) {
    own.clock.advance(60_000);
    alive.send("ping");
    await eventually("the pong", () => alive.texts.length === minute + 1);
  }
  expect((await silent.closing()).reason).toContain("ping");
  expect(alive.closed).toBeUndefined();
});

it("closes a connection after 24 hours, however much it says", async () => {
  await using own = await socketFixture();
  const old = await own.connect();
  const pings = (24 * 3_600_000) / PING_MS;
  for (let count = 1; count < pings; count += 1) {
    own.clock.advance(PING_MS);
    old.send("ping");
    await eventually("the pong", () => old.texts.length === count);
  }
  const young = await own.connect();
  expect(old.closed).toBeUndefined();
  own.clock.advance(PING_MS + 10_000);
  expect(await old.closing()).toEqual({
    code: 1012,
    reason: "connections end after their lifetime",
  });
  young.send("ping");
  await eventually("the pong", () => young.texts.length === 1);
});

it("closes every connection when the service stops, without an error before", async () => {
  await using own = await socketFixture();
  const sockets = [await own.connect(), await own.login("classic")];
  const before = sockets.map(({ texts }) => texts.length);
  own.exchange.gateway.drain();
  for (const socket of sockets) {
    expect(await socket.closing()).toEqual({ code: 1012, reason: "service upgrade" });
  }
  expect(sockets.map(({ texts }) => texts.length)).toEqual(before);
});

it("counts connections, messages and subscriptions when limits are exact", async () => {
  const limits = { connectionsPerAddress: 2, subscriptionRequestsPerHour: 3, channelsMax: 1 };
  await using own = await socketFixture({ mode: "exact", limits });
  const socket = await own.login("unified");
  const chatty = await own.login("classic");
  expect((await own.open("/ws").closing()).code).toBe(1006);
  const reason = "connections_of_address";
  expect(own.incidents).toEqual([{ kind: "refused", reason, address: "127.0.0.1" }]);
  own.clock.advance(1_000);
  for (let count = 0; count < 11; count += 1) chatty.send("ping");
  expect((await own.cutOff(chatty)).code).toBe(1008);
  expect(chatty.texts.filter((text) => text === "pong")).toHaveLength(10);
  for (const channel of ["books1", "books5"]) {
    socket.send({ op: "subscribe", args: [{ instType: "SPOT", channel, instId: "BTCUSDT" }] });
  }
  for (const op of ["unsubscribe", "unsubscribe"]) {
    socket.send({ op, args: [{ instType: "SPOT", channel: "books1", instId: "BTCUSDT" }] });
  }
  await eventually("all answers", () => socket.messages.length === 6);
  expect(socket.messages.map(({ event, code }) => code ?? event)).toEqual([
    0,
    "subscribe",
    undefined,
    30006,
    "unsubscribe",
    30006,
  ]);
});

it("renews a subscription at the limit of channels", async () => {
  await using own = await socketFixture({ limits: { channelsMax: 1 } });
  const socket = await own.connect();
  const arg = { instType: "SPOT", channel: "books1", instId: "BTCUSDT" };
  for (const channel of ["books1", "books1", "books5"]) {
    socket.send({ op: "subscribe", args: [{ ...arg, channel }] });
  }
  await eventually("all answers", () => socket.messages.length === 5);
  const word = ({ action, code, event }: Record<string, unknown>) => code ?? event ?? action;
  expect(socket.messages.map(word)).toEqual([
    "subscribe",
    "snapshot",
    "subscribe",
    "snapshot",
    30006,
  ]);
});

it.each([
  ["handled", 1000],
  ["held for the user's turn", 1],
])("answers the orders that it took before it closes for too many: %s", async (_how, most) => {
  const limits = { ordersUnansweredMax: most };
  await using own = await socketFixture({ mode: "exact", limits });
  const socket = await own.login("unified");
  own.clock.advance(1_000);
  const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", qty: "0.01", price: "49000" };
  for (let count = 0; count < 16; count += 1) {
    const args = [{ ...order, category: "usdt-futures" }];
    socket.send({ op: "trade", id: `o-${count}`, topic: "place-order", args });
  }
  expect(await own.cutOff(socket)).toMatchObject({ code: 1008, reason: "too many messages" });
  const [, ...answers] = socket.messages;
  expect(answers.map(({ id, code }) => [id, code])).toEqual([
    ...Array.from({ length: 10 }, (_, index) => [`o-${index}`, "0"]),
    [undefined, 30007],
  ]);
  expect(own.live.orders.openCount).toBe(10);
});

it("closes the longest silent connection without login when an address has too many", async () => {
  await using own = await socketFixture({ mode: "exact", limits: { connectionsPerAddress: 3 } });
  const user = await own.login("classic");
  const silent = await own.connect();
  own.clock.advance(1_000);
  const guest = await own.connect();
  const another = await own.login("unified");
  expect(await silent.closing()).toMatchObject({
    code: 1008,
    reason: expect.stringContaining("makes room"),
  });
  for (const socket of [user, guest, another]) expect(socket.closed).toBeUndefined();
  expect(own.exchange.gateway.connectionCount).toBe(3);
});

it("counts clients behind a trusted proxy by their own addresses", async () => {
  const trustedProxies = [{ address: "127.0.0.1", family: "ipv4", prefixBits: 32 }] as const;
  const limits = { attemptsPerAddress: 1 };
  await using own = await socketFixture({ mode: "exact", limits, trustedProxies });
  await own.connect("/ws", { "x-forwarded-for": "203.0.113.9" });
  await own.connect("/ws", { "x-forwarded-for": "203.0.113.9, 198.51.100.7" });
  const again = own.open("/ws", { "x-forwarded-for": "198.51.100.8, 203.0.113.9" });
  expect((await again.closing()).code).toBe(1006);
  const reason = "attempts_of_address";
  expect(own.incidents).toEqual([{ kind: "refused", reason, address: "203.0.113.9" }]);
  await own.connect("/ws");
});

it("separates the demo realm by path, header and key", async () => {
  const arg = { instType: "USDC-FUTURES", channel: "books1", instId: "BTCPERP" };
  const subscribe = { op: "subscribe", args: [arg] };
  const live = await fixture.connect("/v2/ws/public");
  const byPath = await fixture.connect("/demo/v2/ws/public");
  const byHeader = await fixture.connect("/v2/ws/public", { paptrading: "1" });
  const byKey = await fixture.login("demo");
  for (const socket of [live, byPath, byHeader, byKey]) socket.send(subscribe);
  await live.message("the live book", ({ action }) => action === "snapshot");
  for (const socket of [byPath, byHeader, byKey]) {
    const answer = await socket.message("no such demo book", ({ event }) => event === "error");
    expect(answer).toMatchObject({ code: 30001 });
  }
  const wrong = await fixture.connect("/demo/ws");
  wrong.send(fixture.loginOf("unified"));
  expect(await wrong.message("a refusal", ({ event }) => event === "error")).toMatchObject({
    code: 30005,
  });
});

it("ends the sessions of a key that was deleted", async () => {
  await using own = await socketFixture();
  const { apiKey, sealedSecret, passphraseHash } = own.key("unified").record;
  const user = own.userIndex("unified");
  const terms = {
    keyKind: "hmac",
    sealedSecret,
    passphraseHash,
    permissions: "",
    ipList: "",
    note: "",
  } as const;
  await own.apply({ kind: "create_key", user, apiKey, ...terms });
  const socket = await own.login("unified");
  const other = await own.login("classic");
  await own.apply({ kind: "delete_key", user, apiKey });
  expect((await socket.closing()).reason).toContain("key");
  expect(other.closed).toBeUndefined();
});

it("opens nothing for a client that left while its login was checked", async () => {
  await using own = await socketFixture();
  const socket = await own.connect();
  socket.send(own.loginOf("unified"));
  socket.send({ op: "subscribe", args: [{ instType: "UTA", topic: "position" }] });
  socket.socket.terminate();
  await eventually("it is gone", () => own.exchange.gateway.connectionCount === 0);
  // The next login takes as long as the one that was under way.
  await own.login("unified");
  expect(own.exchange.privateChannels.userCount).toBe(0);
});
