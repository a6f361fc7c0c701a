/**
 * Orders whose client gave up while the disk hung or was full: they are answered in time, looked up
 * truly, and executed once at most, under whichever request reached the disk.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { setFaults, startFaulty } from "./support/faulty-exchange.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { rowsOf, SignedClient } from "./support/signed-client.ts";

const PRICE = "61000";
/** Client id of the order whose client gives up. */
const LATE = "the-late-order";
const SITUATIONS = {
  hang: "writes of the journal hang",
  ENOSPC: "the file system of the journal is full",
} as const;
/** What a request may take at most while the disk is ill, with room for a slow machine. */
const ANSWERED_MS_MAX = 9_000;

let dataDir = "";
let running: ExchangeProcess;
let taker: SignedClient;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
  running = await startFaulty(dataDir);
  taker = new SignedClient(running);
  const resting = { clientOid: "resting", side: "sell", size: "1", price: PRICE } as const;
  expect((await taker.place(resting)).code).toBe("00000");
});

afterEach(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ready(): Promise<{ status: number; text: string }> {
  const response = await fetch(`${running.address.baseUrl}/health/ready`);
  return { status: response.status, text: await response.text() };
}

/** Executions under a client id, by the fills of the user. */
async function fillsOf(clientOid: string): Promise<number> {
  const [order] = rowsOf(await taker.lookUp(clientOid));
  if (order === undefined) return 0;
  const query = { symbol: "BTCUSDT", orderId: String(order["orderId"]) };
  return rowsOf(await taker.get("/api/v2/spot/trade/fills", query)).length;
}

const BUY = { side: "buy", size: "0.1", price: "60000" } as const;

/** The disk falls ill at the write that holds the order: no tick meets the fault before it. */
function failTheOrder(fault: "hang" | "ENOSPC"): Promise<void> {
  const rule = { operation: "write", path: ".segment", fault, since: LATE } as const;
  return setFaults(running, [rule]);
}

describe.each([
  ["hang", "write_stalled"],
  ["ENOSPC", "disk_full"],
] as const)("while writes of the journal answer %s", (fault, condition) => {
  it("orders are answered in time, looked up truly, and executed once at most", async () => {
    await failTheOrder(fault);
    const startedMs = performance.now();
    const first = taker.place({ clientOid: LATE, ...BUY });
    // A client of little patience sends the same again.
    await eventually("the condition begins", () => running.logged(condition));
    const refused = await taker.place({ clientOid: LATE, ...BUY });
    expect([refused.status, refused.code]).toEqual([503, "40015"]);
    const cancel = taker.cancel("resting");
    const health = await ready();
    expect(health.status).toBe(503);
    expect(health.text).toContain(condition);
    const looked = await taker.lookUp(LATE);
    expect([looked.status, looked.code]).toEqual([503, "40015"]);
    const answered = await first;
    expect(performance.now() - startedMs).toBeLessThan(ANSWERED_MS_MAX);
    // Unknown while it is in the write; between two attempts at a full disk it can be taken back.
    expect(["40725", "40008"]).toContain(answered.code);
    // The cancel was in no write yet: it is known that it never happens.
    expect((await cancel).code).toBe("40008");
    await setFaults(running, []);
    await eventually("the exchange is ready again", async () => (await ready()).status === 200);
    expect(rowsOf(await taker.lookUp(LATE))).toEqual([]);
    expect((await taker.place({ clientOid: LATE, ...BUY })).code).toBe("00000");
    const [order] = rowsOf(await taker.lookUp(LATE));
    expect(order).toMatchObject({ status: "live" });
    expect(Number(order?.["cTime"])).toBeGreaterThan(Date.now() - 5_000);
    expectLogged(running, { situation: SITUATIONS[fault], event: condition }, dataDir);
    expectLogged(running, { situation: SITUATIONS[fault], event: "deadline_missed" }, dataDir);
    const lines = running.allLogged(condition);
    expect(lines.map(({ phase }) => phase)).toEqual(["begin", "end"]);
    expect(String(lines[0]?.["message"])).toContain(join(dataDir, "journal"));
    expect(running.logged("deadline_missed")).toBeDefined();
    const metrics = await fetch(`${running.address.baseUrl}/metrics`).then((page) => page.text());
    expect(metrics).toContain(`bourse_conditions_begun_total{condition="${condition}"} 1`);
    expect(metrics).toMatch(/bourse_incidents_total\{incident="deadline_missed"\} [2-9]/);
    expect(await running.audit()).toMatchObject({ holds: true });
  });

  it("nothing of it is found after a kill and a restart", async () => {
    await failTheOrder(fault);
    const answer = await taker.place({ clientOid: LATE, ...BUY }, 500);
    expect(answer.status).toBe(0);
    await running.kill();
    running = await startFaulty(dataDir);
    taker = new SignedClient(running);
    expect(rowsOf(await taker.lookUp(LATE))).toEqual([]);
    expect(rowsOf(await taker.lookUp("resting"))).toHaveLength(1);
  });
});

describe("a client order id of a classic account", () => {
  it("has one effect, also when its order is closed and after a restart", async () => {
    const ioc = {
      clientOid: "once",
      side: "buy",
      size: "0.1",
      price: PRICE,
      force: "ioc",
    } as const;
    // Self-trade prevention is off: the user takes its own resting order.
    expect((await taker.place(ioc)).code).toBe("00000");
    expect((await taker.place(ioc)).code).toBe("43118");
    expect(await fillsOf("once")).toBe(1);
    await running.kill();
    running = await startFaulty(dataDir);
    taker = new SignedClient(running);
    expect((await taker.place(ioc)).code).toBe("43118");
  });
});
