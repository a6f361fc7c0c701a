/**
 * Ten thousand hostile requests and ten thousand hostile messages against every endpoint and
 * operation: all are answered, none is a fault of the server, and memory and books stay whole.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { usedBytes } from "../../bench/support/machine.ts";
import { audit } from "../../src/core/audit.ts";
import type { State } from "../../src/core/state.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { eventually } from "../support/eventually.ts";
import { LANES } from "../support/lane-client.ts";
import { socketFixture } from "../support/socket-fixture.ts";
import { random, spoiled } from "../support/spoiled-text.ts";
import { badOperations, OPERATION_KINDS } from "./bad-operations.ts";
import { badRequests, goodRequest } from "./bad-requests.ts";
import { type HostileWorld, hostileWorld } from "./hostile-world.ts";

const MESSAGES = 10_000;
/** Messages after which memory is measured the first time, and in flight together. */
const WARM = 2_000;
const CHUNK = 100;
/** Growth between the first and the last measurement, in bytes. */
const GROWTH_MAX = 48 * 2 ** 20;

const rejections: unknown[] = [];
const keep = (reason: unknown): void => {
  rejections.push(reason);
};
beforeAll(() => {
  process.on("unhandledRejection", keep);
});
afterAll(() => {
  process.off("unhandledRejection", keep);
});

function auditFindings(state: State): readonly string[] {
  return audit(state).verdicts.flatMap(({ findings }) => findings);
}

/** Texts that each endpoint is sent: bad ones as they are, the good one to be spoiled. */
function textsOf(world: HostileWorld) {
  return listEndpoints().map((endpoint) => {
    const side = world.sides[endpoint.version];
    const bad = badRequests(endpoint, side, world.exchange.nowMs).map(({ text }) => text);
    return { endpoint, texts: [goodRequest(endpoint, side), ...bad] };
  });
}

it.each(LANES)(
  "answers 10,000 hostile requests of the %s lane over all endpoints",
  async (lane) => {
    await using world = await hostileWorld(lane);
    const next = random(3);
    const targets = textsOf(world);
    const statuses = new Map<number, number>();
    let warmBytes = 0;
    for (let sent = 0; sent < MESSAGES; sent += CHUNK) {
      if (sent === WARM) warmBytes = usedBytes();
      const answers = Array.from({ length: CHUNK }, (_, place) => {
        const target = targets[(sent + place) % targets.length];
        if (target === undefined) throw new Error("there are endpoints");
        const text = spoiled(target.texts, next);
        // What no HTTP client can put on the request line is sent percent-encoded.
        const isQuery = target.endpoint.method === "GET";
        return world.send(target.endpoint, isQuery ? encodeURI(text.toWellFormed()) : text);
      });
      for (const { status, body } of await Promise.all(answers)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(Object.keys(JSON.parse(body)).sort()).toEqual([
          "code",
          "data",
          "msg",
          "requestTime",
        ]);
      }
    }
    const counted = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(MESSAGES);
    expect(statuses.get(200) ?? 0, "some pass all checks").toBeGreaterThan(100);
    expect(statuses.get(400) ?? 0, "most do not").toBeGreaterThan(MESSAGES / 2);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(usedBytes() - warmBytes).toBeLessThan(GROWTH_MAX);
    expect(world.exchange.gateway.faults).toEqual([]);
    expect(auditFindings(world.exchange.state)).toEqual([]);
    const time = await world.exchange.get("/api/v2/public/time");
    expect(time.code, "the server is up").toBe("00000");
    expect(rejections).toEqual([]);
  },
);

it("answers 10,000 hostile WebSocket messages over all operations", async () => {
  await using world = await hostileWorld();
  await using fixture = await socketFixture();
  const next = random(9);
  const sockets = { v2: await fixture.login("classic"), v3: await fixture.login("unified") };
  const texts = OPERATION_KINDS.map((kind) => {
    const operations = badOperations(kind, world.sides[kind.version]);
    return {
      socket: sockets[kind.version],
      texts: operations.map(({ message }) => JSON.stringify(message("1"))),
    };
  });
  let warmBytes = 0;
  for (let sent = 0; sent < MESSAGES; sent += CHUNK) {
    if (sent === WARM) warmBytes = usedBytes();
    const { socket, texts: bad } = texts[(sent / CHUNK) % texts.length] ?? {};
    if (socket === undefined || bad === undefined) throw new Error("there are operations");
    const before = socket.texts.length;
    for (let place = 0; place < CHUNK; place += 1) socket.send(spoiled(bad, next));
    await eventually("an answer to each", () => socket.texts.length >= before + CHUNK);
    // What the client keeps is not memory of the server.
    socket.texts.length = 0;
  }
  expect(usedBytes() - warmBytes).toBeLessThan(GROWTH_MAX);
  for (const socket of Object.values(sockets)) {
    expect(socket.closed).toBeUndefined();
    socket.send("ping");
    await eventually("the pong", () => socket.texts.includes("pong"));
  }
  expect(fixture.faults).toEqual([]);
  expect(auditFindings(fixture.state)).toEqual([]);
  expect(rejections).toEqual([]);
});
