/**
 * Archives what no start needs of the journal, and removes what is older than the operator wants to
 * keep, while the exchange runs (decision 0087).
 */
import { join } from "node:path";
import type { FileCommandLog, RemovedArchives } from "../journal/file-command-log.ts";
import { messageOf } from "../journal/operating-fault.ts";
import type { SnapshotStore } from "../journal/snapshot-store.ts";
import type { Conditions } from "../ops/conditions.ts";

export type JournalArchiveOptions = {
  readonly log: Pick<FileCommandLog, "archiveBefore" | "removeArchives" | "isOpen">;
  readonly snapshots: Pick<SnapshotStore, "list">;
  /**
   * Reads a snapshot and checks its digest, in parts between which orders are executed; fails when
   * it is not intact.
   */
  readonly checkSnapshot: (seq: number) => Promise<void>;
  /** Last seq whose rows the history has; it reads later segments again and again. */
  readonly historySeq: () => number;
  readonly conditions: Pick<Conditions, "begin" | "end" | "isActive">;
  readonly dataDir: string;
  readonly retention: JournalRetention;
};

export type JournalRetention = {
  /** Age in ms after which archives are removed; undefined keeps all. */
  readonly keepMs: number | undefined;
  /** Exchange time, in ms since 1970. */
  readonly nowMs: () => number;
  /** Called after archives were removed. */
  readonly onRemoved: (removed: RemovedArchives) => void;
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
      if (seq !== undefined) {
        await this.#options.log.archiveBefore(seq);
        await this.#removeOld(seq);
      }
      conditions.end("archive_unwritable");
    } catch (thrown) {
      const path = join(dataDir, "journal");
      const cause = `could not be archived or removed: ${messageOf(thrown)}`;
      const detail = `${path}: a full segment ${cause}`;
      conditions.begin("archive_unwritable", detail);
    }
  }

  async #removeOld(beforeSeq: number): Promise<void> {
    const { conditions, log, retention } = this.#options;
    const { keepMs, nowMs, onRemoved } = retention;
    if (keepMs === undefined) return;
    // A history that does not work may have to be rebuilt from the first command.
    if (conditions.isActive("history_off") || conditions.isActive("history_rebuilding")) return;
    const removed = await log.removeArchives({ beforeSeq, beforeMs: nowMs() - keepMs });
    if (removed.archives > 0) onRemoved(removed);
  }

  /**
   * Returns the seq before which no start needs the journal; undefined while there is no second
   * snapshot to fall back on. Reads all snapshots, so that a damaged one is not relied on.
   */
  async #unneededBefore(): Promise<number | undefined> {
    const { checkSnapshot, historySeq, snapshots } = this.#options;
    const seqs = await snapshots.list();
    const oldest = seqs.at(-1);
    if (oldest === undefined || seqs.length < 2) return undefined;
    for (const seq of seqs) await checkSnapshot(seq);
    return Math.min(oldest, historySeq()) + 1;
  }
}
