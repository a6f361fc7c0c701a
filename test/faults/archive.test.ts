/** Segments that no start needs are archived while the exchange runs, or stay as they are. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { scanJournal } from "../../src/journal/scan-journal.ts";
import { SNAPSHOT_EVERY_COMMANDS } from "../../src/sequencer/snapshot-schedule.ts";
import { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { appendTicks } from "./support/append-ticks.ts";
import { exchangeRun } from "./support/exchange-run.ts";
import { setFaults, startFaulty } from "./support/faulty-exchange.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { restingOrder } from "./support/signed-request.ts";
import { health, seenBegin } from "./support/signs.ts";

/** A first segment that the ticks fill. */
const SEGMENT_BYTES = 256 * 1024;
/** A snapshot is due after so many orders. */
const ORDERS = 20;

const run = exchangeRun();

const journal = (): string => join(run.dataDir, "journal");
const archives = (): string[] => readdirSync(journal()).filter((name) => name.endsWith(".zst"));

async function commandsInJournal(): Promise<number> {
  let count = 0;
  for await (const batch of scanJournal(nodeFileLayer, journal())) count += batch.count;
  return count;
}

/** Lets a stopped exchange reach its next snapshot: the history follows before it. */
async function startBeforeSnapshot(): Promise<ExchangeProcess> {
  await appendTicks(run.dataDir, SNAPSHOT_EVERY_COMMANDS - ORDERS, Date.now());
  run.process = await startFaulty(run.dataDir);
  return run.process;
}

it("keeps the segments while no archive can be written, then archives what no start needs", async () => {
  const log = new FileCommandLog({ directory: journal(), segmentBytes: SEGMENT_BYTES });
  await log.open();
  await log.close();
  const first = await ExchangeProcess.start(run.dataDir);
  expect(await first.terminate()).toBe(0);
  const failing = await startBeforeSnapshot();
  const segments = readdirSync(journal()).filter((name) => name.endsWith(".segment"));
  expect(segments.length).toBeGreaterThan(1);
  await setFaults(failing, [{ operation: "write", path: ".zst", fault: "ENOSPC" }]);
  for (let placed = 0; placed < ORDERS; placed++) await restingOrder(failing);
  // The first segment ends after the only snapshot before: it is still needed.
  expect(await failing.terminate()).toBe(0);
  expect(archives()).toEqual([]);

  const again = await startBeforeSnapshot();
  await setFaults(again, [{ operation: "write", path: ".zst", fault: "ENOSPC" }]);
  for (let placed = 0; placed < ORDERS; placed++) await restingOrder(again);
  const message = await seenBegin(again, "archive_unwritable");
  expect(message).toContain("ENOSPC");
  const situation = "a full segment cannot be archived (ENOSPC)";
  expectLogged(again, { situation, event: "archive_unwritable" }, run.dataDir);
  expect((await health(again)).status).toBe(200);
  expect(archives()).toEqual([]);
  expect(await again.terminate()).toBe(0);

  const before = await commandsInJournal();
  const healthy = await startBeforeSnapshot();
  for (let placed = 0; placed < ORDERS; placed++) await restingOrder(healthy);
  await eventually("the first segment is archived", () => archives().length > 0);
  expect(archives()).toContain(`${segments[0]}.zst`);
  expect(await healthy.terminate()).toBe(0);
  expect(await commandsInJournal()).toBeGreaterThan(before);

  run.process = await ExchangeProcess.start(run.dataDir);
  expect(await run.process.audit()).toMatchObject({ holds: true });
});
