/** Entry of the thread that makes one snapshot from the files of the exchange and ends. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "../../core/base/assert.ts";
import type { Command } from "../../core/commands/commands.ts";
import { replayedSnapshot, type SnapshotPlace } from "../../journal/replayed-snapshot.ts";
import type { MadeSnapshot } from "../../sequencer/snapshot-schedule.ts";
import { CORE_CODEC, CoreMachine } from "../core-machine.ts";

assert(parentPort !== null, "a snapshot is made on a worker");
const port = parentPort;

/**
 * Below-normal priority for this thread: orders come first. On other systems than Linux this would
 * affect the whole process.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const snapshot = await replayedSnapshot<Command, CoreMachine>({
  place: workerData as SnapshotPlace,
  codec: CORE_CODEC,
  createMachine: () => new CoreMachine(),
});
const { system, user } = process.threadCpuUsage();
const made: MadeSnapshot = { snapshot, cpuMs: (system + user) / 1_000 };
// The bytes change hands: a copy of them would stop the exchange.
port.postMessage(made, [snapshot.state.buffer as ArrayBuffer]);
