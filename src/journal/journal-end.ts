/**
 * Finds out from other files where the journal must end: from a small file beside it, and from
 * files derived from it. A journal that ends earlier has lost commands. The journal's own bytes
 * cannot show that, because a missing segment leaves no trace in the others.
 */
import { isSameHash, LogFault } from "./command-log.ts";
import type { FileLayer } from "./file-layer.ts";
import { messageOf } from "./operating-fault.ts";
import { parseJson, readSmallFile, writeSmallFile } from "./write-small-file.ts";

export const DURABLE_END_FILE = "durable-end.json";

/** A durable end of the journal, as stored in the durable-end file. */
export interface RecordedEnd {
  readonly seq: number;
  /** Hash of the batch that ends at `seq`. */
  readonly hash: Uint8Array;
  /** Name of the segment in use at that time. */
  readonly segment: string;
  readonly epoch: number;
}

/** A file whose existence proves that the journal reached `seq`. */
export interface EndWitness {
  readonly path: string;
  readonly seq: number;
}

/** The end of the journal expected before it is opened. */
export interface ExpectedEnd {
  readonly recordedPath: string;
  readonly recorded: RecordedEnd | undefined;
  readonly witnesses: readonly EndWitness[];
  /** Seq after which the operator accepts the loss of commands. */
  readonly acceptLossAfter: number | undefined;
}

/** The end found in the journal itself, before any repair. */
export interface FoundEnd {
  readonly lastSeq: number;
  /** Name of the last segment with a header; empty without one. */
  readonly segment: string;
  /** Hash of the batch that ends at the recorded seq; undefined when the scan did not reach it. */
  readonly recordedHash: Uint8Array | undefined;
  /** Path and fault of each segment that cannot be a valid last segment. */
  readonly faults: readonly string[];
}

/**
 * Reads the recorded end; undefined when the file is absent. Fails with `LogFault`
 * `record_unusable`.
 */
export async function readRecordedEnd(
  files: FileLayer,
  path: string,
): Promise<RecordedEnd | undefined> {
  const bytes = await readSmallFile(files, path);
  if (bytes === undefined) return undefined;
  try {
    const content = (parseJson(bytes) ?? {}) as Record<string, unknown>;
    const { epoch, hash, segment, seq } = content;
    const hasCounts = isCount(seq) && isCount(epoch);
    if (!hasCounts || typeof hash !== "string" || typeof segment !== "string") {
      throw new Error("seq, hash, segment and epoch are expected");
    }
    return { seq, hash: new Uint8Array(Buffer.from(hash, "hex")), segment, epoch };
  } catch (thrown) {
    const advice = "restore it from a copy, or remove it if the journal is known to be whole";
    throw new LogFault(
      "record_unusable",
      `${path} cannot be read: ${messageOf(thrown)}; ${advice}`,
    );
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Throws when the journal ends before its expected end, unless the operator has accepted exactly
 * that loss. Throws `LogFault` `end_missing`, or `record_unusable` when the record belongs to
 * another journal.
 */
export function refuseLostEnd(
  directory: string,
  found: FoundEnd,
  expected: ExpectedEnd | undefined,
): void {
  const accepted = expected?.acceptLossAfter;
  const { lastSeq } = found;
  if (accepted !== undefined && accepted !== lastSeq) {
    throw new LogFault(
      "end_missing",
      `the journal in ${directory} ends at seq ${lastSeq}: --accept-loss-after ${accepted} does ` +
        `not say that; pass ${lastSeq}, or leave it out when nothing is missing`,
    );
  }
  if (expected !== undefined) refuseOtherJournal(directory, found, expected);
  const reasons = reasonsOf(found, expected);
  if (reasons.length === 0 || accepted !== undefined) return;
  const knownSeq = Math.max(lastSeq, ...witnessesOf(expected).map(({ seq }) => seq));
  const missing = knownSeq > lastSeq ? `at least ${knownSeq - lastSeq}` : "an unknown number of";
  throw new LogFault(
    "end_missing",
    `the journal in ${directory} ends at seq ${lastSeq}, yet ${reasons.join("; ")}; ${missing} ` +
      "acknowledged commands are missing: restore the missing segments from a copy, or pass " +
      `--accept-loss-after ${lastSeq} to go on without them`,
  );
}

function witnessesOf(expected: ExpectedEnd | undefined): readonly EndWitness[] {
  if (expected === undefined) return [];
  const { recorded, recordedPath: path, witnesses } = expected;
  return recorded === undefined ? witnesses : [{ path, seq: recorded.seq }, ...witnesses];
}

function reasonsOf(found: FoundEnd, expected: ExpectedEnd | undefined): string[] {
  const reasons = witnessesOf(expected)
    .filter(({ seq }) => seq > found.lastSeq)
    .map(({ path, seq }) => `${path} tells of seq ${seq}`);
  const recorded = expected?.recorded;
  if (recorded !== undefined && recorded.segment > found.segment) {
    reasons.push(
      `${expected?.recordedPath} names the segment ${recorded.segment}, which is absent`,
    );
  }
  return [...reasons, ...found.faults];
}

function refuseOtherJournal(directory: string, found: FoundEnd, expected: ExpectedEnd): void {
  const { recorded, recordedPath } = expected;
  const { recordedHash } = found;
  if (recorded === undefined || recordedHash === undefined) return;
  if (isSameHash(recorded.hash, recordedHash)) return;
  throw new LogFault(
    "record_unusable",
    `${recordedPath} has another hash at seq ${recorded.seq} than the journal in ${directory}: ` +
      "they are of different exchanges; restore the two together, or remove the file if the " +
      "journal is the right one",
  );
}

export interface EndRecorderOptions {
  readonly files: FileLayer;
  readonly path: string;
  /**
   * Called with the reason when the file cannot be written, and with undefined when it can be
   * again.
   */
  readonly onFault: (fault: unknown) => void;
  /** Time after which a failed write is repeated, in ms; absent: it waits for the next end. */
  readonly retryMs?: number;
}

/** Writes the recorded end in the background: one write at a time, always the latest end. */
export class EndRecorder {
  readonly #options: EndRecorderOptions;
  #pending: RecordedEnd | undefined;
  #seq = 0;
  #writing: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: EndRecorderOptions) {
    this.#options = options;
  }

  /**
   * Records that everything up to `end` is durable. Never rejects; the promise need not be awaited.
   */
  record(end: RecordedEnd): Promise<void> {
    if (end.seq < this.#seq) return this.#writing ?? Promise.resolve();
    this.#seq = end.seq;
    this.#pending = end;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Waits for the current write; a failed one is not repeated. */
  async close(): Promise<void> {
    await this.#writing;
    clearTimeout(this.#retry);
  }

  async #write(): Promise<void> {
    const { files, onFault, path, retryMs } = this.#options;
    while (this.#pending !== undefined) {
      const end = this.#pending;
      const { epoch, hash, segment, seq } = end;
      this.#pending = undefined;
      clearTimeout(this.#retry);
      const content = { seq, hash: Buffer.from(hash).toString("hex"), segment, epoch };
      try {
        await writeSmallFile(files, path, Buffer.from(`${JSON.stringify(content)}\n`));
        onFault(undefined);
      } catch (thrown) {
        onFault(thrown);
        if (retryMs === undefined) continue;
        this.#retry = setTimeout(() => void this.record(end), retryMs).unref();
      }
    }
  }
}
