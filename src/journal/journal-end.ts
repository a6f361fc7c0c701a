/**
 * Where the journal ends, told by more than the journal: a small file beside it, and the files that
 * were made from it. A journal that ends before one of them has lost commands, which its own bytes
 * cannot tell: a segment that is absent leaves no trace in the others.
 */
import { isSameHash, LogFault } from "./command-log.ts";
import type { FileLayer } from "./file-layer.ts";
import { messageOf } from "./operating-fault.ts";
import { parseJson, readSmallFile, writeSmallFile } from "./write-small-file.ts";

export const DURABLE_END_FILE = "durable-end.json";

/** A place of the journal that is durable, as the small file holds it. */
export interface RecordedEnd {
  readonly seq: number;
  /** Of the batch that ends at `seq`. */
  readonly hash: Uint8Array;
  /** Name of the segment that was written to then. */
  readonly segment: string;
  readonly epoch: number;
}

/** A file that can only be there because the journal came to `seq`. */
export interface EndWitness {
  readonly path: string;
  readonly seq: number;
}

/** What is known of the end of a journal before it is opened. */
export interface ExpectedEnd {
  readonly recordedPath: string;
  readonly recorded: RecordedEnd | undefined;
  readonly witnesses: readonly EndWitness[];
  /** Seq after which the operator accepts that commands are lost. */
  readonly acceptLossAfter: number | undefined;
}

/** The end as the journal itself has it, before anything is repaired. */
export interface FoundEnd {
  readonly lastSeq: number;
  /** Name of the last segment with a header; empty without one. */
  readonly segment: string;
  /** Hash of the batch that ends at the recorded seq; undefined when it was not seen. */
  readonly recordedHash: Uint8Array | undefined;
  /** Path and fault of each segment that cannot be the last as it is. */
  readonly faults: readonly string[];
}

/** The recorded end, or undefined when there is none. Fails with `LogFault` `record_unusable`. */
export async function readRecordedEnd(
  files: FileLayer,
  path: string,
): Promise<RecordedEnd | undefined> {
  const bytes = await readSmallFile(files, path);
  if (bytes === undefined) return undefined;
  try {
    const content = (parseJson(bytes) ?? {}) as Record<string, unknown>;
    const { epoch, hash, segment, seq } = content;
    const isWhole = isCount(seq) && isCount(epoch);
    if (!isWhole || typeof hash !== "string" || typeof segment !== "string") {
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
 * Refuses a journal that ends before what is known of it, unless the operator has accepted just
 * that. Fails with `LogFault` `end_missing`, or `record_unusable` when it is another journal.
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
  /** Hears why the file cannot be written, and undefined when it can again. */
  readonly onFault: (fault: unknown) => void;
}

/** Writes the recorded end beside the work: one at a time, the latest. */
export class EndRecorder {
  readonly #options: EndRecorderOptions;
  #wanted: RecordedEnd | undefined;
  #seq = 0;
  #writing: Promise<void> | undefined;

  constructor(options: EndRecorderOptions) {
    this.#options = options;
  }

  /** Everything up to `end` is durable. Never rejects; the promise may be left alone. */
  record(end: RecordedEnd): Promise<void> {
    if (end.seq < this.#seq) return this.#writing ?? Promise.resolve();
    this.#seq = end.seq;
    this.#wanted = end;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Waits for the write that is under way. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { files, onFault, path } = this.#options;
    while (this.#wanted !== undefined) {
      const { epoch, hash, segment, seq } = this.#wanted;
      this.#wanted = undefined;
      const content = { seq, hash: Buffer.from(hash).toString("hex"), segment, epoch };
      try {
        await writeSmallFile(files, path, Buffer.from(`${JSON.stringify(content)}\n`));
        onFault(undefined);
      } catch (thrown) {
        onFault(thrown);
      }
    }
  }
}
