import { connect, type Socket } from "node:net";
import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { type TestGateway, testGateway } from "../../../test/support/gateway-fixture.ts";
import { signedHeaders, testKey } from "../../../test/support/test-key.ts";
import { AllowedHosts } from "../address/allowed-hosts.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connection-limits.ts";
import { defineEndpoint, JsonText } from "./endpoint.ts";

const alice = testKey();
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** One connection of a client, with everything it received. */
class Client {
  readonly socket: Socket;
  received = "";
  isClosed = false;

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("data", (chunk) => {
      this.received += chunk.toString();
    });
    this.socket.on("close", () => {
      this.isClosed = true;
    });
    this.socket.on("error", () => undefined);
    cleanups.push(() => this.socket.destroy());
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  }

  get numbers(): number[] {
    return [...this.received.matchAll(/"data":(\d+)/g)].map(([, number]) => Number(number));
  }
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: "x", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** An endpoint that answers when it is let go, and counts what is under way. */
function heldEndpoint() {
  const held = { underWay: 0, underWayMost: 0, served: 0, isOpen: false };
  const letGo: (() => void)[] = [];
  const endpoint = defineEndpoint({
    method: "GET",
    paths: ["/t/held"],
    version: "v2",
    summary: "Waits",
    access: { kind: "public" },
    limit: { perSecond: 10_000, per: "ip" },
    request: Type.Object({}),
    response: Type.Object({}),
    handle: async () => {
      held.underWay += 1;
      held.underWayMost = Math.max(held.underWayMost, held.underWay);
      if (!held.isOpen) await new Promise<void>((resolve) => letGo.push(resolve));
      held.underWay -= 1;
      held.served += 1;
      return new JsonText(String(held.served));
    },
  });
  const open = (): void => {
    held.isOpen = true;
    for (const one of letGo.splice(0)) one();
  };
  return { endpoint, held, open };
}

const whoAmI = defineEndpoint({
  method: "GET",
  paths: ["/t/me"],
  version: "v2",
  summary: "Answers a user",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10_000, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({}),
  handle: () => new JsonText("7"),
});

async function listening(
  connections: Partial<ConnectionLimits>,
  options: { readonly hosts?: AllowedHosts } = {},
) {
  const held = heldEndpoint();
  const made: TestGateway = testGateway({
    endpoints: [held.endpoint, whoAmI],
    keys: [alice],
    limits: { connections: { ...CONNECTION_LIMITS, ...connections } },
    ...options,
  });
  cleanups.push(() => made.app.close());
  await made.app.listen({ host: "127.0.0.1", port: 0 });
  const address = made.app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { ...held, app: made.app, client: () => new Client(port) };
}

describe("a pipeline", () => {
  it("has a bounded number of requests in progress, and all are answered in order", async () => {
    const { client, held, open } = await listening({ underWayMax: 3, waitingMax: 20 });
    const one = client();
    one.socket.write(get("/t/held").repeat(12));
    await eventually("three are under way", () => held.underWay === 3);
    expect((await fetchOnce(client())).statuses).toEqual([200]);
    expect(held.underWay).toBe(3);
    open();
    await eventually("all are answered", () => one.numbers.length === 12);
    expect(one.numbers).toEqual([...one.numbers].sort((a, b) => a - b));
    expect(held.underWayMost).toBe(3);
  });

  it("that is too long is served up to its limit, refused once, and closed", async () => {
    const { client, held, open } = await listening({ underWayMax: 2, waitingMax: 5 });
    open();
    const flood = client();
    flood.socket.write(get("/t/held").repeat(1_000));
    await eventually("it is closed", () => flood.isClosed);
    expect(flood.statuses).toEqual([...Array<number>(7).fill(200), 429]);
    expect(held.served).toBe(7);
    expect((await fetchOnce(client())).statuses).toEqual([200]);
  });

  it("waits its turn behind those of other connections", async () => {
    const { client, held, open } = await listening({ underWayMax: 1, waitingMax: 32 });
    const clients = Array.from({ length: 20 }, client);
    for (const { socket } of clients) socket.write(get("/t/held").repeat(30));
    await eventually("each has one under way", () => held.underWay === 20);
    open();
    await eventually("all are answered", () => clients.every((one) => one.numbers.length === 30));
    // In turn: when the first connection has its last answer, the others are not far behind.
    const lasts = clients.map((one) => Math.max(...one.numbers));
    expect(Math.min(...lasts)).toBeGreaterThan(400);
    expect(held.underWayMost).toBeLessThanOrEqual(20);
  });
});

async function fetchOnce(client: Client): Promise<Client> {
  const headers = signedHeaders(alice, { method: "GET", target: "/t/me" });
  client.socket.write(get("/t/me", headers));
  await eventually("it is answered", () => client.statuses.length > 0);
  return client;
}

describe("connections", () => {
  it("without a known key are closed to admit others, those of users stay open", async () => {
    const { client, open } = await listening({ anonymousPerAddress: 3 });
    open();
    const user = await fetchOnce(client());
    const idle = Array.from({ length: 3 }, client);
    await eventually("all are open", () =>
      idle.every(({ socket }) => socket.readyState === "open"),
    );
    idle[0]?.socket.write(get("/t/held"));
    await eventually("the first is answered", () => idle[0]?.statuses.length === 1);
    const another = await fetchOnce(client());
    await eventually("one is closed", () => idle.some(({ isClosed }) => isClosed));
    expect(idle.map(({ isClosed }) => isClosed)).toEqual([false, true, false]);
    expect([user.isClosed, another.isClosed]).toEqual([false, false]);
  });

  it("in total are bounded, and those without a known key are closed first", async () => {
    const { client } = await listening({ connectionsMax: 2 });
    const idle = client();
    await eventually("it is open", () => idle.socket.readyState === "open");
    const users = [await fetchOnce(client()), await fetchOnce(client())];
    expect(idle.isClosed).toBe(true);
    const refused = client();
    await eventually("nobody makes room", () => refused.isClosed);
    expect(users.map(({ isClosed }) => isClosed)).toEqual([false, false]);
  });

  it("of one user stay open up to a limit", async () => {
    const { client } = await listening({ connectionsPerUser: 1, connectionsMax: 2 });
    const [first, second] = [await fetchOnce(client()), await fetchOnce(client())];
    const third = await fetchOnce(client());
    expect([first, second, third].map(({ isClosed }) => isClosed)).toEqual([false, true, false]);
  });
});

describe("a server that closes", () => {
  it("cuts connections without a complete request", async () => {
    const { app, client } = await listening({});
    const silent = client();
    const incomplete = client();
    incomplete.socket.write("GET /t/held HTTP/1.1\r\nHost: x\r\n");
    const bodiless = client();
    bodiless.socket.write("POST /t/held HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
    const all = [silent, incomplete, bodiless];
    await eventually("all are open", () => all.every(({ socket }) => socket.readyState === "open"));
    await fetchOnce(client());
    const startedAtMs = performance.now();
    await app.close();
    expect(performance.now() - startedAtMs).toBeLessThan(4_000);
    await eventually("all are closed", () => all.every(({ isClosed }) => isClosed));
  });
});

describe("the Host of a request", () => {
  it("is checked before anything else, on every path", async () => {
    const hosts = new AllowedHosts({ host: "127.0.0.1", allowed: ["venue.example"] });
    const { client, held, open } = await listening({}, { hosts });
    open();
    for (const path of ["/t/held", "/nothing", "/docs"]) {
      const rebound = client();
      rebound.socket.write(get(path, { host: "evil.example:8080" }).repeat(2));
      await eventually("it is closed", () => rebound.isClosed);
      expect(rebound.statuses).toEqual([403]);
      expect(rebound.received).toContain('"code":"403"');
    }
    expect(held.served).toBe(0);
    const own = client();
    for (const host of ["127.0.0.1:8080", "localhost", "[::1]:1", "venue.example"]) {
      own.socket.write(get("/t/held", { host }));
    }
    await eventually("all are answered", () => own.statuses.length === 4);
    expect(own.statuses).toEqual([200, 200, 200, 200]);
  });
});
