/** Thread that checks old files; `startFileCheck` starts and terminates it. */
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "../../core/base/assert.ts";
import { blockingFileReader } from "../../journal/blocking-file-reader.ts";
import { FileCheck } from "../../journal/file-check.ts";
import type { FileCheckPlaces } from "./start-file-check.ts";

assert(parentPort !== null, "the check is started as a worker");
const port = parentPort;

/**
 * Lowest priority for this thread. On other systems than Linux this would affect the whole process.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

const check = new FileCheck({
  ...(workerData as FileCheckPlaces),
  files: blockingFileReader,
  monotonicMs: () => performance.now(),
  sleep,
  onReport: (report) => port.postMessage(report),
});

for (;;) await sleep(await check.step());
