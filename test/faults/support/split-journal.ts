/** Gives a small journal several segments, as one of a day of trading has. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileLayer } from "../../../src/journal/node-file-layer.ts";
import {
  encodeSegmentHeader,
  readSegmentHeader,
  SEGMENT_HEADER_BYTES,
  SegmentReader,
  segmentName,
} from "../../../src/journal/segment.ts";
import { listSegments } from "../../../src/journal/segment-files.ts";

/** Zeros behind the last frame of a segment. */
const ROOM_BYTES = 4 * 1024;
/** Behind the last one: no exchange of a test fills it, so that the segments stay as many. */
const LAST_ROOM_BYTES = 4 * 1024 * 1024;

/**
 * Writes the only segment of an exchange that does not run as several of about the same number of
 * batches. The frames stay as they are, so that snapshots still follow them. Answers the paths.
 */
export async function splitJournal(dataDir: string, segments: number): Promise<string[]> {
  const directory = join(dataDir, "journal");
  const [name = "", ...others] = await listSegments(nodeFileLayer, directory);
  if (others.length > 0) throw new RangeError(`one segment is expected in ${directory}`);
  const path = join(directory, name);
  const bytes = readFileSync(path);
  const file = await nodeFileLayer.open(path, "read");
  const reading = await readSegmentHeader(file);
  if (reading.kind !== "header") throw new RangeError(`${path} has a header`);
  const reader = new SegmentReader(file, reading.header);
  const starts: { fileOffset: number; firstSeq: number; previousHash: Uint8Array }[] = [];
  do {
    starts.push({
      fileOffset: reader.fileOffset,
      firstSeq: reader.nextSeq,
      previousHash: reader.lastHash,
    });
  } while ((await reader.next()) !== undefined);
  await file.close();
  rmSync(path);
  const paths: string[] = [];
  const batches = starts.length - 1;
  for (let part = 0; part < segments; part++) {
    const start = starts[Math.floor((part * batches) / segments)];
    const end = starts[Math.floor(((part + 1) * batches) / segments)];
    if (start === undefined || end === undefined) throw new RangeError("a batch for each segment");
    const frames = bytes.subarray(start.fileOffset, end.fileOffset);
    const roomBytes = part === segments - 1 ? LAST_ROOM_BYTES : ROOM_BYTES;
    const sizeBytes = SEGMENT_HEADER_BYTES + frames.length + roomBytes;
    const whole = Buffer.alloc(sizeBytes);
    whole.set(encodeSegmentHeader({ ...reading.header, ...start, sizeBytes }));
    whole.set(frames, SEGMENT_HEADER_BYTES);
    const partPath = join(directory, segmentName(start.firstSeq));
    writeFileSync(partPath, whole, { mode: 0o600 });
    paths.push(partPath);
  }
  return paths;
}
