/**
 * The file system as used by journal and snapshots: a few operations, each of which tests can fail,
 * cut short or lose. Failures are the system's own errors with their `code`.
 */

export const OPEN_MODES = ["read", "write", "write_through"] as const;
/**
 * `write` creates the file or truncates it. `write_through` opens an existing file whose writes are
 * on stable storage when they complete.
 */
export type OpenMode = (typeof OPEN_MODES)[number];

export interface OpenFile {
  /** Writes `bytes` at `fileOffset`; returns the number of bytes written, which may be smaller. */
  write(bytes: Uint8Array, fileOffset: number): Promise<number>;
  /**
   * Reads into `into` from `fileOffset`; returns the number of bytes read, 0 at the end of the
   * file.
   */
  read(into: Uint8Array, fileOffset: number): Promise<number>;
  sizeBytes(): Promise<number>;
  /** Flushes data and length to stable storage. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A file opened for reading only. */
export type ReadableFile = Pick<OpenFile, "read" | "sizeBytes" | "close">;

/** Operations needed to read files. */
export interface FileReader {
  open(path: string, mode: "read"): Promise<ReadableFile>;
  /** Returns the sorted names in a directory; empty when the directory is absent. */
  list(directory: string): Promise<string[]>;
}

/** Reader that can also detect that a file has changed. */
export interface CheckedFiles extends FileReader {
  /**
   * Returns a value that changes when the file is written or replaced; undefined when it is absent.
   */
  fingerprint(path: string): Promise<string | undefined>;
}

export interface FileLayer {
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** Returns the sorted names in a directory; empty when the directory is absent. */
  list(directory: string): Promise<string[]>;
  /**
   * Creates a directory and its missing parents; their names are on stable storage when it
   * resolves.
   */
  createDirectory(directory: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Flushes the names in a directory to stable storage. */
  flushDirectory(directory: string): Promise<void>;
}

/** Returns whether an error means that the file or directory does not exist. */
export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
}

/** Error codes for a lack of disk space or quota; retrying later is safe. */
const NO_ROOM_CODES: readonly string[] = ["ENOSPC", "EDQUOT"];

export function isNoRoom(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && NO_ROOM_CODES.includes(String(thrown.code));
}

/** Error codes for a temporary lack of descriptors or memory. */
const SHORTAGE_CODES: readonly string[] = ["EMFILE", "ENFILE", "ENOMEM"];

export function isShortage(thrown: unknown): boolean {
  return (
    thrown instanceof Error && "code" in thrown && SHORTAGE_CODES.includes(String(thrown.code))
  );
}

/** Writes all of `bytes`, repeating short writes. */
export async function writeWhole(
  file: OpenFile,
  bytes: Uint8Array,
  fileOffset: number,
): Promise<void> {
  let written = await file.write(bytes, fileOffset);
  while (written < bytes.length) {
    const more = await file.write(bytes.subarray(written), fileOffset + written);
    if (more === 0) throw Object.assign(new Error("a write wrote nothing"), { code: "ENOSPC" });
    written += more;
  }
}

/** Reads until `into` is full or the file ends; returns the number of bytes read. */
export async function readWhole(
  file: Pick<OpenFile, "read">,
  into: Uint8Array,
  fileOffset: number,
): Promise<number> {
  let read = 0;
  while (read < into.length) {
    const more = await file.read(into.subarray(read), fileOffset + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}
