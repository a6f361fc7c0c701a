/**
 * Reads the journal beside its writer, from another thread: batch after batch, up to the place that
 * the writer said is durable and no further. What waits to be read lies in the journal alone.
 */
import type { LoggedBatch } from "./command-log.ts";
import type { FileLayer } from "./file-layer.ts";
import { LogCursor, type SegmentSource } from "./log-cursor.ts";
import { nodeFileLayer } from "./node-file-layer.ts";
import { listSegments } from "./repair-tail.ts";

/** How far a journal may be read: everything up to `seq`, and up to a place in its last segment. */
export interface DurableEnd {
  readonly seq: number;
  readonly segment: string;
  readonly at: number;
  /** Of the writer; what bears a later one is not its. */
  readonly epoch: number;
}

export interface JournalFollowerOptions {
  /** The journal of a writer that is open and cuts nothing off its beginning. */
  readonly directory: string;
  readonly files?: FileLayer;
  /** Where reading ends until more is told. */
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
      durableEnd: (name) => (name === this.#end.segment ? this.#end.at : Number.POSITIVE_INFINITY),
      epochMax: () => this.#end.epoch,
    };
  }

  /** Seq of the last command that may be read. */
  get endSeq(): number {
    return this.#end.seq;
  }

  /** The writer has come further. */
  reach(end: DurableEnd): void {
    if (end.seq > this.#end.seq) this.#end = end;
  }

  /**
   * The batch that begins with `seq`, or undefined when it is not durable yet. Cheap when `seq`
   * follows the batch read before. Fails with a `LogFault`: `gap`, `damaged`.
   */
  async read(seq: number): Promise<LoggedBatch | undefined> {
    if (seq > this.#end.seq) return undefined;
    if (!this.#names.includes(this.#end.segment)) await this.#findSegments();
    if (this.#cursor?.nextSeq !== seq) await this.#place(seq);
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

  async #place(seq: number): Promise<void> {
    await this.close();
    this.#cursor = await LogCursor.at(this.#source, seq);
  }

  async #findSegments(): Promise<void> {
    const { directory, files } = this.#source;
    const names = await listSegments(files, directory);
    this.#names.splice(0, this.#names.length, ...names);
  }
}
