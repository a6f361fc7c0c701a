/** Entry of the history thread: loads its modules, then waits for its settings. */
import { parentPort } from "node:worker_threads";
import { assert } from "../../core/base/assert.ts";
import type { HistoryThreadSettings } from "./history-messages.ts";
import { HistoryWork } from "./history-work.ts";

assert(parentPort !== null, "the history's thread is started as a worker");
const port = parentPort;
port.once("message", (settings: HistoryThreadSettings) => {
  void new HistoryWork(port, settings).run();
});
