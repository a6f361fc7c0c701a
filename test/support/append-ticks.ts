import { ByteWriter } from "../../src/core/base/bytes.ts";
import { encodeCommand } from "../../src/core/commands/command-codec.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import type { Seq, TimeMs } from "../../src/core/money/units.ts";
import type { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { beginPayload } from "../../src/journal/state-machine.ts";
import { CORE_CODEC } from "../../src/main/core-machine.ts";

/** Appends ticks from `seq` on, one batch each; a tick is `seq` seconds after 1970. */
export async function appendTicks(log: FileCommandLog, seq: number, count: number): Promise<void> {
  for (let next = seq; next < seq + count; next++) {
    const timeMs = next * 1_000;
    const writer = new ByteWriter();
    const tick: Command = { kind: "tick", seq: next as Seq, timeMs: timeMs as TimeMs };
    beginPayload(CORE_CODEC, writer);
    encodeCommand(tick, writer);
    await log.append(next, 1, { firstSeq: next, count: 1, timeMs, payload: writer.bytes() });
  }
}
