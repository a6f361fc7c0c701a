/**
 * Writes frames into preallocated segments, and prepares the next segment before the current one is
 * full. A failed write or flush is never retried: the kernel may have dropped the dirty pages, so
 * the content of the disk is unknown. Lack of space is the exception, because it is reported before
 * anything is lost.
 */
import { join } from "node:path";
import { type CommandBatch, LogFault } from "./command-log.ts";
import { type FileLayer, isNoRoom, isShortage, type OpenFile, writeWhole } from "./file-layer.ts";
import { encodeFrame, FRAME_BYTES_MAX, FRAME_HEADER_BYTES, frameHash, frameSpan } from "./frame.ts";
import { messageOf } from "./operating-fault.ts";
import type { LastSegment } from "./repair-tail.ts";
import {
  encodeSegmentHeader,
  SEGMENT_HEADER_BYTES,
  type SegmentHeader,
  segmentName,
} from "./segment.ts";

export const SPARE_NAME = "spare.preallocated";
/** One write of preallocation; short, so that concurrent frames do not wait for long. */
const ZEROS = new Uint8Array(512 * 1024);
/** Share of the current segment in use at which the spare segment is created. */
const SPARE_FROM_SHARE = 0.25;

export interface SegmentWriterOptions {
  readonly directory: string;
  readonly files: FileLayer;
  readonly segmentBytes: number;
  readonly epoch: number;
  /** Random number per segment: payload bytes cannot imitate a frame without knowing it. */
  readonly salt: () => bigint;
  /** Called with the name of each segment as it comes into use. */
  readonly onSegment: (name: string) => void;
  /**
   * Called with the reason when the next segment cannot be prepared, and with undefined when a
   * later attempt succeeds.
   */
  readonly onSpareFault?: (fault: unknown) => void;
}

type Spare = "absent" | "preparing" | "ready" | "no_room" | "delayed";

/** Bounds in ms of the pause between attempts to create a spare segment; it doubles each time. */
const SPARE_RETRY_MIN_MS = 100;
const SPARE_RETRY_MAX_MS = 5_000;

export class SegmentWriter {
  readonly #options: SegmentWriterOptions;
  #file: OpenFile | undefined;
  #name = "";
  #header: SegmentHeader | undefined;
  #fileOffset = 0;
  #lastHash: Uint8Array;
  #lastSeq: number;
  #spare: Spare = "absent";
  #spareWork: Promise<void> = Promise.resolve();
  /** Reason why the spare segment is delayed; the segment in use is not affected. */
  #spareFault: unknown;
  #spareRetryMs = SPARE_RETRY_MIN_MS;
  #spareRetryAtMs = 0;
  #frame = new Uint8Array(64 * 1024);
  /** Start of the last frame, and the seq and hash before it: everything needed to retract it. */
  #last:
    | { readonly fileOffset: number; readonly seq: number; readonly hash: Uint8Array }
    | undefined;
  /** File offset up to which a write may have left bytes after the last frame. */
  #writtenOffset = 0;
  /** First failure after which the content of the disk is unknown. */
  #failure: unknown;
  /** Segment that is being put into use; completed steps are not repeated after a failure. */
  #nextSegment: { file: OpenFile; header: SegmentHeader; isRenamed: boolean } | undefined;

  constructor(
    options: SegmentWriterOptions,
    tail: { readonly lastSeq: number; readonly lastHash: Uint8Array },
  ) {
    this.#options = options;
    this.#lastSeq = tail.lastSeq;
    this.#lastHash = tail.lastHash;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get lastHash(): Uint8Array {
    return this.#lastHash;
  }

  /** The last batch that can no longer be retracted. */
  get settled(): { readonly seq: number; readonly hash: Uint8Array } {
    return this.#last ?? { seq: this.#lastSeq, hash: this.#lastHash };
  }

  /** Name of the segment in use; empty before the first. */
  get name(): string {
    return this.#name;
  }

  /** File offset in the segment in use up to which all frames are durable. */
  get durableOffset(): number {
    return this.#fileOffset;
  }

  /** Continues an existing segment, or begins the first. */
  async start(last: LastSegment | undefined): Promise<void> {
    if (last === undefined) return this.#roll();
    const path = join(this.#options.directory, last.name);
    this.#file = await this.#options.files.open(path, "write_through");
    this.#name = last.name;
    this.#header = last.header;
    this.#fileOffset = last.fileOffset;
  }

  /**
   * Appends a batch; resolves with its hash once it is durable. Fails as `CommandLog.append` does.
   */
  async append(batch: CommandBatch): Promise<Uint8Array> {
    this.#refuseAfterFailure();
    const length = FRAME_HEADER_BYTES + batch.payload.length;
    const lengthMax = Math.min(FRAME_BYTES_MAX, this.#options.segmentBytes - SEGMENT_HEADER_BYTES);
    if (length > lengthMax) {
      throw new LogFault("batch_too_large", `a batch of ${length} bytes, at most ${lengthMax} fit`);
    }
    this.#reserveFrame(length);
    this.#frame.set(batch.payload, FRAME_HEADER_BYTES);
    const copy = { ...batch, payload: this.#frame.subarray(FRAME_HEADER_BYTES, length) };
    // Lack of space is reported at once, not only when the last preallocated byte is used.
    if (this.#hasNoRoom()) await this.#prepareSpare();
    if (this.#fileOffset + frameSpan(length) > (this.#header?.sizeBytes ?? 0)) await this.#roll();
    return this.#writeFrame(copy);
  }

  /** Overwrites the last frame with zeros; see `CommandLog.retract`. */
  async retract(firstSeq: number): Promise<void> {
    this.#refuseAfterFailure();
    const last = this.#last;
    const isAppended = last !== undefined && firstSeq === last.seq + 1;
    if (!isAppended && firstSeq !== this.#lastSeq + 1) {
      throw new LogFault("wrong_seq", `seq ${firstSeq} does not begin the last batch`);
    }
    const fileOffset = isAppended ? last.fileOffset : this.#fileOffset;
    const zeros = new Uint8Array(Math.max(0, this.#writtenOffset - fileOffset));
    if (this.#file !== undefined && zeros.length > 0) {
      await this.#writeOrFail(this.#file, zeros, fileOffset);
    }
    this.#writtenOffset = fileOffset;
    if (!isAppended) return;
    this.#fileOffset = last.fileOffset;
    this.#lastSeq = last.seq;
    this.#lastHash = last.hash;
    this.#last = undefined;
  }

  async close(): Promise<void> {
    await this.#spareWork;
    await this.#nextSegment?.file.close();
    await this.#file?.close();
    this.#file = undefined;
    this.#failure ??= new LogFault("unavailable", "the journal is closed");
  }

  #refuseAfterFailure(): void {
    if (this.#failure === undefined) return;
    const message = `the journal takes no more batches: ${messageOf(this.#failure)}`;
    throw new LogFault("unavailable", message, { cause: this.#failure });
  }

  #reserveFrame(length: number): void {
    if (length > this.#frame.length) this.#frame = new Uint8Array(length * 2);
  }

  async #writeFrame(batch: CommandBatch): Promise<Uint8Array> {
    const file = this.#file;
    const header = this.#header;
    if (file === undefined || header === undefined) throw new LogFault("unavailable", "not open");
    const length = encodeFrame(this.#frame, batch, {
      epoch: this.#options.epoch,
      salt: header.salt,
      previousHash: this.#lastHash,
    });
    const frame = this.#frame.subarray(0, length);
    this.#writtenOffset = Math.max(this.#writtenOffset, this.#fileOffset + length);
    const written = this.#writeOrFail(file, frame, this.#fileOffset);
    // Hashes while the write is in progress.
    const hash = frameHash(frame);
    await written;
    this.#last = { fileOffset: this.#fileOffset, seq: this.#lastSeq, hash: this.#lastHash };
    this.#fileOffset += frameSpan(length);
    this.#lastSeq = batch.firstSeq + batch.count - 1;
    this.#lastHash = hash;
    if (this.#needsSpare() && this.#fileOffset > header.sizeBytes * SPARE_FROM_SHARE) {
      void this.#beginSpare();
    }
    return hash;
  }

  async #writeOrFail(file: OpenFile, bytes: Uint8Array, fileOffset: number): Promise<void> {
    try {
      await writeWhole(file, bytes, fileOffset);
    } catch (thrown) {
      if (isNoRoom(thrown)) throw fullFault(thrown);
      this.#failure = thrown;
      const path = join(this.#options.directory, this.#name);
      const message = `${path}: the batch after seq ${this.#lastSeq} may not be on the disk`;
      throw new LogFault("uncertain", `${message}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }

  /** Switches to a new segment that begins with the next seq. */
  async #roll(): Promise<void> {
    const { directory, files } = this.#options;
    if (this.#nextSegment === undefined) await this.#prepareSpare();
    try {
      const next = this.#nextSegment ?? (await this.#openSpare());
      this.#nextSegment = next;
      const name = segmentName(next.header.firstSeq);
      if (!next.isRenamed) {
        await writeWhole(next.file, encodeSegmentHeader(next.header), 0);
        await files.rename(join(directory, SPARE_NAME), join(directory, name));
        next.isRenamed = true;
        this.#spare = "absent";
      }
      await files.flushDirectory(directory);
      await this.#file?.close();
      this.#file = next.file;
      this.#header = next.header;
      this.#name = name;
      this.#fileOffset = SEGMENT_HEADER_BYTES;
      this.#writtenOffset = SEGMENT_HEADER_BYTES;
      this.#last = undefined;
      this.#nextSegment = undefined;
      this.#options.onSegment(name);
    } catch (thrown) {
      throw this.#faultBeforeWrite(thrown);
    }
  }

  async #openSpare(): Promise<{ file: OpenFile; header: SegmentHeader; isRenamed: boolean }> {
    const { directory, epoch, files, salt, segmentBytes } = this.#options;
    const file = await files.open(join(directory, SPARE_NAME), "write_through");
    const header: SegmentHeader = {
      sizeBytes: segmentBytes,
      firstSeq: this.#lastSeq + 1,
      epoch,
      salt: salt(),
      previousHash: this.#lastHash,
    };
    return { file, header, isRenamed: false };
  }

  /** Waits for the spare segment, and creates it if necessary. */
  async #prepareSpare(): Promise<void> {
    await this.#spareWork;
    if (this.#spare !== "ready") await this.#beginSpare();
    if (this.#hasNoRoom()) throw fullFault(this.#spareFault);
    if (this.#spareFault !== undefined) throw this.#faultBeforeWrite(this.#spareFault);
    this.#refuseAfterFailure();
  }

  #needsSpare(): boolean {
    if (this.#spare === "absent") return true;
    return this.#spare === "delayed" && performance.now() >= this.#spareRetryAtMs;
  }

  #hasNoRoom(): boolean {
    return this.#spare === "no_room";
  }

  /** Starts to create the spare segment. Never rejects: the outcome is in `#spare`. */
  #beginSpare(): Promise<void> {
    this.#spare = "preparing";
    this.#spareWork = this.#makeSpare();
    return this.#spareWork;
  }

  async #makeSpare(): Promise<void> {
    const { directory, files, segmentBytes } = this.#options;
    const path = join(directory, SPARE_NAME);
    try {
      const file = await files.open(path, "write");
      try {
        for (let fileOffset = 0; fileOffset < segmentBytes; fileOffset += ZEROS.length) {
          const zeros = ZEROS.subarray(0, Math.min(ZEROS.length, segmentBytes - fileOffset));
          await writeWhole(file, zeros, fileOffset);
          await file.flush();
        }
      } finally {
        await file.close();
      }
      this.#spare = "ready";
      if (this.#spareFault !== undefined) this.#options.onSpareFault?.(undefined);
      this.#spareFault = undefined;
      this.#spareRetryMs = SPARE_RETRY_MIN_MS;
    } catch (thrown) {
      await this.#removeSpare(path);
      this.#spareFault = thrown;
      if (isNoRoom(thrown)) {
        this.#spare = "no_room";
        return;
      }
      this.#spare = "delayed";
      this.#spareRetryAtMs = performance.now() + this.#spareRetryMs;
      this.#spareRetryMs = Math.min(this.#spareRetryMs * 2, SPARE_RETRY_MAX_MS);
      this.#options.onSpareFault?.(thrown);
    }
  }

  /**
   * Frees the space of an incomplete spare segment. The next attempt starts with an empty file in
   * any case.
   */
  async #removeSpare(path: string): Promise<void> {
    try {
      const names = await this.#options.files.list(this.#options.directory);
      if (names.includes(SPARE_NAME)) await this.#options.files.remove(path);
    } catch {
      // The cause of the failed attempt is the more useful error.
    }
  }

  #faultBeforeWrite(thrown: unknown): LogFault {
    if (thrown instanceof LogFault) return thrown;
    if (isNoRoom(thrown) || isShortage(thrown)) return fullFault(thrown);
    this.#failure = thrown;
    const message = `${this.#options.directory}: ${messageOf(thrown)}`;
    return new LogFault("unavailable", message, { cause: thrown });
  }
}

function fullFault(cause: unknown): LogFault {
  return new LogFault("full", `the journal takes no batch now: ${messageOf(cause)}`, { cause });
}
