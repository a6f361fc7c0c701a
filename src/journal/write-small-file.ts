/** Small files that are replaced as a whole: keys, credentials, where the journal ends. */
import { dirname } from "node:path";
import { isSameHash } from "./command-log.ts";
import { type FileLayer, isAbsent, readWhole, writeWhole } from "./file-layer.ts";

/** Ends the name under which a small file is written before it takes its own. */
export const TEMPORARY_SUFFIX = ".temporary";

/** The bytes of a whole file; undefined when there is none. Fails with the system's error. */
export async function readSmallFile(
  files: FileLayer,
  path: string,
): Promise<Uint8Array | undefined> {
  let file: Awaited<ReturnType<FileLayer["open"]>>;
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
 * Puts `bytes` under the name `path`, in place of what was there: after a crash the file is either
 * the old one or the new one, and when this resolves the new one is on stable storage. A file that
 * holds these bytes already is not written, only flushed: a process that was killed may have left
 * it unflushed. Fails with the system's error; then the old file is still there.
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
    // A power cut can leave one file under both names of a rename: emptying one empties the other.
    await files.remove(temporary).catch(() => undefined);
    try {
      await writeFlushed(files, temporary, bytes);
      await files.rename(temporary, path);
    } catch (thrown) {
      // Its own failure says nothing new: the caller gets the cause.
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

/** The content of a small file of JSON. Fails without quoting it: it may be secret. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new Error("it is empty");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error(`its ${bytes.length} bytes are not JSON`);
  }
}
