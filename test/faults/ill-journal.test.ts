/** The journal's files fail while the exchange runs: what it can do without, and what ends it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import type { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { setFaults, startFaulty } from "./support/faulty-exchange.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { SignedClient } from "./support/signed-client.ts";

/** A first segment that a few hundred orders fill. */
const SEGMENT_BYTES = 512 * 1024;
const BATCH_ORDERS = 50;

let dataDir = "";
let running: ExchangeProcess;
let client: SignedClient;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
  const directory = join(dataDir, "journal");
  const log = new FileCommandLog({ directory, segmentBytes: SEGMENT_BYTES });
  await log.open();
  await log.close();
  running = await startFaulty(dataDir);
  client = new SignedClient(running);
});

afterEach(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends orders, which are acknowledged, until `isEnough`. */
async function fillJournal(isEnough: () => unknown): Promise<void> {
  const order = { side: "buy", orderType: "limit", force: "post_only", size: "0.001" };
  const orderList = Array.from({ length: BATCH_ORDERS }, () => ({ ...order, price: "30000" }));
  for (let batch = 0; batch < SEGMENT_BYTES / BATCH_ORDERS / 10; batch++) {
    if (isEnough() !== undefined) return;
    const { code } = await client.post("/api/v2/spot/trade/batch-orders", {
      symbol: "BTCUSDT",
      orderList,
    });
    expect(code).toBe("00000");
  }
  throw new Error("the journal was not filled so far");
}

describe("an exchange whose journal fails", () => {
  it("trades on while the next segment cannot be made and this one has room", async () => {
    await setFaults(running, [{ operation: "open", path: "spare.", fault: "EMFILE" }]);
    await fillJournal(() => running.logged("segment_delayed"));
    const situation = "the next segment of the journal cannot be made (EMFILE)";
    expectLogged(running, { situation, event: "segment_delayed" }, dataDir);
    expect((await fetch(`${running.address.baseUrl}/health/ready`)).status).toBe(200);
    await setFaults(running, []);
    await eventually("the segment is made", () => running.allLogged("segment_delayed")[1]);
    expect(await running.audit()).toMatchObject({ holds: true });
  });

  it("trades on while its end cannot be recorded", async () => {
    await setFaults(running, [{ operation: "rename", path: "durable-end.json", fault: "EIO" }]);
    await fillJournal(() => running.logged("end_unwritable"));
    const situation = "the record of the journal's end cannot be written (EIO)";
    expectLogged(running, { situation, event: "end_unwritable" }, dataDir);
    expect((await fetch(`${running.address.baseUrl}/health/ready`)).status).toBe(200);
    expect(await running.audit()).toMatchObject({ holds: true });
  });

  it.each([
    { fault: "EIO", situation: "a write of the journal fails (EIO)" },
    { fault: "EROFS", situation: "a write of the journal fails (EROFS)" },
  ] as const)("ends where $situation, and says what to do", async ({ fault, situation }) => {
    await setFaults(running, [{ operation: "write", path: ".segment", fault }]);
    expect(await eventually("the process ends", () => running.ended)).toBe(70);
    expectLogged(running, { situation, event: "fatal" }, dataDir);
    running = await startFaulty(dataDir);
    expect(await running.audit()).toMatchObject({ holds: true });
  });
});
