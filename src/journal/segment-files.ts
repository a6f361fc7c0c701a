/**
 * The files of the segments of a journal. A segment that no start needs any more is kept compressed
 * (decision 0087): `NAME.segment` becomes `NAME.segment.zst`, and readers find the same bytes.
 */
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { assert } from "../core/base/assert.ts";
import { LogFault } from "./command-log.ts";
import { type FileLayer, type FileReader, isAbsent, type ReadableFile } from "./file-layer.ts";
import { messageOf } from "./operating-fault.ts";
import { readSegmentHeader, SegmentReader, segmentFirstSeq } from "./segment.ts";
import { readSmallFile, TEMPORARY_SUFFIX, writeSmallFile } from "./write-small-file.ts";

const ARCHIVE_SUFFIX = ".zst";
/** Largest segment that an archive may contain, in bytes; a greater one means damage. */
const ARCHIVED_BYTES_MAX = 256 * 1024 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A segment and the name of the file that has it now. */
export interface SegmentFile {
  readonly name: string;
  readonly fileName: string;
}

/**
 * Returns the segments in a directory, in order of first seq. While an archive is being put in the
 * place of a segment both files exist; the segment itself counts.
 */
export async function listSegmentFiles(
  files: Pick<FileLayer, "list">,
  directory: string,
): Promise<SegmentFile[]> {
  const fileNames = new Map<string, string>();
  for (const fileName of await files.list(directory)) {
    const isArchive = fileName.endsWith(ARCHIVE_SUFFIX);
    const name = isArchive ? fileName.slice(0, -ARCHIVE_SUFFIX.length) : fileName;
    if (segmentFirstSeq(name) === undefined) continue;
    if (!isArchive || !fileNames.has(name)) fileNames.set(name, fileName);
  }
  const listed = [...fileNames].map(([name, fileName]) => ({ name, fileName }));
  return listed.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the names of the segments in a directory, in order of first seq. */
export async function listSegments(
  files: Pick<FileLayer, "list">,
  directory: string,
): Promise<string[]> {
  return (await listSegmentFiles(files, directory)).map(({ name }) => name);
}

/**
 * Opens a segment for reading, from its archive when it has one. Fails with a `LogFault` of
 * `damaged` for a damaged archive, or with the system's own error.
 */
export async function openSegment(
  files: FileReader,
  directory: string,
  name: string,
): Promise<ReadableFile> {
  const path = join(directory, name);
  try {
    return await files.open(path, "read");
  } catch (thrown) {
    if (!isAbsent(thrown)) throw thrown;
    const bytes = await readArchive(files, `${path}${ARCHIVE_SUFFIX}`);
    // Neither file is there: the error names the segment.
    if (bytes === undefined) throw thrown;
    return new MemoryFile(bytes);
  }
}

/** Returns the bytes of an archived segment; undefined when there is no archive at the path. */
async function readArchive(files: FileReader, path: string): Promise<Uint8Array | undefined> {
  const packed = await readSmallFile(files, path);
  return packed === undefined ? undefined : unpack(packed, path);
}

async function unpack(packed: Uint8Array, path: string): Promise<Uint8Array> {
  try {
    return await decompress(packed, { maxOutputLength: ARCHIVED_BYTES_MAX });
  } catch (thrown) {
    throw new LogFault("damaged", `${path}: the archive is damaged: ${messageOf(thrown)}`);
  }
}

/**
 * Returns the time of the first batch of a segment, in ms since 1970; undefined when it has none
 * that is intact. Fails as `openSegment` does.
 */
export async function firstTimeOf(
  files: FileReader,
  directory: string,
  name: string,
): Promise<number | undefined> {
  const file = await openSegment(files, directory, name);
  try {
    const reading = await readSegmentHeader(file);
    if (reading.kind !== "header") return undefined;
    return (await new SegmentReader(file, reading.header).next())?.timeMs;
  } finally {
    await file.close();
  }
}

/** Returns the size of the file that has a segment, in bytes. */
export async function segmentFileBytes(
  files: FileReader,
  directory: string,
  { fileName }: SegmentFile,
): Promise<number> {
  const file = await files.open(join(directory, fileName), "read");
  try {
    return await file.sizeBytes();
  } finally {
    await file.close();
  }
}

/** The bytes of an unpacked segment. */
class MemoryFile implements ReadableFile {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  async read(into: Uint8Array, fileOffset: number): Promise<number> {
    const part = this.#bytes.subarray(fileOffset, fileOffset + into.length);
    into.set(part);
    return part.length;
  }

  async sizeBytes(): Promise<number> {
    return this.#bytes.length;
  }

  async close(): Promise<void> {}
}

/**
 * Replaces a segment by its archive. The archive is on stable storage, and was read back, before
 * the segment is removed: a crash leaves one of the two complete. Fails with the system's own error
 * or a `LogFault`; the segment is then still in place.
 */
export async function archiveSegment(
  files: FileLayer,
  directory: string,
  name: string,
): Promise<void> {
  const path = join(directory, name);
  const archive = `${path}${ARCHIVE_SUFFIX}`;
  const bytes = await readSmallFile(files, path);
  assert(bytes !== undefined, "the segment that is archived is there");
  const packed = await compress(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  await writeSmallFile(files, archive, packed);
  const readBack = await readArchive(files, archive);
  if (readBack === undefined || Buffer.compare(readBack, bytes) !== 0) {
    throw new LogFault("damaged", `${archive}: the archive read back is not what was written`);
  }
  await files.remove(path);
  await files.flushDirectory(directory);
}

/**
 * Puts a segment in the place of its archive; does nothing when the segment is there. Fails with a
 * `LogFault` or the system's own error.
 */
export async function restoreSegment(
  files: FileLayer,
  directory: string,
  name: string,
): Promise<void> {
  const path = join(directory, name);
  const archive = `${path}${ARCHIVE_SUFFIX}`;
  if ((await files.list(directory)).includes(name)) return;
  const bytes = await readArchive(files, archive);
  assert(bytes !== undefined, "a segment or its archive is there");
  await writeSmallFile(files, path, bytes);
  await files.remove(archive);
}

/** Removes what an interrupted `archiveSegment` has left in a directory. */
export async function clearUnfinishedArchives(files: FileLayer, directory: string): Promise<void> {
  const names = await files.list(directory);
  for (const name of names) {
    const isSuperseded =
      name.endsWith(ARCHIVE_SUFFIX) && names.includes(name.slice(0, -ARCHIVE_SUFFIX.length));
    if (!name.endsWith(`${ARCHIVE_SUFFIX}${TEMPORARY_SUFFIX}`) && !isSuperseded) continue;
    await files.remove(join(directory, name));
  }
}

/** Removes a segment, whichever file has it. */
export async function removeSegment(
  files: FileLayer,
  directory: string,
  name: string,
): Promise<void> {
  const names = await files.list(directory);
  // The archive first: a crash in between leaves the segment as it was.
  for (const fileName of [`${name}${ARCHIVE_SUFFIX}`, name]) {
    if (names.includes(fileName)) await files.remove(join(directory, fileName));
  }
}

/** Removes the file of a segment that has another form than `fileName`, if there is one. */
export async function removeOtherForm(
  files: FileLayer,
  directory: string,
  { fileName, name }: SegmentFile,
): Promise<void> {
  const other = fileName === name ? `${name}${ARCHIVE_SUFFIX}` : name;
  if (!(await files.list(directory)).includes(other)) return;
  await files.remove(join(directory, other));
  await files.flushDirectory(directory);
}
