/**
 * Writes frames into preallocated segments, and has the next segment ready before the current one
 * is full. A failed write or flush is never repeated: the kernel may have dropped the pages, so
 * what the disk holds is no longer known. Running out of room is the exception, since it is
 * reported before anything is lost.
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
/** One write of preallocation: short, so that frames written meanwhile do not wait for long. */
const ZEROS = new Uint8Array(512 * 1024);
/** The spare is made when this part of the current segment is used. */
const SPARE_FROM_SHARE = 0.25;

export interface SegmentWriterOptions {
  readonly directory: string;
  readonly files: FileLayer;
  readonly segmentBytes: number;
  readonly epoch: number;
  /** A fresh random number per segment: bytes of commands cannot imitate a frame. */
  readonly salt: () => bigint;
  /** Hears of segments in the order in which they come into use. */
  readonly onSegment: (name: string) => void;
  /** Hears why the next segment cannot be made now, and undefined when it is made after that. */
  readonly onSpareFault?: (fault: unknown) => void;
}

type Spare = "absent" | "preparing" | "ready" | "no_room" | "delayed";

/** Pauses between attempts to make a spare that failed, in ms: doubled from one to the other. */
const SPARE_RETRY_MIN_MS = 100;
const SPARE_RETRY_MAX_MS = 5_000;

export class SegmentWriter {
  readonly #options: SegmentWriterOptions;
  #file: OpenFile | undefined;
  #name = "";
  #header: SegmentHeader | undefined;
  #at = 0;
  #lastHash: Uint8Array;
  #lastSeq: number;
  #spare: Spare = "absent";
  #spareWork: Promise<void> = Promise.resolve();
  /** Why the spare is delayed; the segment in use is not concerned. */
  #spareFault: unknown;
  #spareRetryMs = SPARE_RETRY_MIN_MS;
  #spareRetryAtMs = 0;
  #frame = new Uint8Array(64 * 1024);
  /** Where the last frame begins, and what it follows: all that is needed to take it back. */
  #last: { readonly at: number; readonly seq: number; readonly hash: Uint8Array } | undefined;
  /** How far a write may have left bytes behind the last frame. */
  #writtenTo = 0;
  /** Set by the first failure after which the disk's content is unknown. */
  #failure: unknown;
  /** A segment that is about to come into use: what is done already is not done again. */
  #entering: { file: OpenFile; header: SegmentHeader; isRenamed: boolean } | undefined;

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

  /** The last batch that cannot be taken back any more. */
  get settled(): { readonly seq: number; readonly hash: Uint8Array } {
    return this.#last ?? { seq: this.#lastSeq, hash: this.#lastHash };
  }

  /** Name of the segment in use, empty before the first. */
  get name(): string {
    return this.#name;
  }

  /** Place in the segment in use up to which everything is durable. */
  get durableAt(): number {
    return this.#at;
  }

  /** Goes on in a segment that exists, or begins the first. */
  async start(last: LastSegment | undefined): Promise<void> {
    if (last === undefined) return this.#roll();
    const path = join(this.#options.directory, last.name);
    this.#file = await this.#options.files.open(path, "write_through");
    this.#name = last.name;
    this.#header = last.header;
    this.#at = last.at;
  }

  /** Durable when it resolves. Faults as `CommandLog.append` has them. */
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
    // Room that runs out is reported at once, not when the last preallocated byte is used.
    if (this.#hasNoRoom()) await this.#prepareSpare();
    if (this.#at + frameSpan(length) > (this.#header?.sizeBytes ?? 0)) await this.#roll();
    return this.#writeFrame(copy);
  }

  /** See `CommandLog.retract`: zeros take the place of the frame. */
  async retract(firstSeq: number): Promise<void> {
    this.#refuseAfterFailure();
    const last = this.#last;
    const isAppended = last !== undefined && firstSeq === last.seq + 1;
    if (!isAppended && firstSeq !== this.#lastSeq + 1) {
      throw new LogFault("wrong_seq", `seq ${firstSeq} does not begin the last batch`);
    }
    const at = isAppended ? last.at : this.#at;
    const zeros = new Uint8Array(Math.max(0, this.#writtenTo - at));
    if (this.#file !== undefined && zeros.length > 0) {
      await this.#writeOrFail(this.#file, zeros, at);
    }
    this.#writtenTo = at;
    if (!isAppended) return;
    this.#at = last.at;
    this.#lastSeq = last.seq;
    this.#lastHash = last.hash;
    this.#last = undefined;
  }

  async close(): Promise<void> {
    await this.#spareWork;
    await this.#entering?.file.close();
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
    this.#writtenTo = Math.max(this.#writtenTo, this.#at + length);
    const written = this.#writeOrFail(file, frame, this.#at);
    // Hashed while the write is under way.
    const hash = frameHash(frame);
    await written;
    this.#last = { at: this.#at, seq: this.#lastSeq, hash: this.#lastHash };
    this.#at += frameSpan(length);
    this.#lastSeq = batch.firstSeq + batch.count - 1;
    this.#lastHash = hash;
    if (this.#needsSpare() && this.#at > header.sizeBytes * SPARE_FROM_SHARE) {
      void this.#beginSpare();
    }
    return hash;
  }

  async #writeOrFail(file: OpenFile, bytes: Uint8Array, at: number): Promise<void> {
    try {
      await writeWhole(file, bytes, at);
    } catch (thrown) {
      if (isNoRoom(thrown)) throw full(thrown);
      this.#failure = thrown;
      const path = join(this.#options.directory, this.#name);
      const message = `${path}: the batch after seq ${this.#lastSeq} may not be on the disk`;
      throw new LogFault("uncertain", `${message}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }

  /** Goes over to a new segment that begins with the next seq. */
  async #roll(): Promise<void> {
    const { directory, files } = this.#options;
    if (this.#entering === undefined) await this.#prepareSpare();
    try {
      const next = this.#entering ?? (await this.#openSpare());
      this.#entering = next;
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
      this.#at = SEGMENT_HEADER_BYTES;
      this.#writtenTo = SEGMENT_HEADER_BYTES;
      this.#last = undefined;
      this.#entering = undefined;
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

  /** Waits until a spare is there, making it now if need be. */
  async #prepareSpare(): Promise<void> {
    await this.#spareWork;
    if (this.#spare !== "ready") await this.#beginSpare();
    if (this.#hasNoRoom()) throw full(this.#spareFault);
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

  /** Never rejects: the outcome is in `#spare`. */
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
        for (let at = 0; at < segmentBytes; at += ZEROS.length) {
          await writeWhole(file, ZEROS.subarray(0, Math.min(ZEROS.length, segmentBytes - at)), at);
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
      await this.#dropSpare(path);
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
   * Gives back the room that a half-made spare takes: others need it to make room. The next attempt
   * begins with an empty file in any case.
   */
  async #dropSpare(path: string): Promise<void> {
    try {
      const names = await this.#options.files.list(this.#options.directory);
      if (names.includes(SPARE_NAME)) await this.#options.files.remove(path);
    } catch {
      // The cause of the failed attempt says more.
    }
  }

  #faultBeforeWrite(thrown: unknown): LogFault {
    if (thrown instanceof LogFault) return thrown;
    if (isNoRoom(thrown) || isShortage(thrown)) return full(thrown);
    this.#failure = thrown;
    const message = `${this.#options.directory}: ${messageOf(thrown)}`;
    return new LogFault("unavailable", message, { cause: thrown });
  }
}

function full(cause: unknown): LogFault {
  return new LogFault("full", `the journal takes no batch now: ${messageOf(cause)}`, { cause });
}
