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

/** The second is for the day on which the first cannot be read. */
export const SNAPSHOTS_KEPT = 2;
const TEMPORARY_NAME = "snapshot.temporary";
const WRITE_BYTES = 1024 * 1024;

/** A snapshot is there and cannot be used. */
export class SnapshotFault extends OperatingFault {
  readonly code = "snapshot_damaged";
}

/** A snapshot was written, and an older one that is to go could not be removed. */
export class OldSnapshotKept extends OperatingFault {
  readonly code = "old_snapshot_kept";
}

export interface SnapshotStoreOptions {
  /** Holds nothing but snapshots; is created when absent. */
  readonly directory: string;
  readonly files?: FileLayer;
  /**
   * Given: the newest snapshot that is not past this seq is kept as well, for a reader of the
   * journal that has come no further and would otherwise begin with the first command.
   */
  readonly neededSeq?: () => number;
  /** Hears of each snapshot that is complete and on stable storage. */
  readonly onWritten?: (snapshot: Snapshot) => void;
}

/** Snapshots on the local disk, the newest two of them. One process at a time. */
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

  /** Seqs of the snapshots, newest first; whether they are intact only `read` tells. */
  async list(): Promise<number[]> {
    const seqs: number[] = [];
    for (const name of await this.#files.list(this.#directory)) {
      const seq = snapshotSeq(name);
      if (seq !== undefined) seqs.push(seq);
    }
    return seqs.sort((one, other) => other - one);
  }

  /** Path and seq of each snapshot whose header is intact: the journal came that far. */
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

  /** Renames the snapshots past `seq`, so that none of them is used. */
  async setAsideAfter(seq: number): Promise<void> {
    for (const each of await this.list()) {
      const path = join(this.#directory, snapshotName(each));
      if (each > seq) await this.#files.rename(path, `${path}.lost-after-${seq}`);
    }
    await this.#files.flushDirectory(this.#directory);
  }

  /**
   * Complete and on stable storage when it resolves; older ones beyond `SNAPSHOTS_KEPT` are gone,
   * but for the one that a reader needs.
   * A failure leaves the earlier snapshots as they were and is the system's own error; after
   * `OldSnapshotKept` the new one is there as well, and the next write removes the older ones.
   */
  async write(snapshot: Snapshot): Promise<void> {
    const temporary = join(this.#directory, TEMPORARY_NAME);
    // A power cut can leave a snapshot under both names of its rename: writing into one would
    // destroy the other.
    await this.#dropTemporary(temporary);
    try {
      await this.#writeFile(temporary, snapshot);
    } catch (thrown) {
      await this.#dropTemporary(temporary);
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

  /** Fails with `SnapshotFault` when the file is damaged or of another format. */
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
      for (let at = 0; at < state.length; at += WRITE_BYTES) {
        const part = state.subarray(at, at + WRITE_BYTES);
        await writeWhole(file, part, SNAPSHOT_HEADER_BYTES + at);
      }
      await file.flush();
    } finally {
      await file.close();
    }
  }

  /** Gives back the room of a snapshot that did not come about; the first failure counts. */
  async #dropTemporary(path: string): Promise<void> {
    try {
      await this.#files.remove(path);
    } catch {
      // Absent, or the disk is gone altogether: the caller has the cause already.
    }
  }
}
