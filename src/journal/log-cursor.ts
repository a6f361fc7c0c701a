import { join } from "node:path";
import { isSameHash, LogFault, type LoggedBatch } from "./command-log.ts";
import type { FileLayer } from "./file-layer.ts";
import { readSegmentHeader, SegmentReader, segmentFirstSeq, unknownFormat } from "./segment.ts";
import { openSegment } from "./segment-files.ts";

/** The segments that a cursor reads. */
export interface SegmentSource {
  readonly directory: string;
  readonly files: FileLayer;
  /** Names in order of first seq; the array changes as segments are added and removed. */
  readonly names: readonly string[];
  /** Returns the file offset up to which a segment may be read now. */
  durableOffset(name: string): number;
  /** Returns the epoch of the current writer. */
  epochMax(): number;
}

/** Reads batches across segments, checking that each follows the previous one. */
export class LogCursor {
  readonly #source: SegmentSource;
  #name: string;
  #reader: SegmentReader;

  private constructor(source: SegmentSource, name: string, reader: SegmentReader) {
    this.#source = source;
    this.#name = name;
    this.#reader = reader;
  }

  /**
   * Opens a cursor before the batch that contains `seq`, or will contain it. Fails with `gap` or
   * `damaged`.
   */
  static async open(source: SegmentSource, seq: number): Promise<LogCursor> {
    const name = source.names.findLast((each) => (segmentFirstSeq(each) ?? 0) <= seq);
    if (name === undefined) {
      const first = source.names[0];
      const from = first === undefined ? "nothing" : String(segmentFirstSeq(first));
      throw new LogFault("gap", `seq ${seq} was asked for, the journal begins at ${from}`);
    }
    return new LogCursor(source, name, await openReader(source, name));
  }

  get nextSeq(): number {
    return this.#reader.nextSeq;
  }

  /** Hash of the previous batch. */
  get lastHash(): Uint8Array {
    return this.#reader.lastHash;
  }

  /**
   * Returns the next batch. The caller knows that it exists; a batch that cannot be read is
   * `damaged`.
   */
  async next(): Promise<LoggedBatch> {
    for (;;) {
      const batch = await this.#reader.next();
      if (batch !== undefined) return batch;
      await this.#enterNextSegment();
    }
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #enterNextSegment(): Promise<void> {
    const { fileOffset, lastHash, nextSeq, stopReason } = this.#reader;
    const names = this.#source.names;
    const name = names[names.indexOf(this.#name) + 1];
    const path = join(this.#source.directory, this.#name);
    const damage = `${path}: damaged at byte ${fileOffset}, where seq ${nextSeq} is expected`;
    if (name === undefined || !names.includes(this.#name)) {
      throw new LogFault("damaged", `${damage} (${stopReason || "zeros"})`);
    }
    const reader = await openReader(this.#source, name);
    if (reader.nextSeq !== nextSeq || !isSameHash(reader.lastHash, lastHash)) {
      await reader.close();
      const found = `${name} begins at seq ${reader.nextSeq}`;
      throw new LogFault("damaged", `${damage} (${stopReason || "zeros"}); ${found}`);
    }
    await this.#reader.close();
    this.#reader = reader;
    this.#name = name;
  }
}

async function openReader(source: SegmentSource, name: string): Promise<SegmentReader> {
  const path = join(source.directory, name);
  const file = await openSegment(source.files, source.directory, name);
  const reading = await readSegmentHeader(file);
  if (reading.kind === "header" && reading.header.firstSeq === segmentFirstSeq(name)) {
    const { epoch } = reading.header;
    if (epoch <= source.epochMax()) {
      const endOffset = (): number => source.durableOffset(name);
      return new SegmentReader(file, reading.header, {
        endOffset,
        epochMax: () => source.epochMax(),
      });
    }
    await file.close();
    throw new LogFault("damaged", `${path}: another writer, of epoch ${epoch}, wrote it`);
  }
  await file.close();
  if (reading.kind === "unsupported") {
    throw unknownFormat(path, reading.version);
  }
  const reason = reading.kind === "damaged" ? reading.reason : "its name and its header disagree";
  throw new LogFault("damaged", `${path}: ${reason}`);
}
