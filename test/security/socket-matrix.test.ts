/**
 * The security matrix of WebSocket: every private channel and every trade operation, by keys that
 * may not use them, and every fault of a login.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBody } from "../../src/core/state-encoding.ts";
import type { Permission } from "../../src/gateway/auth/permissions.ts";
import {
  DESCRIBED_CHANNELS,
  type DescribedChannel,
} from "../../src/gateway/websocket/described-channels.ts";
import { eventually } from "../support/eventually.ts";
import {
  type SocketFixture,
  type SocketMessage,
  socketFixture,
  type TestSocket,
} from "../support/socket-fixture.ts";
import { OPERATION_KINDS, type OperationKind } from "./bad-operations.ts";

const SECOND_MS = 1_000;
const WINDOW_S = 30;

const USER = { v2: "classic", v3: "unified" } as const;
const OTHER = { v2: "unified", v3: "classic" } as const;
/** Of a key of the other kind of account. */
const WRONG_ACCOUNT = { v2: "40085", v3: "40084" } as const;
const READING = {
  v2: ["read"],
  v3: ["uta_trade_read", "uta_mgt_read"],
} as const satisfies Record<string, readonly Permission[]>;
const NOT_TRADING = {
  v2: ["read", "transfer", "withdraw"],
  v3: ["uta_trade_read", "uta_mgt_write", "withdraw", "p2p_write"],
} as const satisfies Record<string, readonly Permission[]>;
const NOT_READING = { v2: ["withdraw"], v3: ["withdraw", "p2p_write"] } as const;

const VERSIONS = ["v2", "v3"] as const;
const PRIVATE = DESCRIBED_CHANNELS.filter(({ isPrivate }) => isPrivate);

let fixture: SocketFixture;
beforeAll(async () => {
  fixture = await socketFixture();
  for (const version of VERSIONS) {
    const add = (name: string, changes: Parameters<SocketFixture["addKey"]>[2]): void =>
      fixture.addKey(`${name} ${version}`, USER[version], changes);
    add("reading", { permissions: new Set<Permission>(READING[version]) });
    add("not trading", { permissions: new Set<Permission>(NOT_TRADING[version]) });
    add("not reading", { permissions: new Set<Permission>(NOT_READING[version]) });
    add("deleted", { deleted: true });
    add("frozen", { frozen: true });
    add("elsewhere", { ipList: ["203.0.113.1"] });
  }
});
afterAll(() => fixture[Symbol.asyncDispose]());

const CODES = (messages: readonly SocketMessage[]): string[] =>
  messages.map(({ code, event }) => String(code ?? event));

/** Answers to all messages, in order. */
async function answersTo(socket: TestSocket, messages: readonly object[]) {
  const from = socket.messages.length;
  for (const message of messages) socket.send(message);
  const isAnswer = ({ event, op }: SocketMessage): boolean =>
    event !== undefined || op !== undefined;
  return eventually("all answers", () => {
    const answers = socket.messages.slice(from).filter(isAnswer);
    return answers.length === messages.length ? answers : undefined;
  });
}

/** A subscription to a channel by its required members. */
function subscription({ arg, required }: DescribedChannel): object {
  const members = required.map((name) => {
    const member = arg[name];
    if (member === undefined) throw new Error(`the channel describes ${name}`);
    if ("const" in member) return [name, member.const];
    return [name, "enum" in member ? member.enum[0] : member.examples?.[0]];
  });
  return { op: "subscribe", args: [Object.fromEntries(members)] };
}

function order(kind: OperationKind): object {
  const product = kind.name.includes(" mix ")
    ? { productType: "USDT-FUTURES", marginCoin: "USDT", marginMode: "crossed" }
    : {};
  const size = kind.version === "v2" ? { size: "0.01" } : { category: "SPOT", qty: "0.01" };
  const terms = {
    symbol: "BTCUSDT",
    side: "buy",
    orderType: "limit",
    price: "48000",
    force: "gtc",
  };
  return kind.message("1", { ...terms, ...size, ...product });
}

describe.each(VERSIONS)("each private channel of %s", (version) => {
  const channels = PRIVATE.filter((channel) => channel.version === version);
  const all = channels.map(subscription);

  it("is open to a key that may read, and to no other", async () => {
    expect(channels.length).toBeGreaterThan(5);
    const guest = await fixture.connect();
    const other = await fixture.login(OTHER[version]);
    const notReading = await fixture.login(`not reading ${version}`);
    const reading = await fixture.login(`reading ${version}`);
    const every = (code: string): string[] => all.map(() => code);
    expect(CODES(await answersTo(guest, all)), "without a login").toEqual(every("30004"));
    expect(CODES(await answersTo(other, all)), "other kind").toEqual(every(WRONG_ACCOUNT[version]));
    expect(CODES(await answersTo(notReading, all)), "not reading").toEqual(every("40014"));
    expect(CODES(await answersTo(reading, all)), "reading").toEqual(every("subscribe"));
  });

  it("is open to the keys that may read the same by REST, on v3", async () => {
    if (version === "v2") return;
    const topicOf = (message: object) =>
      (message as { readonly args: readonly { readonly topic: string }[] }).args[0]?.topic;
    for (const permission of READING.v3) {
      fixture.addKey(permission, USER.v3, { permissions: new Set<Permission>([permission]) });
      const answers = CODES(await answersTo(await fixture.login(permission), all));
      const open = all.map(topicOf).filter((_topic, index) => answers[index] === "subscribe");
      expect(new Set(answers)).toEqual(new Set(["subscribe", "40014"]));
      const isOfAccount = (topic: string | undefined): boolean => topic === "account";
      const isOwn = (topic: string | undefined): boolean =>
        isOfAccount(topic) === (permission === "uta_mgt_read");
      expect(open, permission).toEqual(all.map(topicOf).filter(isOwn));
    }
  });

  it("tells a demo key nothing of the user of the live realm", async () => {
    if (version === "v2") return;
    const demo = await fixture.login("demo");
    await answersTo(demo, all);
    const from = demo.texts.length;
    const unified = await fixture.login("unified");
    const [kind] = OPERATION_KINDS.filter(({ name }) => name === "v3 place-order");
    if (kind === undefined) throw new Error("orders can be placed");
    const [placed] = await answersTo(unified, [order(kind)]);
    expect(placed).toMatchObject({ event: "trade", code: "0" });
    fixture.clock.advance(SECOND_MS);
    demo.send("ping");
    await eventually("the pong", () => demo.texts.at(-1) === "pong");
    expect(demo.texts.slice(from, -1).filter((text) => text.includes('"orderId"'))).toEqual([]);
  });
});

describe.each(VERSIONS)("each trade operation of %s", (version) => {
  const all = OPERATION_KINDS.filter((kind) => kind.version === version).map(order);

  it("is refused without a login, to other accounts, and to keys that may not trade", async () => {
    const before = Buffer.from(encodeBody(fixture.state));
    const guest = await fixture.connect();
    const other = await fixture.login(OTHER[version]);
    const every = (code: string): string[] => all.map(() => code);
    expect(CODES(await answersTo(guest, all)), "without a login").toEqual(every("30004"));
    expect(CODES(await answersTo(other, all)), "other kind").toEqual(every(WRONG_ACCOUNT[version]));
    for (const name of ["reading", "not trading", "not reading"]) {
      const socket = await fixture.login(`${name} ${version}`);
      expect(CODES(await answersTo(socket, all)), name).toEqual(every("40014"));
    }
    expect(Buffer.compare(before, encodeBody(fixture.state))).toBe(0);
  });
});

describe.each(VERSIONS)("a login of %s", (version) => {
  const user = USER[version];
  const nowS = (): number => Math.floor(fixture.clock.nowMs() / SECOND_MS);
  const otherKey = (): string => fixture.key("maker").record.apiKey;
  type Changes = Readonly<Record<string, unknown>>;

  const FAULTS: readonly (readonly [string, () => Changes, number])[] = [
    ["no key", () => ({ apiKey: undefined }), 30011],
    ["a key of another shape", () => ({ apiKey: "junk" }), 30011],
    ["an unknown key", () => ({ apiKey: `bg_${"0".repeat(32)}` }), 30011],
    ["no passphrase", () => ({ passphrase: undefined }), 30012],
    ["another passphrase", () => ({ passphrase: "guess" }), 30012],
    ["no time", () => ({ timestamp: "" }), 30013],
    ["no signature", () => ({ sign: undefined }), 30015],
    ["another signature", () => ({ sign: "AAAA" }), 30015],
    ["the key of another user", () => ({ apiKey: otherKey() }), 30015],
    ["a stale time", () => ({ timestamp: String(nowS() - WINDOW_S - 1) }), 30014],
    ["a future time", () => ({ timestamp: String(nowS() + WINDOW_S + 1) }), 30014],
  ];

  async function codeOf(login: object, path = "/ws", headers = {}): Promise<number> {
    const socket = await fixture.connect(path, headers);
    socket.send(login);
    const answer = await socket.message("a refusal", ({ event }) => event === "error");
    await socket.closing();
    return answer.code;
  }

  it.each(FAULTS)("is refused with %s", async (_what, changes, code) => {
    expect(await codeOf(fixture.loginOf(user, changes()))).toBe(code);
  });

  it("is refused with another time than the signed one", async () => {
    const [fields] = fixture.loginOf(user).args;
    const args = [{ ...fields, timestamp: String(nowS() + 1) }];
    expect(await codeOf({ op: "login", args })).toBe(30015);
  });

  it.each([
    ["deleted", 30011],
    ["frozen", 30005],
    ["elsewhere", 30005],
  ] as const)("is refused with a key that is %s", async (name, code) => {
    expect(await codeOf(fixture.loginOf(`${name} ${version}`))).toBe(code);
  });

  it("is refused with a live key where the demo realm is asked for", async () => {
    const login = (): object => fixture.loginOf(user);
    expect(await codeOf(login(), "/demo/ws")).toBe(30005);
    expect(await codeOf(login(), `/${version}/ws/private`, { paptrading: "1" })).toBe(30005);
  });

  it("does not exchange the user of a connection", async () => {
    const socket = await fixture.login(user);
    socket.send(fixture.loginOf("maker"));
    const answer = await socket.message("a refusal", ({ event }) => event === "error");
    expect(answer.code).toBe(30005);
    expect((await socket.closing()).code).toBe(1008);
  });
});
