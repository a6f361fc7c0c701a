/**
 * Makes a snapshot from files alone: loads the newest snapshot and replays the journal after it, as
 * a start does. The exchange that writes the journal is not involved and does not wait.
 */
import type { LogExtent } from "./command-log.ts";
import type { FileLayer } from "./file-layer.ts";
import { type DurableEnd, JournalFollower } from "./journal-follower.ts";
import { replayStart, replayTail } from "./recovery.ts";
import { type Snapshot, stateHash } from "./snapshot-format.ts";
import { SnapshotStore } from "./snapshot-store.ts";
import type { Command, CommandCodec, EventBuffer, StateMachine } from "./state-machine.ts";

/** Where the files are, and the batch that the snapshot ends with. */
export interface SnapshotPlace {
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
  /** First seq of the journal. */
  readonly firstSeq: number;
  /** Durable end of the journal; its `seq` is the last one that the snapshot contains. */
  readonly end: DurableEnd;
  /** Hash of the batch that ends at this seq. */
  readonly journalHash: Uint8Array;
}

export interface ReplayedSnapshotOptions<C extends Command, M> {
  readonly place: SnapshotPlace;
  readonly codec: CommandCodec<C>;
  readonly createMachine: () => M;
  /** Absent: the disk of this machine. */
  readonly files?: FileLayer;
}

/**
 * Returns the snapshot at `place.end.seq`, with the hash of its state. Fails with a `RecoveryFault`
 * when the files do not lead to this batch, or with the system's own error.
 */
export async function replayedSnapshot<
  C extends Command,
  M extends StateMachine<C, unknown, EventBuffer>,
>({ codec, createMachine, files, place }: ReplayedSnapshotOptions<C, M>): Promise<Snapshot> {
  const { end, firstSeq, journalDirectory: directory, journalHash, snapshotDirectory } = place;
  const disk = files === undefined ? {} : { files };
  const follower = new JournalFollower({ directory, end, ...disk });
  const extent: Pick<LogExtent, "firstSeq" | "lastSeq" | "lastHash"> = {
    firstSeq,
    lastSeq: end.seq,
    lastHash: journalHash,
  };
  const log = {
    read: async (seq: number) => {
      const batch = await follower.read(seq);
      return batch === undefined ? [] : [batch];
    },
  };
  try {
    // A snapshot that cannot be used is reported by the check of old files.
    const snapshots = new SnapshotStore({ directory: snapshotDirectory, ...disk });
    const start = await replayStart<C, M>({ extent, createMachine, snapshots });
    const {
      appliedSeq: seq,
      machine,
      timeMs,
    } = await replayTail<C, M>({ log, extent, codec }, start);
    const state = machine.encodeState();
    return { seq, timeMs, journalHash, state, stateHash: stateHash(state) };
  } finally {
    await follower.close();
  }
}
