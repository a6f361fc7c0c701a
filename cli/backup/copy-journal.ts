/** Copies the segments of a journal up to a known end into a backup. */
import { join } from "node:path";
import { readWhole } from "../../src/journal/file-layer.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import type { ScannedEnd } from "../../src/journal/scan-journal.ts";
import {
  listSegmentFiles,
  openSegment,
  removeOtherForm,
  type SegmentFile,
} from "../../src/journal/segment-files.ts";
import { readSmallFile, writeSmallFile } from "../../src/journal/write-small-file.ts";

export interface CopiedSegments {
  readonly copied: number;
  readonly bytes: number;
}

/**
 * Copies the segments from `fromName` on. The last one ends behind `end`: what the exchange has
 * written since is left out. A later copy of a segment replaces an earlier one.
 */
export async function copySegments(
  from: string,
  to: string,
  { end, fromName }: { readonly end: ScannedEnd; readonly fromName: string },
): Promise<CopiedSegments> {
  await nodeFileLayer.createDirectory(to);
  let copied = 0;
  let bytes = 0;
  for (const segment of await listSegmentFiles(nodeFileLayer, from)) {
    if (segment.name < fromName || segment.name > end.segment) continue;
    const isLast = segment.name === end.segment;
    bytes += isLast ? await copyLast(from, to, end) : await copySealed(from, to, segment);
    copied += 1;
  }
  return { copied, bytes };
}

/** Copies a segment that another one follows, and no longer changes. */
async function copySealed(from: string, to: string, segment: SegmentFile): Promise<number> {
  const { name } = segment;
  // The exchange may have put an archive in its place since it was listed.
  for (const fileName of [segment.fileName, await presentName(from, name)]) {
    const bytes = await readSmallFile(nodeFileLayer, join(from, fileName));
    if (bytes === undefined) continue;
    await writeSmallFile(nodeFileLayer, join(to, fileName), bytes);
    await removeOtherForm(nodeFileLayer, to, { name, fileName });
    return bytes.length;
  }
  throw new Error(`${join(from, name)} was removed during the backup: run it again`);
}

async function presentName(directory: string, name: string): Promise<string> {
  const segments = await listSegmentFiles(nodeFileLayer, directory);
  return segments.find((segment) => segment.name === name)?.fileName ?? name;
}

/** Copies the segment in use up to the end; the rest of the file is zeros, as in every segment. */
async function copyLast(from: string, to: string, end: ScannedEnd): Promise<number> {
  const name = end.segment;
  const bytes = new Uint8Array(end.segmentBytes);
  const file = await openSegment(nodeFileLayer, from, name);
  try {
    await readWhole(file, bytes.subarray(0, end.fileOffset), 0);
  } finally {
    await file.close();
  }
  await writeSmallFile(nodeFileLayer, join(to, name), bytes);
  await removeOtherForm(nodeFileLayer, to, { name, fileName: name });
  return bytes.length;
}
