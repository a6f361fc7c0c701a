/**
 * Rereads the immutable files of a running exchange (full segments and snapshots) again and again,
 * so that damage is found before the file is needed. Checks one file at a time at a bounded rate,
 * the file with the oldest check first. The segment in use is not checked.
 */
import { checkSegment, checkSnapshot } from "./check-file.ts";
import { SEQ_FIRST } from "./command-log.ts";
import { type CheckedFiles, type FileReader, isShortage } from "./file-layer.ts";
import { messageOf } from "./operating-fault.ts";
import { paced } from "./paced-reader.ts";
import { segmentFirstSeq } from "./segment.ts";
import { listSegmentFiles } from "./segment-files.ts";
import { snapshotSeq } from "./snapshot-format.ts";
import { type DamagedFile, effectOfDamage } from "./start-after-damage.ts";

export const CHECKED_KINDS = ["segment", "snapshot"] as const;
export type CheckedKind = (typeof CHECKED_KINDS)[number];

/** Interval in ms between two checks of an intact file: twice a day, if the rate permits. */
export const CHECK_AGAIN_MS = 12 * 3_600_000;
/** Interval in ms between two checks of a damaged file that has not changed. */
export const CHECK_DAMAGED_AGAIN_MS = 600_000;
/**
 * Delay in ms before a file is tried again that could not be opened for lack of descriptors or
 * memory.
 */
export const SHORTAGE_RETRY_MS = 10_000;
/** Minimum interval in ms between two scans for added, removed and changed files. */
export const SCAN_INTERVAL_MS = 1_000;
/** Maximum share of the time that is spent on scans, however many files there are. */
const SCAN_TIME_SHARE = 1 / 200;
/** Maximum pause in ms between two scans, even after a slow scan. */
const SCAN_INTERVAL_MAX_MS = 10_000;

/** Fingerprint of a file that cannot be inspected; the check of the file reports the reason. */
const UNKNOWN = "unknown";

export interface FileCheckOptions {
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
  readonly files: CheckedFiles;
  /** Monotonic clock in ms. */
  readonly monotonicMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly onReport: (report: CheckReport) => void;
}

export interface KindReport {
  readonly good: number;
  readonly damaged: number;
  /** Files not yet checked since the start or since they appeared. */
  readonly waiting: number;
  /**
   * Time in ms since the oldest "last successful check" of all files. A file that appeared while
   * the exchange was running counts as checked at that moment. Undefined until every file has been
   * checked successfully.
   */
  readonly goodAgeMs: number | undefined;
}

export interface CheckReport {
  readonly kinds: Readonly<Record<CheckedKind, KindReport>>;
  /**
   * For each damaged file: path, byte, cause and effect on a start. For a directory that cannot be
   * read: path and cause.
   */
  readonly damages: readonly string[];
}

type ListedFile = {
  readonly kind: CheckedKind;
  readonly directory: string;
  readonly name: string;
  /** Name of the file: of a segment that is archived, the archive. */
  readonly fileName: string;
  /** Name of the next segment; empty for snapshots. */
  readonly nextName: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
};

type CheckedFile = ListedFile & {
  readonly path: string;
  readonly fingerprint: string;
  dueMs: number;
  state: "good" | "damaged" | "waiting";
  goodAtMs: number | undefined;
  /** Message of the last check; undefined unless the file is damaged. */
  cause: string | undefined;
};

export class FileCheck {
  readonly #options: FileCheckOptions;
  readonly #files: FileReader;
  #entries = new Map<string, CheckedFile>();
  /** First seq of the journal; undefined without segments. */
  #firstSeq: number | undefined;
  #nextScanMs = Number.NEGATIVE_INFINITY;
  /** Error of the last scan; undefined when it succeeded. */
  #scanFault: string | undefined;
  #hasScanned = false;

  constructor(options: FileCheckOptions) {
    this.#options = options;
    this.#files = paced(options.files, options.sleep);
  }

  /** Scans for files or checks one file, whichever is due. Returns the ms until the next call. */
  async step(): Promise<number> {
    const { monotonicMs } = this.#options;
    if (monotonicMs() >= this.#nextScanMs) await this.#scan();
    const entry = this.#nextDue();
    const nextMs = Math.min(this.#nextScanMs, entry?.dueMs ?? Number.POSITIVE_INFINITY);
    if (entry === undefined || entry.dueMs > monotonicMs()) {
      return Math.max(0, nextMs - monotonicMs());
    }
    await this.#check(entry);
    this.#report();
    return 0;
  }

  /**
   * Returns the file that is due first. On equal times snapshots come first: a start reads them
   * first.
   */
  #nextDue(): CheckedFile | undefined {
    let next: CheckedFile | undefined;
    for (const entry of this.#entries.values()) {
      if (next === undefined || entry.dueMs < next.dueMs) next = entry;
    }
    return next;
  }

  async #scan(): Promise<void> {
    const { monotonicMs } = this.#options;
    const startMs = monotonicMs();
    const faultBefore = this.#scanFault;
    let hasChanged = false;
    try {
      hasChanged = await this.#refresh(startMs);
      this.#scanFault = undefined;
    } catch (thrown) {
      // The next scan tries again; known files are checked in the meantime.
      if (!isShortage(thrown)) this.#scanFault = messageOf(thrown);
    }
    if (hasChanged || this.#scanFault !== faultBefore) this.#report();
    const durationMs = monotonicMs() - startMs;
    const pauseMs = Math.min(SCAN_INTERVAL_MAX_MS, durationMs / SCAN_TIME_SHARE);
    this.#nextScanMs = monotonicMs() + Math.max(SCAN_INTERVAL_MS, pauseMs);
  }

  /** Reads the directories and updates the entries; returns true when they have changed. */
  async #refresh(nowMs: number): Promise<boolean> {
    const { files } = this.#options;
    const entries = new Map<string, CheckedFile>();
    let hasChanged = !this.#hasScanned;
    for (const listed of [...(await this.#snapshots()), ...(await this.#segments())]) {
      const path = `${listed.directory}/${listed.fileName}`;
      const fingerprint = await files.fingerprint(path).catch(() => UNKNOWN);
      // The file was removed after the directory was listed.
      if (fingerprint === undefined) continue;
      const known = this.#entries.get(path);
      if (known?.fingerprint === fingerprint && known.nextName === listed.nextName) {
        entries.set(path, known);
        continue;
      }
      hasChanged = true;
      const goodAtMs = this.#hasScanned && known === undefined ? nowMs : known?.goodAtMs;
      const { cause, state = "waiting" } = known ?? { cause: undefined };
      entries.set(path, { ...listed, path, fingerprint, dueMs: nowMs, state, goodAtMs, cause });
    }
    hasChanged ||= entries.size !== this.#entries.size;
    this.#entries = entries;
    this.#hasScanned = true;
    return hasChanged;
  }

  async #segments(): Promise<ListedFile[]> {
    const { files, journalDirectory: directory } = this.#options;
    const segments = await listSegmentFiles(files, directory);
    this.#firstSeq = segmentFirstSeq(segments[0]?.name ?? "");
    const seqOf = (name: string): number => segmentFirstSeq(name) ?? SEQ_FIRST;
    // The last segment is in use.
    return segments.slice(0, -1).map(({ name, fileName }, index) => {
      const nextName = segments[index + 1]?.name ?? "";
      const [firstSeq, lastSeq] = [seqOf(name), seqOf(nextName) - 1];
      return { kind: "segment", directory, name, fileName, nextName, firstSeq, lastSeq };
    });
  }

  async #snapshots(): Promise<ListedFile[]> {
    const { files, snapshotDirectory: directory } = this.#options;
    const listed: ListedFile[] = [];
    for (const name of await files.list(directory)) {
      const seq = snapshotSeq(name);
      if (seq === undefined) continue;
      const span = { firstSeq: seq, lastSeq: seq };
      listed.push({ kind: "snapshot", directory, name, fileName: name, nextName: "", ...span });
    }
    return listed;
  }

  async #check(entry: CheckedFile): Promise<void> {
    const { directory, firstSeq, kind, path } = entry;
    const { monotonicMs } = this.#options;
    try {
      if (kind === "segment") await checkSegment(this.#files, directory, entry);
      else await checkSnapshot(this.#files, directory, firstSeq);
      entry.state = "good";
      entry.cause = undefined;
      entry.goodAtMs = monotonicMs();
      entry.dueMs = monotonicMs() + CHECK_AGAIN_MS;
    } catch (thrown) {
      if (isShortage(thrown)) {
        entry.dueMs = monotonicMs() + SHORTAGE_RETRY_MS;
        return;
      }
      // The file was removed before or during the check.
      const fingerprint = await this.#options.files.fingerprint(path).catch(() => UNKNOWN);
      if (fingerprint === undefined) {
        this.#entries.delete(path);
        return;
      }
      const message = messageOf(thrown);
      entry.state = "damaged";
      entry.cause = message.includes(path) ? message : `${path}: ${message}`;
      entry.dueMs = monotonicMs() + CHECK_DAMAGED_AGAIN_MS;
    }
  }

  #report(): void {
    const entries = [...this.#entries.values()];
    const damaged = entries.filter(isDamaged);
    const snapshotSeqs = entries
      .filter(({ kind, state }) => kind === "snapshot" && state !== "damaged")
      .map(({ lastSeq }) => lastSeq);
    const start = { firstSeq: this.#firstSeq ?? SEQ_FIRST, snapshotSeqs, damaged };
    const damages = damaged.map((entry) => `${entry.cause}; ${effectOfDamage(entry, start)}`);
    if (this.#scanFault !== undefined) damages.unshift(this.#scanFault);
    this.#options.onReport({
      kinds: { segment: this.#kindReport("segment"), snapshot: this.#kindReport("snapshot") },
      damages,
    });
  }

  #kindReport(kind: CheckedKind): KindReport {
    const counts = { good: 0, damaged: 0, waiting: 0 };
    const nowMs = this.#options.monotonicMs();
    let goodAgeMs: number | undefined = 0;
    for (const { goodAtMs, kind: each, state } of this.#entries.values()) {
      if (each !== kind) continue;
      counts[state] += 1;
      const ageMs = goodAtMs === undefined ? undefined : nowMs - goodAtMs;
      goodAgeMs =
        ageMs === undefined || goodAgeMs === undefined ? undefined : Math.max(goodAgeMs, ageMs);
    }
    return { ...counts, goodAgeMs };
  }
}

function isDamaged(
  entry: CheckedFile,
): entry is CheckedFile & DamagedFile & { readonly cause: string } {
  return entry.state === "damaged";
}
