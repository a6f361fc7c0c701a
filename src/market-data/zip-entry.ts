/** Reading the only file of a small zip archive. */
import { crc32, inflateRawSync } from "node:zlib";

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * Returns the content of the archive's only entry, or `undefined` if the bytes are no such archive
 * or the content does not match its checksum. The data of an only entry lie between its header at
 * the start of the archive and the directory, so that no sizes are needed: 64-bit ones may be in
 * several places. Throws a zlib error for damaged data and for content of more than `bytesMax`.
 */
export function onlyZipEntry(bytes: Uint8Array, bytesMax: number): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === undefined) return undefined;
  const entry = view.getUint32(end + 16, true);
  if (signatureAt(view, entry) !== ENTRY_SIGNATURE) return undefined;
  // The directory has one entry if that fills it; some tools leave the number of entries open.
  if (view.getUint32(end + 12, true) !== entryBytes(view, entry)) return undefined;
  if (signatureAt(view, 0) !== LOCAL_SIGNATURE) return undefined;
  const start = LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  if (start > entry) return undefined;
  const method = view.getUint16(entry + 10, true);
  const content = contentOf(bytes.subarray(start, entry), method, bytesMax);
  if (content === undefined || content.length > bytesMax) return undefined;
  return crc32(content) === view.getUint32(entry + 16, true) ? content : undefined;
}

function contentOf(data: Uint8Array, method: number, bytesMax: number): Uint8Array | undefined {
  if (method === STORED) return data;
  if (method !== DEFLATED) return undefined;
  return inflateRawSync(data, { maxOutputLength: bytesMax });
}

function signatureAt(view: DataView, offset: number): number {
  return offset + ENTRY_BYTES <= view.byteLength ? view.getUint32(offset, true) : 0;
}

function entryBytes(view: DataView, entry: number): number {
  const lengths = [28, 30, 32].map((offset) => view.getUint16(entry + offset, true));
  return ENTRY_BYTES + lengths.reduce((sum, length) => sum + length, 0);
}

function endOfDirectory(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES;
  for (let offset = last; offset >= Math.max(0, last - COMMENT_BYTES_MAX); offset--) {
    if (view.getUint32(offset, true) === END_SIGNATURE) return offset;
  }
  return undefined;
}
