import { expect } from "vitest";
import type { JournalFollower } from "../../../src/journal/journal-follower.ts";
import { SnapshotStore } from "../../../src/journal/snapshot-store.ts";
import { HistoryFollower } from "../../../src/main/history/history-follower.ts";
import type { HistoryStore } from "../../../src/projections/history/history-store.ts";

/** Opens a follower that writes a history; a snapshot it cannot use fails. */
export function openFollower(
  store: HistoryStore,
  journal: JournalFollower,
  snapshotDirectory: string,
): Promise<HistoryFollower> {
  return HistoryFollower.open({
    store,
    journal,
    extent: { firstSeq: 1 },
    snapshots: new SnapshotStore({ directory: snapshotDirectory }),
    onSnapshotFault: () => expect.unreachable(),
  });
}
