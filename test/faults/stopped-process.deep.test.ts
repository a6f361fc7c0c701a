/**
 * The process of the exchange is stopped for seconds (SIGSTOP, a paused container, a machine that
 * swaps) and continued. Requests that arrived meanwhile wait in their sockets. What is still in its
 * window then is executed, the rest never is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS } from "./support/client-history/operations.ts";
import type { Manner } from "./support/client-history/order-client.ts";
import { RawClient } from "./support/client-history/raw-client.ts";
import { lapse, World } from "./support/client-history/world.ts";

const STOPPED_MS = 3_000;
/** How long the oldest request was on its way before the stop; a signature is valid for 30 s. */
const ON_ITS_WAY_MS = 28_500;
/** What a request and its surroundings take on a busy machine, in ms. */
const SLACK_MS = 2_000;
const PATIENT: Manner = { patienceMs: 25_000, windowMs: undefined };
const HURRIED: Manner = { patienceMs: 25_000, windowMs: 1_000 };
const BUY = {
  orderType: "limit",
  side: "buy",
  size: "0.01",
  price: "59000",
  force: "gtc",
} as const;

let dataDir = "";
let world: World;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-stopped-"));
  world = new World(dataDir);
  await world.start(0);
});

afterEach(async () => {
  await world.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(DIALECTS)("a stop of some seconds, %s", (dialect) => {
  it("executes what is in time afterwards, and nothing else", async () => {
    const client = new RawClient(world, dialect);
    expect((await client.place("rests", BUY, PATIENT)).answer.kind).toBe("acknowledged");
    const { pid } = world.exchange;
    process.kill(pid, "SIGSTOP");
    const stoppedAtMs = performance.now();
    world.timePassed(-ON_ITS_WAY_MS);
    const oldest = client.place("oldest", BUY, PATIENT);
    world.timePassed(ON_ITS_WAY_MS);
    const hurried = client.place("hurried", BUY, HURRIED);
    const timely = client.place("timely", BUY, PATIENT);
    const cancel = client.cancel("rests", PATIENT);
    await lapse(STOPPED_MS);
    process.kill(pid, "SIGCONT");

    expect((await oldest).answer).toEqual({ kind: "refused", code: "40008" });
    // A window that the request states has a code of its own; neither has an effect.
    expect((await hurried).answer).toEqual({ kind: "refused", code: "40078" });
    expect((await timely).answer.kind).toBe("acknowledged");
    expect((await cancel).answer.kind).toBe("acknowledged");
    for (const [clientOid, kind] of [
      ["oldest", "absent"],
      ["hurried", "absent"],
      ["timely", "found"],
    ] as const) {
      expect((await client.lookUp(clientOid, PATIENT)).answer.kind).toBe(kind);
    }
    expect((await client.list(PATIENT)).orderIds).toHaveLength(1);

    // Both clocks ran on: the exchange goes on at the time that it is, and nothing is held.
    await world.healed();
    const expectedMs = world.nowMs();
    expect(Math.abs((await world.publicTime()) - expectedMs)).toBeLessThan(SLACK_MS);
    expect((await timely).acceptedMs).toBeGreaterThanOrEqual(
      expectedMs - (performance.now() - stoppedAtMs) + STOPPED_MS - SLACK_MS,
    );
    expect(world.exchange.allLogged("clock_jump")).toEqual([]);
    expect(await world.exchange.audit()).toMatchObject({ holds: true });
  });
});
