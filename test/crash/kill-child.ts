/**
 * The process that is killed: an exchange of toys under load. Prints `ready SEQ` after recovery
 * and `SEQ ID` for each acknowledged command, through blocking writes, so that whatever was
 * acknowledged is in the pipe. Arguments: directory, first id; without the latter it ends as soon
 * as it is ready.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "../../src/journal/directory-lock.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { recover } from "../../src/journal/recovery.ts";
import { replayedSnapshot } from "../../src/journal/replayed-snapshot.ts";
import { SnapshotStore } from "../../src/journal/snapshot-store.ts";
import { Sequencer } from "../../src/sequencer/sequencer.ts";
import { SnapshotSchedule } from "../../src/sequencer/snapshot-schedule.ts";
import { continued } from "./support/rig.ts";
import { deposit, makeTick, ToyMachine, toyCodec } from "./support/toy-machine.ts";

const SEGMENT_BYTES = 64 * 1024;
const IN_FLIGHT = 64;
const SNAPSHOT_EVERY = 300;
const TICK_INTERVAL_MS = 2;

const [, , directory = "", firstId] = process.argv;
let id = Number(firstId ?? 0);
let lines = "";

await lockDirectory(directory);
const log = new FileCommandLog({
  directory: join(directory, "journal"),
  segmentBytes: SEGMENT_BYTES,
});
const store = new SnapshotStore({ directory: join(directory, "snapshots") });
const extent = await log.open();
await store.open();
const recovered = await recover({
  log,
  extent,
  snapshots: store,
  codec: toyCodec,
  createMachine: () => new ToyMachine(),
});
const sequencer = new Sequencer({
  ...continued(log, extent, recovered),
  ownerOf: (command) => (command.kind === "deposit" ? command.account : undefined),
  makeTick,
  tickIntervalMs: TICK_INTERVAL_MS,
  onFatal: (fatal) => {
    writeSync(2, `${fatal.code}: ${fatal.message}\n`);
    process.exit(1);
  },
});
const { firstSeq } = extent;
const places = {
  journalDirectory: join(directory, "journal"),
  snapshotDirectory: join(directory, "snapshots"),
};
new SnapshotSchedule({
  sequencer,
  store,
  // As on the thread of an exchange: from the files, while they are written.
  maker: {
    async make({ journalHash, seq }) {
      const place = { ...places, firstSeq, end: { ...log.durableEnd, seq }, journalHash };
      const createMachine = () => new ToyMachine();
      const snapshot = await replayedSnapshot({ place, codec: toyCodec, createMachine });
      return { snapshot, cpuMs: 0 };
    },
    cancel: async () => undefined,
  },
  onMakerFault: (thrown) => {
    writeSync(2, `no snapshot from the files: ${String(thrown)}\n`);
    process.exit(1);
  },
  everyCommands: SNAPSHOT_EVERY,
  snapshotSeq: recovered.snapshotSeq,
  onFault: (thrown) => {
    writeSync(2, `${String(thrown)}\n`);
    process.exit(1);
  },
});
writeSync(1, `ready ${recovered.appliedSeq}\n`);

function submitNext(): void {
  const own = id++;
  sequencer.submit(deposit(own, own, 1 + (own % 7)), ({ seq }) => {
    if (lines === "") queueMicrotask(report);
    lines += `${seq} ${own}\n`;
    submitNext();
  });
}

function report(): void {
  writeSync(1, lines);
  lines = "";
}

if (firstId === undefined) await sequencer.stop();
else for (let at = 0; at < IN_FLIGHT; at++) submitNext();
