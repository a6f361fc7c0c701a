/** The journal of a data directory, replayed from its first command by a core of its own. */
import { join } from "node:path";
import { audit } from "../../src/core/audit.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { decodeBatch } from "../../src/journal/recovery.ts";
import { scanJournal } from "../../src/journal/scan-journal.ts";
import { CORE_CODEC, CoreMachine } from "../../src/main/core-machine.ts";

export type ReplayedJournal = {
  readonly commands: number;
  /** Invariants that the last state breaks. */
  readonly broken: readonly unknown[];
};

/** Applies each command in turn; `onCommand` sees the core and the events of that command. */
export async function replayJournal(
  dataDir: string,
  onCommand: (machine: CoreMachine) => void,
): Promise<ReplayedJournal> {
  const machine = new CoreMachine();
  let commands = 0;
  for await (const batch of scanJournal(nodeFileLayer, join(dataDir, "journal"), 1)) {
    for (const command of decodeBatch(CORE_CODEC, batch)) {
      machine.events.clear();
      machine.apply(command);
      commands += 1;
      onCommand(machine);
    }
  }
  const broken = audit(machine.state).verdicts.filter(({ findings }) => findings.length > 0);
  return { commands, broken };
}
