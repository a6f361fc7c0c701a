/**
 * An exchange whose disk fails at one write. Prints what happened as JSON when it ends. Arguments:
 * directory, number of the write through that fails.
 */
import { existsSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "../../src/journal/directory-lock.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import type { FileLayer } from "../../src/journal/file-layer.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { recover } from "../../src/journal/recovery.ts";
import { Sequencer } from "../../src/sequencer/sequencer.ts";
import { continued, turn } from "./support/rig.ts";
import { deposit, ToyMachine, toyCodec } from "./support/toy-machine.ts";

const [, , directory = "", failingWrite = "1"] = process.argv;
const acknowledgedPath = join(directory, "acknowledged");
let writes = 0;
let writesAfterFault = 0;
let faultAtMs = 0;
let isArmed = false;

const files: FileLayer = {
  ...nodeFileLayer,
  async open(path, mode) {
    const file = await nodeFileLayer.open(path, mode);
    if (mode !== "write_through") return file;
    return {
      write: async (bytes, at) => {
        if (faultAtMs > 0) writesAfterFault++;
        if (isArmed) writes++;
        if (writes !== Number(failingWrite)) return file.write(bytes, at);
        faultAtMs = performance.now();
        // The bytes may well be there: the kernel reports the error of a flush only once.
        await file.write(bytes, at);
        throw Object.assign(new Error("EIO: simulated"), { code: "EIO" });
      },
      read: (into, at) => file.read(into, at),
      sizeBytes: () => file.sizeBytes(),
      flush: () => file.flush(),
      close: () => file.close(),
    };
  },
};

await lockDirectory(directory);
const log = new FileCommandLog({ directory: join(directory, "journal"), files });
const extent = await log.open();
const shared = { log, extent, codec: toyCodec, createMachine: () => new ToyMachine() };
const recovered = await recover(shared);
const acknowledgedBefore = existsSync(acknowledgedPath)
  ? Number(readFileSync(acknowledgedPath, "utf8"))
  : 0;
const isRecovered = recovered.appliedSeq >= acknowledgedBefore;
let acknowledged = recovered.appliedSeq;
const sequencer = new Sequencer({
  ...continued(log, extent, recovered),
  tickIntervalMs: 0,
  onFatal: ({ code }) => {
    writeFileSync(acknowledgedPath, String(acknowledged));
    process.on("exit", () => {
      const endedAfterMs = performance.now() - faultAtMs;
      writeSync(1, JSON.stringify({ code, writesAfterFault, isRecovered, endedAfterMs }));
    });
    process.exit(1);
  },
});
isArmed = true;
for (let id = 0; ; id++) {
  sequencer.submit(deposit(id, id, 1), ({ seq }) => {
    acknowledged = seq;
  });
  await turn();
}
