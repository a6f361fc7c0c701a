import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import {
  type AppendResult,
  type CommandBatch,
  type CommandLog,
  type LogExtent,
  LogFault,
  type LoggedBatch,
  SEQ_FIRST,
} from "./command-log.ts";
import type { FileLayer } from "./file-layer.ts";
import { type ExpectedEnd, type RecordedEnd, refuseLostEnd } from "./journal-end.ts";
import type { DurableEnd } from "./journal-follower.ts";
import { LogCursor, type SegmentSource } from "./log-cursor.ts";
import { nodeFileLayer } from "./node-file-layer.ts";
import { EMPTY_TAIL, inspectTail, repairTail } from "./repair-tail.ts";
import { segmentFirstSeq } from "./segment.ts";
import {
  archiveSegment,
  clearUnfinishedArchives,
  firstTimeOf,
  listSegmentFiles,
  listSegments,
  removeSegment,
  segmentFileBytes,
} from "./segment-files.ts";
import { SegmentWriter, SPARE_NAME } from "./segment-writer.ts";

/**
 * Default segment size: 16 MiB are preallocated in a few milliseconds at the first start; a day of
 * load creates thousands of segments.
 */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

export interface FileCommandLogOptions {
  /** Directory of the journal alone; created when absent. */
  readonly directory: string;
  readonly files?: FileLayer;
  /** Size of new segments in bytes; also bounds the size of a batch. */
  readonly segmentBytes?: number;
  readonly salt?: () => bigint;
  /** End of the journal according to other files; a journal that ends earlier is not opened. */
  readonly expected?: ExpectedEnd;
  /** Called when a new segment comes into use. */
  readonly onSegment?: () => void;
  /**
   * Called with the reason when the next segment cannot be prepared, and with undefined when a
   * later attempt succeeds.
   */
  readonly onSpareFault?: (fault: unknown) => void;
}

/** What `removeArchives` removed, and where the journal begins after it. */
export interface RemovedArchives {
  readonly archives: number;
  /** Size of the removed files. */
  readonly bytes: number;
  /** First command that is left. */
  readonly firstSeq: number;
  /** Time of its batch, in ms since 1970; undefined when nothing was removed. */
  readonly firstMs: number | undefined;
}

/** The journal on the local disk. One process at a time; see `lockDirectory`. */
export class FileCommandLog implements CommandLog {
  readonly #directory: string;
  readonly #files: FileLayer;
  readonly #segmentBytes: number;
  readonly #salt: () => bigint;
  readonly #expected: ExpectedEnd | undefined;
  readonly #onSegment: () => void;
  readonly #onSpareFault: (fault: unknown) => void;
  readonly #names: string[] = [];
  readonly #source: SegmentSource;
  #writer: SegmentWriter | undefined;
  #epoch = 0;
  #appending: Promise<Uint8Array> | undefined;
  #cursor: LogCursor | undefined;
  #growth: PromiseWithResolvers<void> | undefined;
  #bytesCut = 0;

  constructor(options: FileCommandLogOptions) {
    this.#directory = options.directory;
    this.#files = options.files ?? nodeFileLayer;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#salt = options.salt ?? (() => randomBytes(8).readBigUInt64LE());
    this.#expected = options.expected;
    this.#onSegment = options.onSegment ?? (() => undefined);
    this.#onSpareFault = options.onSpareFault ?? (() => undefined);
    this.#source = {
      directory: this.#directory,
      files: this.#files,
      names: this.#names,
      durableOffset: (name) =>
        name === this.#writer?.name ? this.#writer.durableOffset : Number.POSITIVE_INFINITY,
      epochMax: () => this.#epoch,
    };
  }

  /** Whether the journal accepts batches. */
  get isOpen(): boolean {
    return this.#writer !== undefined;
  }

  /** Bytes of a torn last write that `open` removed. */
  get bytesCut(): number {
    return this.#bytesCut;
  }

  /** Returns the end up to which a `JournalFollower` may read now. */
  get durableEnd(): DurableEnd {
    const { durableOffset, lastSeq, name } = this.#opened();
    return { seq: lastSeq, segment: name, fileOffset: durableOffset, epoch: this.#epoch };
  }

  /**
   * Returns the end of the last batch that can no longer be retracted, for the durable-end file.
   */
  get recordedEnd(): RecordedEnd {
    const { name: segment, settled } = this.#opened();
    return { seq: settled.seq, hash: settled.hash, segment, epoch: this.#epoch };
  }

  async open(): Promise<LogExtent> {
    if (this.#writer !== undefined) throw new LogFault("unavailable", "the journal is open");
    const recorded = this.#expected?.recorded;
    const found = await inspectTail(this.#files, this.#directory, recorded?.seq);
    const { last } = found;
    const tail = last ?? EMPTY_TAIL;
    const end = { ...found, lastSeq: tail.lastSeq, segment: last?.name ?? "" };
    refuseLostEnd(this.#directory, end, this.#expected);
    await this.#files.createDirectory(this.#directory);
    await this.#files.flushDirectory(dirname(this.#directory));
    const names = await this.#files.list(this.#directory);
    if (names.includes(SPARE_NAME)) await this.#files.remove(join(this.#directory, SPARE_NAME));
    await clearUnfinishedArchives(this.#files, this.#directory);
    const isLossAccepted = this.#expected?.acceptLossAfter !== undefined;
    await repairTail(this.#files, this.#directory, { ...found, isLossAccepted });
    // The name of the last segment may not be on stable storage either.
    await this.#files.flushDirectory(this.#directory);
    this.#names.push(...(await listSegments(this.#files, this.#directory)));
    this.#bytesCut = last?.bytesCut ?? 0;
    // A writer that wrote no batch has left its epoch only in the durable-end file.
    this.#epoch = Math.max(tail.lastEpoch, recorded?.epoch ?? 0) + 1;
    const writer = new SegmentWriter(
      {
        directory: this.#directory,
        files: this.#files,
        segmentBytes: this.#segmentBytes,
        epoch: this.#epoch,
        salt: this.#salt,
        onSegment: (name) => {
          this.#names.push(name);
          if (this.#writer !== undefined) this.#onSegment();
        },
        onSpareFault: this.#onSpareFault,
      },
      tail,
    );
    await writer.start(last);
    this.#writer = writer;
    return {
      firstSeq: this.#firstSeq(),
      lastSeq: tail.lastSeq,
      lastHash: tail.lastHash,
      epoch: this.#epoch,
    };
  }

  async append(expectedSeq: number, epoch: number, batch: CommandBatch): Promise<AppendResult> {
    const writer = this.#writerOf(epoch);
    if (expectedSeq !== writer.lastSeq + 1 || batch.firstSeq !== expectedSeq || batch.count < 1) {
      throw new LogFault("wrong_seq", `expected ${writer.lastSeq + 1}, got ${batch.firstSeq}`);
    }
    if (this.#appending !== undefined) throw new LogFault("wrong_seq", "an append is under way");
    this.#appending = writer.append(batch);
    try {
      const hash = await this.#appending;
      return { seq: writer.lastSeq, hash };
    } finally {
      this.#appending = undefined;
      this.#wakeFollowers();
    }
  }

  async retract(firstSeq: number, epoch: number): Promise<void> {
    const writer = this.#writerOf(epoch);
    if (this.#appending !== undefined) throw new LogFault("wrong_seq", "an append is under way");
    await this.#cursor?.close();
    this.#cursor = undefined;
    await writer.retract(firstSeq);
  }

  async read(fromSeq: number, limit: number): Promise<readonly LoggedBatch[]> {
    const lastSeq = this.#opened().lastSeq;
    this.#refuseGap(fromSeq);
    if (fromSeq > lastSeq) return [];
    let cursor = this.#cursor;
    // Removed while in use, so that a concurrent reader opens its own cursor.
    this.#cursor = undefined;
    if (cursor?.nextSeq !== fromSeq) {
      await cursor?.close();
      cursor = await LogCursor.open(this.#source, fromSeq);
    }
    const batches: LoggedBatch[] = [];
    try {
      while (batches.length < limit && cursor.nextSeq <= lastSeq) {
        const batch = await cursor.next();
        if (batch.firstSeq + batch.count > fromSeq) batches.push(batch);
      }
    } catch (thrown) {
      await cursor.close();
      throw thrown;
    }
    if (this.#cursor === undefined) this.#cursor = cursor;
    else await cursor.close();
    return batches;
  }

  async *follow(fromSeq: number): AsyncGenerator<LoggedBatch, void, void> {
    this.#refuseGap(fromSeq);
    const cursor = await LogCursor.open(this.#source, fromSeq);
    try {
      while (this.#writer !== undefined) {
        if (cursor.nextSeq > this.#writer.lastSeq) {
          this.#growth ??= Promise.withResolvers();
          await this.#growth.promise;
          continue;
        }
        const batch = await cursor.next();
        if (batch.firstSeq + batch.count > fromSeq) yield batch;
      }
    } finally {
      await cursor.close();
    }
  }

  async truncateBefore(seq: number): Promise<void> {
    this.#opened();
    for (;;) {
      const [first, second] = this.#names;
      if (first === undefined || second === undefined) break;
      if ((segmentFirstSeq(second) ?? 0) > seq) break;
      await removeSegment(this.#files, this.#directory, first);
      this.#names.shift();
    }
    await this.#files.flushDirectory(this.#directory);
  }

  /**
   * Archives the whole segments before `seq`, one after another: they stay readable and take less
   * space. Call it only with a seq that a verified snapshot covers, one call at a time. Ends early
   * when the journal is closed.
   */
  async archiveBefore(seq: number): Promise<void> {
    const segments = await listSegmentFiles(this.#files, this.#directory);
    for (const [index, { name, fileName }] of segments.entries()) {
      const next = segments[index + 1];
      if (next === undefined || (segmentFirstSeq(next.name) ?? 0) > seq) return;
      if (fileName !== name) continue;
      if (!this.isOpen) return;
      await archiveSegment(this.#files, this.#directory, name);
    }
  }

  /**
   * Removes the oldest archives while all their commands are before `beforeSeq` and older than
   * `beforeMs`, in ms since 1970: the journal then begins later. Each removal is on stable storage
   * before the next, so that no gap can arise. Call it only with a seq that a verified snapshot
   * covers. Ends early when the journal is closed, or at a segment that cannot be read.
   */
  async removeArchives(bounds: {
    readonly beforeSeq: number;
    readonly beforeMs: number;
  }): Promise<RemovedArchives> {
    let bytes = 0;
    let firstMs: number | undefined;
    for (let archives = 0; ; archives++) {
      const [first, next] = await listSegmentFiles(this.#files, this.#directory);
      const firstSeq = segmentFirstSeq(first?.name ?? "") ?? SEQ_FIRST;
      if (first === undefined || next === undefined || first.fileName === first.name) {
        return { archives, bytes, firstSeq, firstMs };
      }
      const nextSeq = segmentFirstSeq(next.name) ?? Number.POSITIVE_INFINITY;
      // The first batch of the next segment is younger than all commands of this one.
      const nextMs = await firstTimeOf(this.#files, this.#directory, next.name);
      const isOld = nextMs !== undefined && nextMs < bounds.beforeMs;
      if (nextSeq > bounds.beforeSeq || !isOld || !this.isOpen) {
        return { archives, bytes, firstSeq, firstMs };
      }
      bytes += await segmentFileBytes(this.#files, this.#directory, first);
      await removeSegment(this.#files, this.#directory, first.name);
      firstMs = nextMs;
      await this.#files.flushDirectory(this.#directory);
      this.#names.splice(0, this.#names.indexOf(first.name) + 1);
    }
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    this.#wakeFollowers();
    await this.#cursor?.close();
    this.#cursor = undefined;
    // The caller of `append` receives its failure.
    await this.#appending?.catch(() => undefined);
    await writer?.close();
    this.#names.length = 0;
  }

  #writerOf(epoch: number): SegmentWriter {
    if (epoch === this.#epoch) return this.#opened();
    throw new LogFault("fenced", `epoch ${this.#epoch} writes, not ${epoch}`);
  }

  #opened(): SegmentWriter {
    if (this.#writer === undefined) throw new LogFault("unavailable", "the journal is not open");
    return this.#writer;
  }

  #firstSeq(): number {
    const first = this.#names[0];
    return first === undefined ? SEQ_FIRST : (segmentFirstSeq(first) ?? SEQ_FIRST);
  }

  #refuseGap(fromSeq: number): void {
    const firstSeq = this.#firstSeq();
    if (fromSeq >= firstSeq) return;
    throw new LogFault("gap", `seq ${fromSeq} was asked for, the journal begins at ${firstSeq}`);
  }

  #wakeFollowers(): void {
    this.#growth?.resolve();
    this.#growth = undefined;
  }
}
