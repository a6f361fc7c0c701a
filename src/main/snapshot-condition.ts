/** Reports to the operator when snapshots cannot be written, and when they can again. */
import { join } from "node:path";
import { messageOf } from "../journal/operating-fault.ts";
import type { Conditions } from "../ops/conditions.ts";
import type { SnapshotScheduleOptions } from "../sequencer/snapshot-schedule.ts";

type SnapshotListeners = Pick<
  SnapshotScheduleOptions<never, never, never>,
  "onFault" | "onWritten" | "onLeftover"
>;

/**
 * Returns listeners for the snapshot schedule. `onDefect` receives faults not caused by the disk.
 */
export function snapshotCondition(
  conditions: Pick<Conditions, "begin" | "end">,
  dataDir: string,
  onDefect: (fault: unknown) => void,
): SnapshotListeners {
  const directory = join(dataDir, "snapshots");
  return {
    onFault(thrown) {
      const cost = "the journal is kept, and a start replays it from the last snapshot";
      const detail = `${directory}: no snapshot could be written: ${messageOf(thrown)}; ${cost}`;
      conditions.begin("snapshot_unwritable", detail);
      const isOfSystem = thrown instanceof Error && "syscall" in thrown;
      if (!isOfSystem) onDefect(thrown);
    },
    onWritten: () => conditions.end("snapshot_unwritable"),
    onLeftover: onDefect,
  };
}
