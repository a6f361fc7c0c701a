/** Archives what no start needs of the journal, while the exchange runs (decision 0087). */
import { join } from "node:path";
import type { FileCommandLog } from "../journal/file-command-log.ts";
import { messageOf } from "../journal/operating-fault.ts";
import type { SnapshotStore } from "../journal/snapshot-store.ts";
import type { Conditions } from "../ops/conditions.ts";

export type JournalArchiveOptions = {
  readonly log: Pick<FileCommandLog, "archiveBefore" | "isOpen">;
  readonly snapshots: Pick<SnapshotStore, "list" | "read">;
  /** Last seq whose rows the history has; it reads later segments again and again. */
  readonly historySeq: () => number;
  readonly conditions: Pick<Conditions, "begin" | "end">;
  readonly dataDir: string;
};

export class JournalArchive {
  readonly #options: JournalArchiveOptions;
  #running: Promise<void> | undefined;

  constructor(options: JournalArchiveOptions) {
    this.#options = options;
  }

  /**
   * Begins to archive the segments before the oldest kept snapshot, unless a pass is running. Call
   * it after each snapshot. A pass ends when the journal is closed.
   */
  begin(): void {
    if (!this.#options.log.isOpen) return;
    this.#running ??= this.#pass().finally(() => {
      this.#running = undefined;
    });
  }

  /** Waits for a running pass. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #pass(): Promise<void> {
    const { conditions, dataDir } = this.#options;
    try {
      const seq = await this.#unneededBefore();
      if (seq !== undefined) await this.#options.log.archiveBefore(seq);
      conditions.end("archive_unwritable");
    } catch (thrown) {
      const path = join(dataDir, "journal");
      const detail = `${path}: a full segment could not be archived: ${messageOf(thrown)}`;
      conditions.begin("archive_unwritable", detail);
    }
  }

  /**
   * Returns the seq before which no start needs the journal; undefined while there is no second
   * snapshot to fall back on. Reads all snapshots, so that a damaged one is not relied on.
   */
  async #unneededBefore(): Promise<number | undefined> {
    const { historySeq, snapshots } = this.#options;
    const seqs = await snapshots.list();
    const oldest = seqs.at(-1);
    if (oldest === undefined || seqs.length < 2) return undefined;
    for (const seq of seqs) await snapshots.read(seq);
    return Math.min(oldest, historySeq()) + 1;
  }
}
