/** Checkpoints of an SQLite file, for a thread beside the one that writes the file. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** A connection that moves pages from the write-ahead log into the file. */
export class SqliteCheckpoints {
  readonly #database: DatabaseSync;
  readonly #move: StatementSync;

  /** Fails when the file does not exist: it is never created here. */
  constructor(path: string) {
    const url = pathToFileURL(path);
    url.search = "mode=rw";
    this.#database = new DatabaseSync(url);
    this.#move = this.#database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /**
   * Moves all pages that no reader still needs from the log, and makes both files durable in the
   * order that a power failure demands. Transactions of other connections go on meanwhile.
   */
  run(): void {
    this.#move.all();
  }

  close(): void {
    this.#database.close();
  }
}
