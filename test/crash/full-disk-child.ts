/** Fills the file system of its directory, makes room again, and prints what it saw as JSON. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { recover } from "../../src/journal/recovery.ts";
import { Sequencer } from "../../src/sequencer/sequencer.ts";
import { turn } from "./support/rig.ts";
import { note, ToyMachine, toyCodec } from "./support/toy-machine.ts";

const BALLAST_BYTES = 2 * 1024 * 1024;
const TURNS_WHILE_FULL = 200;
const [, , directory = ""] = process.argv;
const ballast = join(directory, "ballast");

async function open(): Promise<{ log: FileCommandLog; machine: ToyMachine; sequencer: Sequence }> {
  const log = new FileCommandLog({
    directory: join(directory, "journal"),
    segmentBytes: 256 * 1024,
  });
  const extent = await log.open();
  const machine = new ToyMachine();
  const shared = { log, extent, codec: toyCodec, createMachine: () => machine };
  const recovered = await recover(shared);
  const sequencer = new Sequencer({
    log,
    codec: toyCodec,
    machine,
    start: { ...recovered, epoch: extent.epoch },
    clockMs: Date.now,
    tickIntervalMs: 0,
    storageRetryMs: 1,
    batchBytesMax: 64 * 1024,
    onFatal: (fatal) => {
      throw new Error(fatal.message, { cause: fatal.cause });
    },
  });
  return { log, machine, sequencer };
}
type Sequence = Sequencer<
  Parameters<ToyMachine["apply"]>[0],
  ReturnType<ToyMachine["apply"]>,
  ToyMachine["events"]
>;

const { machine, sequencer } = await open();
writeFileSync(ballast, new Uint8Array(BALLAST_BYTES));
let taken = 0;
let acknowledged = 0;
while (sequencer.refusal() === undefined) {
  if (sequencer.submit(note(taken, "n".repeat(500)), () => acknowledged++)) taken++;
  await turn();
}
const isRefusing = sequencer.refusal() === "storage_full";
const acknowledgedBefore = acknowledged;
for (let count = 0; count < TURNS_WHILE_FULL; count++) await turn();
const acknowledgedWhileFull = acknowledged - acknowledgedBefore;
const isRead = machine.seq === acknowledged && sequencer.snapshot().seq === acknowledged;
rmSync(ballast);
await sequencer.drain();
const isComplete = acknowledged === taken;
await sequencer.stop();
const again = await open();
const isReplayed = again.machine.seq === taken;
await again.sequencer.stop();
console.log(JSON.stringify({ isRefusing, acknowledgedWhileFull, isRead, isComplete, isReplayed }));
