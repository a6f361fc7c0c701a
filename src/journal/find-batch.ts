/** Finds one batch of a journal by seq, also while the journal is being written. */
import { join } from "node:path";
import { LogFault, type LoggedBatch } from "./command-log.ts";
import { type FileReader, isAbsent, type ReadableFile, readWhole } from "./file-layer.ts";
import { decodeFrame, FRAME_BYTES_MAX, FRAME_HEADER_BYTES, readFrameHead } from "./frame.ts";
import { SEGMENT_HEADER_BYTES, segmentFirstSeq } from "./segment.ts";
import { listSegments, openSegment } from "./segment-files.ts";

/** Bytes per read: the heads of the frames in them are read in less than a millisecond. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Returns the batch that contains `seq`; undefined when the journal begins after it or ends before
 * it. Reads the heads of the frames before the batch, and checks the frame of the batch alone: at
 * most one segment is read. Fails with a `LogFault` of `damaged`, or with the system's own error.
 */
export async function findBatch(
  files: FileReader,
  directory: string,
  seq: number,
): Promise<LoggedBatch | undefined> {
  const names = await listSegments(files, directory);
  const name = names.findLast((each) => (segmentFirstSeq(each) ?? 0) <= seq);
  if (name === undefined) return undefined;
  const file = await openedUnlessRemoved(files, directory, name);
  if (file === undefined) return undefined;
  try {
    const firstSeq = segmentFirstSeq(name) ?? 0;
    return await findInSegment(file, { path: join(directory, name), firstSeq }, seq);
  } finally {
    await file.close();
  }
}

/** Opens a segment; undefined when it was removed since it was listed. */
async function openedUnlessRemoved(
  files: FileReader,
  directory: string,
  name: string,
): Promise<ReadableFile | undefined> {
  try {
    return await openSegment(files, directory, name);
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw thrown;
  }
}

async function findInSegment(
  file: ReadableFile,
  segment: { readonly path: string; readonly firstSeq: number },
  seq: number,
): Promise<LoggedBatch | undefined> {
  const sizeBytes = await file.sizeBytes();
  let nextSeq = segment.firstSeq;
  let fileOffset = SEGMENT_HEADER_BYTES;
  while (fileOffset + FRAME_HEADER_BYTES <= sizeBytes) {
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, sizeBytes - fileOffset));
    const present = await readWhole(file, chunk, fileOffset);
    let at = 0;
    while (at + FRAME_HEADER_BYTES <= present) {
      const head = readFrameHead(chunk, at);
      if (head?.firstSeq !== nextSeq) return undefined;
      nextSeq += head.count;
      if (nextSeq > seq) return readFrame(file, segment.path, fileOffset + at);
      at += head.span;
    }
    if (at === 0) return undefined;
    fileOffset += at;
  }
  return undefined;
}

/** Reads the frame that begins at `fileOffset`, and checks it. */
async function readFrame(file: ReadableFile, path: string, fileOffset: number) {
  const head = new Uint8Array(FRAME_HEADER_BYTES);
  await readWhole(file, head, fileOffset);
  let reading = decodeFrame(head, 0);
  if (reading.kind === "incomplete" && reading.bytesNeeded <= FRAME_BYTES_MAX) {
    const frame = new Uint8Array(reading.bytesNeeded);
    const present = await readWhole(file, frame, fileOffset);
    reading = decodeFrame(frame.subarray(0, present), 0);
  }
  if (reading.kind === "frame") return reading.batch;
  const reason = reading.kind === "damaged" ? reading.reason : "the frame is cut";
  throw new LogFault("damaged", `${path}: damaged at byte ${fileOffset}: ${reason}`);
}
