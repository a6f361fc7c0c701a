/**
 * Reads the files of a running exchange that are written once and then kept, old segments and
 * snapshots, again and again, so that damage shows before the file is needed. One file at a time,
 * at a bounded rate, the one first that has waited longest. The segment in use is left alone.
 */
import { checkSegment, checkSnapshot } from "./check-file.ts";
import { SEQ_FIRST } from "./command-log.ts";
import { type CheckedFiles, type FileReader, isShortage } from "./file-layer.ts";
import { messageOf } from "./operating-fault.ts";
import { paced } from "./paced-reader.ts";
import { listSegments } from "./repair-tail.ts";
import { segmentFirstSeq } from "./segment.ts";
import { snapshotSeq } from "./snapshot-format.ts";
import { type DamagedFile, effectOfDamage } from "./start-after-damage.ts";

export const CHECKED_KINDS = ["segment", "snapshot"] as const;
export type CheckedKind = (typeof CHECKED_KINDS)[number];

/** An intact file is checked again after this time, in ms: twice a day, as far as the rate lets. */
export const CHECK_AGAIN_MS = 12 * 3_600_000;
/** A damaged file is checked again after this time, in ms, or as soon as it changes. */
export const CHECK_DAMAGED_AGAIN_MS = 600_000;
/** A file that could not be opened for want of descriptors or memory is tried again, in ms. */
export const SHORTAGE_RETRY_MS = 10_000;
/** Files that came, went or changed are looked for at most this often, in ms. */
export const LOOK_INTERVAL_MS = 1_000;
/** A look takes at most this part of the time, however many files there are. */
const LOOK_SHARE = 1 / 200;
/** The next look comes after this time at the latest, in ms, also when the last one took long. */
const LOOK_INTERVAL_MAX_MS = 10_000;

/** Fingerprint of a file that the system tells nothing about: its check tells why. */
const UNKNOWN = "unknown";

export interface FileCheckOptions {
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
  readonly files: CheckedFiles;
  /** A clock that never steps back, in ms. */
  readonly steadyMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly onReport: (report: CheckReport) => void;
}

export interface KindReport {
  readonly good: number;
  readonly damaged: number;
  /** Files that have not been checked since the start, or since they came. */
  readonly waiting: number;
  /**
   * Time since the file was found good whose last good check lies furthest back, in ms. A file that
   * came while the exchange ran was good then. Undefined until each was found good once.
   */
  readonly goodAgeMs: number | undefined;
}

export interface CheckReport {
  readonly kinds: Readonly<Record<CheckedKind, KindReport>>;
  /**
   * File, place, cause and effect on a start, for each damaged file; path and cause of a directory
   * that cannot be read.
   */
  readonly damages: readonly string[];
}

type Listed = {
  readonly kind: CheckedKind;
  readonly directory: string;
  readonly name: string;
  /** Of a segment: the one that follows. */
  readonly nextName: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
};

type Entry = Listed & {
  readonly path: string;
  readonly fingerprint: string;
  dueMs: number;
  state: "good" | "damaged" | "waiting";
  goodAtMs: number | undefined;
  /** Message of the last check while the file was damaged. */
  cause: string | undefined;
};

export class FileCheck {
  readonly #options: FileCheckOptions;
  readonly #files: FileReader;
  #entries = new Map<string, Entry>();
  /** First seq of the journal; undefined without a segment. */
  #firstSeq: number | undefined;
  #lookAtMs = Number.NEGATIVE_INFINITY;
  /** Why the last look could not read a directory. */
  #lookFault: string | undefined;
  #hasLooked = false;

  constructor(options: FileCheckOptions) {
    this.#options = options;
    this.#files = paced(options.files, options.sleep);
  }

  /** Looks for files or checks one, whichever is due; answers after how many ms to call again. */
  async step(): Promise<number> {
    const { steadyMs } = this.#options;
    if (steadyMs() >= this.#lookAtMs) await this.#look();
    const entry = this.#next();
    const nextMs = Math.min(this.#lookAtMs, entry?.dueMs ?? Number.POSITIVE_INFINITY);
    if (entry === undefined || entry.dueMs > steadyMs()) return Math.max(0, nextMs - steadyMs());
    await this.#check(entry);
    this.#report();
    return 0;
  }

  /** The file that is due first. Of those due at once, snapshots come first: a start uses them. */
  #next(): Entry | undefined {
    let next: Entry | undefined;
    for (const entry of this.#entries.values()) {
      if (next === undefined || entry.dueMs < next.dueMs) next = entry;
    }
    return next;
  }

  async #look(): Promise<void> {
    const { steadyMs } = this.#options;
    const beganMs = steadyMs();
    const faultBefore = this.#lookFault;
    let hasChanged = false;
    try {
      hasChanged = await this.#refresh(beganMs);
      this.#lookFault = undefined;
    } catch (thrown) {
      // The next look tries again; the files that are known are checked meanwhile.
      if (!isShortage(thrown)) this.#lookFault = messageOf(thrown);
    }
    if (hasChanged || this.#lookFault !== faultBefore) this.#report();
    const tookMs = steadyMs() - beganMs;
    const restMs = Math.min(LOOK_INTERVAL_MAX_MS, tookMs / LOOK_SHARE);
    this.#lookAtMs = steadyMs() + Math.max(LOOK_INTERVAL_MS, restMs);
  }

  /** Takes over what is in the directories; true when it has changed. */
  async #refresh(nowMs: number): Promise<boolean> {
    const { files } = this.#options;
    const entries = new Map<string, Entry>();
    let hasChanged = !this.#hasLooked;
    for (const listed of [...(await this.#snapshots()), ...(await this.#segments())]) {
      const path = `${listed.directory}/${listed.name}`;
      const fingerprint = await files.fingerprint(path).catch(() => UNKNOWN);
      // Removed since the directory was listed.
      if (fingerprint === undefined) continue;
      const known = this.#entries.get(path);
      if (known?.fingerprint === fingerprint && known.nextName === listed.nextName) {
        entries.set(path, known);
        continue;
      }
      hasChanged = true;
      const goodAtMs = this.#hasLooked && known === undefined ? nowMs : known?.goodAtMs;
      const { cause, state = "waiting" } = known ?? { cause: undefined };
      entries.set(path, { ...listed, path, fingerprint, dueMs: nowMs, state, goodAtMs, cause });
    }
    hasChanged ||= entries.size !== this.#entries.size;
    this.#entries = entries;
    this.#hasLooked = true;
    return hasChanged;
  }

  async #segments(): Promise<Listed[]> {
    const { files, journalDirectory: directory } = this.#options;
    const names = await listSegments(files, directory);
    this.#firstSeq = segmentFirstSeq(names[0] ?? "");
    const seqOf = (name: string): number => segmentFirstSeq(name) ?? SEQ_FIRST;
    // The last one is in use.
    return names.slice(0, -1).map((name, index) => {
      const nextName = names[index + 1] ?? "";
      const [firstSeq, lastSeq] = [seqOf(name), seqOf(nextName) - 1];
      return { kind: "segment", directory, name, nextName, firstSeq, lastSeq };
    });
  }

  async #snapshots(): Promise<Listed[]> {
    const { files, snapshotDirectory: directory } = this.#options;
    const listed: Listed[] = [];
    for (const name of await files.list(directory)) {
      const seq = snapshotSeq(name);
      if (seq === undefined) continue;
      listed.push({ kind: "snapshot", directory, name, nextName: "", firstSeq: seq, lastSeq: seq });
    }
    return listed;
  }

  async #check(entry: Entry): Promise<void> {
    const { directory, firstSeq, kind, path } = entry;
    const { steadyMs } = this.#options;
    try {
      if (kind === "segment") await checkSegment(this.#files, directory, entry);
      else await checkSnapshot(this.#files, directory, firstSeq);
      entry.state = "good";
      entry.cause = undefined;
      entry.goodAtMs = steadyMs();
      entry.dueMs = steadyMs() + CHECK_AGAIN_MS;
    } catch (thrown) {
      if (isShortage(thrown)) {
        entry.dueMs = steadyMs() + SHORTAGE_RETRY_MS;
        return;
      }
      // Removed while it was read, or before.
      const fingerprint = await this.#options.files.fingerprint(path).catch(() => UNKNOWN);
      if (fingerprint === undefined) {
        this.#entries.delete(path);
        return;
      }
      const message = messageOf(thrown);
      entry.state = "damaged";
      entry.cause = message.includes(path) ? message : `${path}: ${message}`;
      entry.dueMs = steadyMs() + CHECK_DAMAGED_AGAIN_MS;
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
    if (this.#lookFault !== undefined) damages.unshift(this.#lookFault);
    this.#options.onReport({
      kinds: { segment: this.#kindReport("segment"), snapshot: this.#kindReport("snapshot") },
      damages,
    });
  }

  #kindReport(kind: CheckedKind): KindReport {
    const counts = { good: 0, damaged: 0, waiting: 0 };
    const nowMs = this.#options.steadyMs();
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

function isDamaged(entry: Entry): entry is Entry & DamagedFile & { readonly cause: string } {
  return entry.state === "damaged";
}
