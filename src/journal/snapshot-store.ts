import { dirname, join } from "node:path";
import { type FileLayer, readWhole, writeWhole } from "./file-layer.ts";
import type { EndWitness } from "./journal-end.ts";
import { nodeFileLayer } from "./node-file-layer.ts";
import { messageOf, OperatingFault } from "./operating-fault.ts";
import {
  decodeSnapshot,
  decodeSnapshotHeader,
  encodeSnapshotHeader,
  SNAPSHOT_HEADER_BYTES,
  type Snapshot,
  snapshotName,
  snapshotSeq,
} from "./snapshot-format.ts";

/** The second snapshot is the fallback when the newest cannot be read. */
export const SNAPSHOTS_KEPT = 2;
const TEMPORARY_NAME = "snapshot.temporary";
const WRITE_BYTES = 1024 * 1024;

/** A snapshot that is damaged or of an unknown format. */
export class SnapshotFault extends OperatingFault {
  readonly code = "snapshot_damaged";
}

/** A snapshot was written, but an older one could not be removed. */
export class OldSnapshotKept extends OperatingFault {
  readonly code = "old_snapshot_kept";
}

export interface SnapshotStoreOptions {
  /** Directory of the snapshots alone; created when absent. */
  readonly directory: string;
  readonly files?: FileLayer;
  /**
   * If given, the newest snapshot at or before this seq is kept as well, for a journal reader that
   * is behind and would otherwise start with the first command.
   */
  readonly neededSeq?: () => number;
  /** Called for each snapshot once it is complete and on stable storage. */
  readonly onWritten?: (snapshot: Snapshot) => void;
}

/** Snapshots on the local disk; keeps the newest two. One process at a time. */
export class SnapshotStore {
  readonly #directory: string;
  readonly #files: FileLayer;
  readonly #neededSeq: () => number;
  readonly #onWritten: (snapshot: Snapshot) => void;

  constructor(options: SnapshotStoreOptions) {
    this.#directory = options.directory;
    this.#files = options.files ?? nodeFileLayer;
    this.#neededSeq = options.neededSeq ?? (() => Number.POSITIVE_INFINITY);
    this.#onWritten = options.onWritten ?? (() => undefined);
  }

  async open(): Promise<void> {
    await this.#files.createDirectory(this.#directory);
    await this.#files.flushDirectory(dirname(this.#directory));
  }

  /**
   * Returns the seqs of the snapshots, newest first. Only `read` checks whether they are intact.
   */
  async list(): Promise<number[]> {
    const seqs: number[] = [];
    for (const name of await this.#files.list(this.#directory)) {
      const seq = snapshotSeq(name);
      if (seq !== undefined) seqs.push(seq);
    }
    return seqs.sort((first, second) => second - first);
  }

  /**
   * Returns path and seq of each snapshot with an intact header: proof that the journal reached it.
   */
  async witnesses(): Promise<EndWitness[]> {
    const found: EndWitness[] = [];
    for (const seq of await this.list()) {
      const path = join(this.#directory, snapshotName(seq));
      const file = await this.#files.open(path, "read");
      try {
        const bytes = new Uint8Array(SNAPSHOT_HEADER_BYTES);
        const read = await readWhole(file, bytes, 0);
        const header = decodeSnapshotHeader(bytes.subarray(0, read));
        if (typeof header !== "string" && header.seq === seq) found.push({ path, seq });
      } finally {
        await file.close();
      }
    }
    return found;
  }

  /** Renames the snapshots after `seq`, so that they are not used. */
  async setAsideAfter(seq: number): Promise<void> {
    for (const each of await this.list()) {
      const path = join(this.#directory, snapshotName(each));
      if (each > seq) await this.#files.rename(path, `${path}.lost-after-${seq}`);
    }
    await this.#files.flushDirectory(this.#directory);
  }

  /**
   * Writes a snapshot. When it resolves, the snapshot is complete and on stable storage, and those
   * beyond `SNAPSHOTS_KEPT` are removed, except one that a reader needs. On failure, the system's
   * own error, the earlier snapshots are unchanged. After `OldSnapshotKept` the new snapshot is in
   * place, and the next write removes the older ones.
   */
  async write(snapshot: Snapshot): Promise<void> {
    const temporary = join(this.#directory, TEMPORARY_NAME);
    // A power failure can leave one file under both names of a rename: writing to one name would
    // destroy the other.
    await this.#removeTemporary(temporary);
    try {
      await this.#writeFile(temporary, snapshot);
    } catch (thrown) {
      await this.#removeTemporary(temporary);
      throw thrown;
    }
    await this.#files.rename(temporary, join(this.#directory, snapshotName(snapshot.seq)));
    await this.#files.flushDirectory(this.#directory);
    this.#onWritten(snapshot);
    await this.#removeOld().catch((thrown: unknown) => {
      const message = `${this.#directory}: ${messageOf(thrown)}`;
      throw new OldSnapshotKept(message, { cause: thrown });
    });
  }

  /** Reads a snapshot. Fails with `SnapshotFault` when it is damaged or of an unknown format. */
  async read(seq: number): Promise<Snapshot> {
    const path = join(this.#directory, snapshotName(seq));
    const file = await this.#files.open(path, "read");
    try {
      const bytes = new Uint8Array(await file.sizeBytes());
      const read = await readWhole(file, bytes, 0);
      const snapshot = decodeSnapshot(bytes.subarray(0, read));
      if (typeof snapshot === "string") throw new SnapshotFault(`${path}: ${snapshot}`);
      if (snapshot.seq !== seq) throw new SnapshotFault(`${path}: it is of seq ${snapshot.seq}`);
      return snapshot;
    } finally {
      await file.close();
    }
  }

  async #removeOld(): Promise<void> {
    const seqs = await this.list();
    const neededSeq = this.#neededSeq();
    const needed = seqs.find((seq) => seq <= neededSeq);
    for (const seq of seqs.slice(SNAPSHOTS_KEPT)) {
      if (seq === needed) continue;
      await this.#files.remove(join(this.#directory, snapshotName(seq)));
    }
  }

  async #writeFile(path: string, snapshot: Snapshot): Promise<void> {
    const file = await this.#files.open(path, "write");
    try {
      await writeWhole(file, encodeSnapshotHeader(snapshot), 0);
      const { state } = snapshot;
      for (let offset = 0; offset < state.length; offset += WRITE_BYTES) {
        const chunk = state.subarray(offset, offset + WRITE_BYTES);
        await writeWhole(file, chunk, SNAPSHOT_HEADER_BYTES + offset);
      }
      await file.flush();
    } finally {
      await file.close();
    }
  }

  /**
   * Frees the space of an incomplete snapshot, ignoring errors: the first failure is the one to
   * report.
   */
  async #removeTemporary(path: string): Promise<void> {
    try {
      await this.#files.remove(path);
    } catch {
      // The file is absent, or the disk has failed and the caller already has the cause.
    }
  }
}
