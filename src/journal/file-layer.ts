/**
 * The file system as journal and snapshots see it: few operations, each of which a test can make
 * fail, fall short or be lost. Failures are thrown as they come, with the `code` of the system.
 */

export const OPEN_MODES = ["read", "write", "write_through"] as const;
/**
 * `write` creates the file or empties it. `write_through` opens an existing file; each write is on
 * stable storage when it completes.
 */
export type OpenMode = (typeof OPEN_MODES)[number];

export interface OpenFile {
  /** Writes `bytes` at the byte `at`; answers how many were written, which may be fewer. */
  write(bytes: Uint8Array, at: number): Promise<number>;
  /** Fills `into` from the byte `at`; answers how many were read: 0 at the end of the file. */
  read(into: Uint8Array, at: number): Promise<number>;
  sizeBytes(): Promise<number>;
  /** Brings data and length to stable storage. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A file that is read and not written. */
export type ReadableFile = Pick<OpenFile, "read" | "sizeBytes" | "close">;

/** As much of a file layer as looking at files takes. */
export interface FileReader {
  open(path: string, mode: "read"): Promise<ReadableFile>;
  /** Names in a directory, sorted; empty when there is no such directory. */
  list(directory: string): Promise<string[]>;
}

/** Tells as well whether a file is still the one that was read. */
export interface CheckedFiles extends FileReader {
  /** Changes when the file is written or replaced; undefined when there is none. */
  fingerprint(path: string): Promise<string | undefined>;
}

export interface FileLayer {
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** Names in a directory, sorted; empty when there is no such directory. */
  list(directory: string): Promise<string[]>;
  /** Creates those above it as well; their names are on stable storage when it resolves. */
  createDirectory(directory: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Brings the names in a directory to stable storage. */
  flushDirectory(directory: string): Promise<void>;
}

/** Whether there is no such file or directory. */
export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
}

/** Codes that mean: nothing is broken, there is no room. */
const NO_ROOM_CODES: readonly string[] = ["ENOSPC", "EDQUOT"];

export function isNoRoom(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && NO_ROOM_CODES.includes(String(thrown.code));
}

/** Codes that mean: nothing is broken, the system lends no more descriptors or memory now. */
const SHORTAGE_CODES: readonly string[] = ["EMFILE", "ENFILE", "ENOMEM"];

export function isShortage(thrown: unknown): boolean {
  return (
    thrown instanceof Error && "code" in thrown && SHORTAGE_CODES.includes(String(thrown.code))
  );
}

/** Writes all of `bytes`, however short the single writes fall. */
export async function writeWhole(file: OpenFile, bytes: Uint8Array, at: number): Promise<void> {
  let written = await file.write(bytes, at);
  while (written < bytes.length) {
    const more = await file.write(bytes.subarray(written), at + written);
    if (more === 0) throw Object.assign(new Error("a write wrote nothing"), { code: "ENOSPC" });
    written += more;
  }
}

/** Reads until `into` is full or the file ends; answers how many bytes were read. */
export async function readWhole(
  file: Pick<OpenFile, "read">,
  into: Uint8Array,
  at: number,
): Promise<number> {
  let read = 0;
  while (read < into.length) {
    const more = await file.read(into.subarray(read), at + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}
