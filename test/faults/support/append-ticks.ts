/** Makes a journal long without the time that orders take. */
import { join } from "node:path";
import { ByteWriter } from "../../../src/core/base/bytes.ts";
import type { Seq, TimeMs } from "../../../src/core/money/units.ts";
import { FileCommandLog } from "../../../src/journal/file-command-log.ts";
import { beginPayload } from "../../../src/journal/state-machine.ts";
import { CORE_CODEC } from "../../../src/main/core-machine.ts";

const TICKS_PER_BATCH = 1_000;

/** Appends so many ticks to the journal of an exchange that does not run, all at `timeMs`. */
export async function appendTicks(dataDir: string, count: number, timeMs: number): Promise<void> {
  const log = new FileCommandLog({ directory: join(dataDir, "journal") });
  const { epoch, lastSeq } = await log.open();
  const writer = new ByteWriter();
  for (let done = 0; done < count; done += TICKS_PER_BATCH) {
    const firstSeq = lastSeq + 1 + done;
    const size = Math.min(TICKS_PER_BATCH, count - done);
    writer.clear();
    beginPayload(CORE_CODEC, writer);
    for (let seq = firstSeq; seq < firstSeq + size; seq++) {
      CORE_CODEC.encode({ kind: "tick", seq: seq as Seq, timeMs: timeMs as TimeMs }, writer);
    }
    await log.append(firstSeq, epoch, { firstSeq, count: size, timeMs, payload: writer.bytes() });
  }
  await log.close();
}
