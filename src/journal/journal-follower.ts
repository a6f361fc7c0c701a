/**
 * Reads the journal from another thread while it is being written: one batch after another, up to
 * the durable end that the writer published. Unread batches stay in the journal and take no memory.
 */
import type { LoggedBatch } from "./command-log.ts";
import type { FileLayer } from "./file-layer.ts";
import { LogCursor, type SegmentSource } from "./log-cursor.ts";
import { nodeFileLayer } from "./node-file-layer.ts";
import { listSegments } from "./segment-files.ts";

/**
 * Durable end of a journal: everything up to `seq`, and up to `fileOffset` in the segment in use.
 */
export interface DurableEnd {
  readonly seq: number;
  readonly segment: string;
  readonly fileOffset: number;
  /** Epoch of the writer; frames of a later epoch are not its own. */
  readonly epoch: number;
}

export interface JournalFollowerOptions {
  /** Directory of a journal that is open in a writer and is not truncated at its beginning. */
  readonly directory: string;
  readonly files?: FileLayer;
  /** Initial end of reading; `reach` extends it. */
  readonly end: DurableEnd;
}

export class JournalFollower {
  readonly #source: SegmentSource;
  readonly #names: string[] = [];
  #end: DurableEnd;
  #cursor: LogCursor | undefined;

  constructor(options: JournalFollowerOptions) {
    this.#end = options.end;
    this.#source = {
      directory: options.directory,
      files: options.files ?? nodeFileLayer,
      names: this.#names,
      durableOffset: (name) =>
        name === this.#end.segment ? this.#end.fileOffset : Number.POSITIVE_INFINITY,
      epochMax: () => this.#end.epoch,
    };
  }

  /** Seq of the last command that may be read. */
  get endSeq(): number {
    return this.#end.seq;
  }

  /** Extends the end after the writer has advanced. */
  reach(end: DurableEnd): void {
    if (end.seq > this.#end.seq) this.#end = end;
  }

  /**
   * Returns the batch that begins with `seq`, or undefined when it is not durable yet. Cheap when
   * `seq` follows the previously read batch. Fails with a `LogFault`: `gap`, `damaged`.
   */
  async read(seq: number): Promise<LoggedBatch | undefined> {
    if (seq > this.#end.seq) return undefined;
    if (!this.#names.includes(this.#end.segment)) await this.#refreshSegments();
    if (this.#cursor?.nextSeq !== seq) await this.#openCursor(seq);
    const cursor = this.#cursor as LogCursor;
    for (;;) {
      const batch = await cursor.next();
      if (batch.firstSeq + batch.count > seq) return batch;
    }
  }

  async close(): Promise<void> {
    await this.#cursor?.close();
    this.#cursor = undefined;
  }

  async #openCursor(seq: number): Promise<void> {
    await this.close();
    this.#cursor = await LogCursor.open(this.#source, seq);
  }

  async #refreshSegments(): Promise<void> {
    const { directory, files } = this.#source;
    const names = await listSegments(files, directory);
    this.#names.splice(0, this.#names.length, ...names);
  }
}
