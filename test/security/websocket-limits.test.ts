/** The limits that the interface states for WebSocket connections, with their default figures. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WEBSOCKET_LIMITS } from "../../src/gateway/websocket/websocket-limits.ts";
import { eventually } from "../support/eventually.ts";
import { type SocketFixture, socketFixture, type TestSocket } from "../support/socket-fixture.ts";
import { OPERATION_KINDS } from "./bad-operations.ts";
import { JITTER_MS } from "./stated-limits.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const BOOKS = { instType: "SPOT", channel: "books1", instId: "BTCUSDT" };

async function exactFixture(): Promise<SocketFixture> {
  return socketFixture({ mode: "exact" });
}

/** Sends pings and waits for their pongs. */
async function pings(socket: TestSocket, count: number): Promise<void> {
  const before = socket.texts.length;
  for (let sent = 0; sent < count; sent += 1) socket.send("ping");
  await eventually("the pongs", () => socket.texts.length === before + count);
}

describe("limits of a connection", () => {
  it("are those that the interface states", () => {
    expect(WEBSOCKET_LIMITS).toMatchObject({
      attemptsPerAddress: 300,
      connectionsPerAddress: 100,
      subscriptionRequestsPerHour: 240,
      channelsMax: 1_000,
      channelBytesMax: 4_096,
      messagesPerSecond: 10,
      idleMs: 2 * MINUTE_MS,
      lifetimeMs: 24 * HOUR_MS,
    });
  });

  it("admit 10 messages in a second, and every message of a client that keeps to it", async () => {
    await using fixture = await exactFixture();
    const socket = await fixture.connect();
    // The network delays every other ten messages by 40 ms.
    for (let message = 0; message < 50; message += 1) {
      await pings(socket, 1);
      const borderMs = message % 20 === 9 ? -40 : message % 20 === 19 ? 40 : 0;
      fixture.clock.advance(SECOND_MS / 10 + borderMs);
    }
    fixture.clock.advance(SECOND_MS);
    await pings(socket, 10);
    fixture.clock.advance(SECOND_MS - JITTER_MS - 1);
    socket.send("ping");
    expect(await fixture.cutOff(socket)).toEqual({ code: 1008, reason: "too many messages" });
    expect(socket.messages.at(-1)).toMatchObject({ event: "error", code: 30007 });
  });

  it("admit 10 messages again after a second less the jitter allowed", async () => {
    await using fixture = await exactFixture();
    const socket = await fixture.connect();
    for (let second = 0; second < 5; second += 1) {
      await pings(socket, 10);
      fixture.clock.advance(SECOND_MS - JITTER_MS);
    }
    expect(socket.closed).toBeUndefined();
  });

  it("admit 240 subscription requests in any hour", async () => {
    await using fixture = await exactFixture();
    const socket = await fixture.connect();
    const codes = async (requests: number): Promise<readonly unknown[]> => {
      const from = socket.messages.length;
      for (let sent = 0; sent < requests; sent += 1) {
        const before = socket.texts.length;
        socket.send({ op: "unsubscribe", args: [BOOKS] });
        await eventually("the answer", () => socket.texts.length > before);
        fixture.clock.advance(SECOND_MS / 10);
      }
      return socket.messages.slice(from).map(({ event, code }) => code ?? event);
    };
    const startMs = fixture.clock.nowMs();
    expect(await codes(241)).toEqual([...Array(240).fill("unsubscribe"), 30006]);
    while (fixture.clock.nowMs() < startMs + HOUR_MS - MINUTE_MS) {
      await pings(socket, 1);
      fixture.clock.advance(MINUTE_MS);
    }
    await pings(socket, 1);
    fixture.clock.advance(startMs + HOUR_MS - 1 - fixture.clock.nowMs());
    expect(await codes(1), "the last instant of the hour").toEqual([30006]);
    expect(await codes(1), "an hour after the first").toEqual(["unsubscribe"]);
  });

  it("take channels of at most 4096 bytes in one request, counted as bytes", async () => {
    await using fixture = await exactFixture();
    const socket = await fixture.connect();
    const argOf = (bytes: number, letter: string) => {
      const room = bytes - Buffer.byteLength(JSON.stringify([{ ...BOOKS, note: "" }]));
      return [{ ...BOOKS, note: letter.repeat(room / Buffer.byteLength(letter)) }];
    };
    socket.send({ op: "unsubscribe", args: argOf(4_096, "x") });
    socket.send({ op: "unsubscribe", args: argOf(4_097, "x") });
    socket.send({ op: "unsubscribe", args: [{ ...BOOKS, note: "é".repeat(2_100) }] });
    await eventually("the answers", () => socket.messages.length === 3);
    expect(socket.messages.map(({ event, code }) => code ?? event)).toEqual([
      "unsubscribe",
      30016,
      30016,
    ]);
  });
});

describe("limits of an address", () => {
  it("admit 100 open connections of users, and 300 attempts in any five minutes", async () => {
    await using fixture = await exactFixture();
    const { connectionsPerAddress, attemptsPerAddress } = WEBSOCKET_LIMITS;
    const sockets: TestSocket[] = [];
    for (let open = 0; open < connectionsPerAddress; open += 1) {
      sockets.push(await fixture.login("classic"));
    }
    expect((await fixture.open("/ws").closing()).code, "the 101st").toBe(1006);
    sockets[0]?.socket.terminate();
    const { gateway } = fixture.exchange;
    await eventually("one is closed", () => gateway.connectionCount === 99);
    const attempted = connectionsPerAddress + 1;
    for (let attempt = attempted; attempt < attemptsPerAddress; attempt += 1) {
      const socket = await fixture.connect();
      socket.socket.terminate();
      await eventually("it is closed", () => gateway.connectionCount === 99);
    }
    expect((await fixture.open("/ws").closing()).code, "the 301st attempt").toBe(1006);
  });
});

describe("trade operations", () => {
  let fixture: SocketFixture;
  beforeAll(async () => {
    fixture = await exactFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  /** REST endpoint of each batch operation. */
  const BATCHES: Readonly<Record<string, string>> = {
    "v3 batch-place": "/api/v3/trade/place-batch",
    "v3 batch-modify": "/api/v3/trade/batch-modify-order",
    "v3 batch-cancel": "/api/v3/trade/cancel-batch",
  };

  it.each(OPERATION_KINDS.map((kind) => [kind.name, kind] as const))(
    "%s shares the limit of its REST endpoint, in both directions",
    async (name, kind) => {
      fixture.clock.advance(SECOND_MS);
      const user = kind.version === "v2" ? "classic" : "unified";
      const socket = await fixture.login(user);
      const { uid } = fixture.key(user).record;
      const bucket = fixture.limiter.find(`POST ${BATCHES[name] ?? kind.path}`);
      const count = bucket?.rule.count ?? 0;
      expect(bucket?.take(uid, count - 1), "REST leaves one call").toBe(1);
      const product = name.includes(" mix ") ? { productType: "USDT-FUTURES" } : {};
      const codeOf = async (id: string): Promise<string> => {
        socket.send(kind.message(id, { symbol: "BTCUSDT", ...product }));
        const answer = await socket.message("the answer", (message) => {
          return message.id === id || message.arg?.[0]?.id === id;
        });
        return String(answer.code);
      };
      expect(await codeOf("first")).not.toBe("429");
      expect(bucket?.take(uid), "the operation has taken it").toBe(-1);
      expect(await codeOf("second")).toBe("429");
    },
  );
});
