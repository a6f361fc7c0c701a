/** Files that are read and replaced as a whole: keys, credentials, the journal's end, archives. */
import { dirname } from "node:path";
import { isSameHash } from "./command-log.ts";
import {
  type FileLayer,
  type FileReader,
  isAbsent,
  type ReadableFile,
  readWhole,
  writeWhole,
} from "./file-layer.ts";

/** Suffix of the temporary name under which a small file is written before it is renamed. */
export const TEMPORARY_SUFFIX = ".temporary";

/** Reads a whole file; undefined when it is absent. Fails with the system's error. */
export async function readSmallFile(
  files: Pick<FileReader, "open">,
  path: string,
): Promise<Uint8Array | undefined> {
  let file: ReadableFile;
  try {
    file = await files.open(path, "read");
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw thrown;
  }
  try {
    const bytes = new Uint8Array(await file.sizeBytes());
    return bytes.subarray(0, await readWhole(file, bytes, 0));
  } finally {
    await file.close();
  }
}

/**
 * Replaces the file at `path` atomically: after a crash it has either the old or the new content,
 * and the new content is on stable storage when this resolves. A file that already has this content
 * is only flushed, because a killed process may have left it unflushed. Fails with the system's
 * error; the old file is then still in place.
 */
export async function writeSmallFile(
  files: FileLayer,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const present = await readSmallFile(files, path);
  if (present !== undefined && isSameHash(present, bytes)) {
    await flushFile(files, path);
  } else {
    const temporary = `${path}${TEMPORARY_SUFFIX}`;
    // A power failure can leave one file under both names of a rename: truncating one truncates
    // both.
    await files.remove(temporary).catch(() => undefined);
    try {
      await writeFlushed(files, temporary, bytes);
      await files.rename(temporary, path);
    } catch (thrown) {
      // An error of the removal is ignored: the caller receives the cause.
      await files.remove(temporary).catch(() => undefined);
      throw thrown;
    }
  }
  await files.flushDirectory(dirname(path));
}

async function flushFile(files: FileLayer, path: string): Promise<void> {
  const file = await files.open(path, "read");
  try {
    await file.flush();
  } finally {
    await file.close();
  }
}

async function writeFlushed(files: FileLayer, path: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(path, "write");
  try {
    await writeWhole(file, bytes, 0);
    await file.flush();
  } finally {
    await file.close();
  }
}

/** Parses a small JSON file. Error messages do not quote the content, which may be secret. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new Error("it is empty");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error(`its ${bytes.length} bytes are not JSON`);
  }
}
