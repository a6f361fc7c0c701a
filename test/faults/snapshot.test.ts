/** The disk takes the journal and refuses the snapshot, while the exchange runs and at its end. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SNAPSHOT_RETRY_MS } from "../../src/sequencer/snapshot-schedule.ts";
import { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeRun } from "./support/exchange-run.ts";
import { passTime, setFaults, startFaulty } from "./support/faulty-exchange.ts";
import { sendUntil, snapshotNames, startBeforeSnapshot } from "./support/next-snapshot.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { restingOrder } from "./support/signed-request.ts";
import { begun, figure, health, seenBegin, seenEnd } from "./support/signs.ts";

const BEGUN = 'bourse_conditions_begun_total{condition="snapshot_unwritable"}';

const run = exchangeRun();

/** One command, of the operator: clients' clocks are behind when time has passed. */
async function newUser(exchange: ExchangeProcess): Promise<void> {
  const user = { kind: "classic", realm: "live", name: "later" };
  const response = await exchange.admin("POST", "/users", user);
  expect(response.status).toBe(201);
}

describe("a snapshot that cannot be written", () => {
  it("is named with file and cause, is tried again, and costs nothing that was taken", async () => {
    const first = await ExchangeProcess.start(run.dataDir);
    expect(await first.terminate()).toBe(0);
    const exchange = await startBeforeSnapshot(run.dataDir);
    run.process = exchange;
    const before = snapshotNames(run.dataDir);
    await setFaults(exchange, [
      { operation: "write", path: "snapshot.temporary", fault: "ENOSPC" },
    ]);
    await sendUntil(exchange, () => begun(exchange, "snapshot_unwritable") !== undefined);
    const message = await seenBegin(exchange, "snapshot_unwritable");
    expect(message).toContain(join(run.dataDir, "snapshots", "snapshot.temporary"));
    expect(message).toContain("ENOSPC");
    const situation = "a snapshot cannot be written (ENOSPC)";
    expectLogged(exchange, { situation, event: "snapshot_unwritable" }, run.dataDir);
    expect(message).toContain("the journal is kept, and a start replays it");
    const { body, status } = await health(exchange);
    expect(status).toBe(200);
    // A loaded machine still writes its history here, which is a warning of its own.
    const ours = expect.stringContaining("snapshot_unwritable: ");
    expect(body["warnings"]).toContainEqual(ours);
    expect(snapshotNames(run.dataDir)).toEqual(before);

    await setFaults(exchange, []);
    await passTime(exchange, SNAPSHOT_RETRY_MS);
    await newUser(exchange);
    await seenEnd(exchange, "snapshot_unwritable");
    await eventually(
      "a snapshot was added",
      () => snapshotNames(run.dataDir).length > before.length,
    );
    expect(await figure(exchange, BEGUN)).toBe(1);
    expect(exchange.logged("fault")).toBeUndefined();
  });

  it("makes the stop fail with 1, and the next start replays", async () => {
    const exchange = await startFaulty(run.dataDir);
    run.process = exchange;
    await setFaults(exchange, [{ operation: "rename", path: ".snap", fault: "EIO" }]);
    const orderId = await restingOrder(exchange);
    expect(await exchange.terminate()).toBe(1);
    const situation = "the last snapshot cannot be written (EIO)";
    expectLogged(exchange, { situation, event: "stop_failed" }, run.dataDir);
    const [line] = exchange.allLogged("snapshot_unwritable");
    expect(line?.["message"]).toContain(join(run.dataDir, "snapshots"));
    expect(line?.["message"]).toContain("EIO");
    expect(snapshotNames(run.dataDir).filter((name) => name.endsWith(".snap"))).toEqual([]);
    run.process = await ExchangeProcess.start(run.dataDir);
    expect(await run.process.audit()).toMatchObject({ holds: true });
    expect(BigInt(await restingOrder(run.process))).toBeGreaterThan(BigInt(orderId));
    expect(await figure(run.process, "bourse_open_orders")).toBe(2);
  });
});
