/** Segments that no start needs are archived while the exchange runs, or stay as they are. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { scanJournal } from "../../src/journal/scan-journal.ts";
import { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeRun } from "./support/exchange-run.ts";
import { setFaults } from "./support/faulty-exchange.ts";
import { sendUntil, snapshotNames, startBeforeSnapshot } from "./support/next-snapshot.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { health, seenBegin } from "./support/signs.ts";

/** A first segment that the ticks fill. */
const SEGMENT_BYTES = 256 * 1024;

const run = exchangeRun();

const journal = (): string => join(run.dataDir, "journal");
const archives = (): string[] => readdirSync(journal()).filter((name) => name.endsWith(".zst"));

async function commandsInJournal(): Promise<number> {
  let count = 0;
  for await (const batch of scanJournal(nodeFileLayer, journal())) count += batch.count;
  return count;
}

/** Starts the stopped exchange shortly before its next snapshot. */
async function startAgain(): Promise<ExchangeProcess> {
  run.process = await startBeforeSnapshot(run.dataDir);
  return run.process;
}

/** Sends orders until there is another snapshot. */
function reachSnapshot(exchange: ExchangeProcess): Promise<void> {
  const newest = snapshotNames(run.dataDir).at(-1);
  return sendUntil(exchange, () => snapshotNames(run.dataDir).at(-1) !== newest);
}

it("keeps the segments while no archive can be written, then archives what no start needs", async () => {
  const log = new FileCommandLog({ directory: journal(), segmentBytes: SEGMENT_BYTES });
  await log.open();
  await log.close();
  const first = await ExchangeProcess.start(run.dataDir);
  expect(await first.terminate()).toBe(0);
  const failing = await startAgain();
  const segments = readdirSync(journal()).filter((name) => name.endsWith(".segment"));
  expect(segments.length).toBeGreaterThan(1);
  await setFaults(failing, [{ operation: "write", path: ".zst", fault: "ENOSPC" }]);
  await reachSnapshot(failing);
  // The first segment ends after the only snapshot before: it is still needed.
  expect(await failing.terminate()).toBe(0);
  expect(archives()).toEqual([]);

  const again = await startAgain();
  await setFaults(again, [{ operation: "write", path: ".zst", fault: "ENOSPC" }]);
  await reachSnapshot(again);
  const message = await seenBegin(again, "archive_unwritable");
  expect(message).toContain("ENOSPC");
  const situation = "a full segment cannot be archived (ENOSPC)";
  expectLogged(again, { situation, event: "archive_unwritable" }, run.dataDir);
  expect((await health(again)).status).toBe(200);
  expect(archives()).toEqual([]);
  expect(await again.terminate()).toBe(0);

  const before = await commandsInJournal();
  const healthy = await startAgain();
  await reachSnapshot(healthy);
  await eventually("the first segment is archived", () => archives().length > 0);
  expect(archives()).toContain(`${segments[0]}.zst`);
  expect(await healthy.terminate()).toBe(0);
  expect(await commandsInJournal()).toBeGreaterThan(before);

  run.process = await ExchangeProcess.start(run.dataDir);
  expect(await run.process.audit()).toMatchObject({ holds: true });
});
