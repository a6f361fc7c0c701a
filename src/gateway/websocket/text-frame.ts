/**
 * Bytes of unmasked, unfragmented text frames (RFC 6455 section 5.2). The library frames for one
 * connection at a time and writes header and payload separately; here one buffer serves every
 * subscriber, and the responses of one turn share one buffer and one write. The library still
 * reads, handles control frames and closes.
 */
const TEXT_FRAME = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** Size of the frame around a payload of `length` bytes, in bytes. */
export function frameLength(length: number): number {
  if (length < LENGTH_16) return length + 2;
  return length < 65_536 ? length + 4 : length + 10;
}

/** Writes the frame of `text`, whose UTF-8 form has `length` bytes; returns the end offset. */
export function writeTextFrame(to: Buffer, at: number, text: string, length: number): number {
  to[at] = TEXT_FRAME;
  let start = at + 2;
  if (length < LENGTH_16) {
    to[at + 1] = length;
  } else if (length < 65_536) {
    to[at + 1] = LENGTH_16;
    start = to.writeUInt16BE(length, at + 2);
  } else {
    to[at + 1] = LENGTH_64;
    start = to.writeUInt32BE(0, at + 2);
    start = to.writeUInt32BE(length, start);
  }
  to.write(text, start, length, "utf8");
  return start + length;
}

/** Returns the frame of `text` in a new buffer. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(frameLength(length));
  writeTextFrame(frame, 0, text, length);
  return frame;
}
