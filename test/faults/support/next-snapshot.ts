/** An exchange whose next snapshot is due soon, without the time that so many orders take. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SNAPSHOT_EVERY_COMMANDS } from "../../../src/sequencer/snapshot-schedule.ts";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import { eventually } from "../../support/eventually.ts";
import { appendTicks } from "./append-ticks.ts";
import { startFaulty } from "./faulty-exchange.ts";
import { pastOrders } from "./signed-request.ts";
import { figure } from "./signs.ts";

/**
 * Commands that are left until the snapshot. The clock ticks of a minute do not use them up, so a
 * test on a slow machine sets its faults and its history is complete before.
 */
const COMMANDS_LEFT = 1_000;
/** Orders, each placed and cancelled, after which `isReached` is asked again. */
const ORDERS = 10;

/** Names of the snapshots in the data directory, oldest first. */
export function snapshotNames(dataDir: string): string[] {
  return readdirSync(join(dataDir, "snapshots")).sort();
}

/** Starts a stopped exchange `COMMANDS_LEFT` before its next snapshot, with a complete history. */
export async function startBeforeSnapshot(dataDir: string): Promise<ExchangeProcess> {
  await appendTicks(dataDir, SNAPSHOT_EVERY_COMMANDS - COMMANDS_LEFT, Date.now());
  const exchange = await startFaulty(dataDir);
  const lag = (): Promise<number> => figure(exchange, "bourse_history_lag_commands");
  await eventually("the history is complete", async () => (await lag()) === 0);
  return exchange;
}

/** Sends orders until `isReached`, which is so after the snapshot or its failure. */
export async function sendUntil(
  exchange: ExchangeProcess,
  isReached: () => boolean,
): Promise<void> {
  for (let sent = 0; sent < COMMANDS_LEFT && !isReached(); sent += ORDERS) {
    await pastOrders(exchange, ORDERS);
  }
  await eventually("the snapshot is due", isReached);
}
