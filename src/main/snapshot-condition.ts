/** Tells the operator when snapshots cannot be written, and when they can again. */
import { join } from "node:path";
import { messageOf } from "../journal/operating-fault.ts";
import type { Conditions } from "../ops/conditions.ts";
import type { SnapshotScheduleOptions } from "../sequencer/snapshot-schedule.ts";

type SnapshotNews = Pick<
  SnapshotScheduleOptions<never, never, never>,
  "onFault" | "onWritten" | "onLeftover"
>;

/** `onDefect` hears of faults that are not the disk's. */
export function snapshotCondition(
  conditions: Pick<Conditions, "begin" | "end">,
  dataDir: string,
  onDefect: (fault: unknown) => void,
): SnapshotNews {
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
