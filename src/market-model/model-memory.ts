/**
 * Encoding of the model's memory: a version byte, then records of a name and numbers. A reader
 * takes the records that it knows.
 */
const VERSION = 1;
const NUMBER_BYTES = 8;
const NAME_MAX = 255;

export type MemoryRecords = ReadonlyMap<string, readonly number[]>;

export function encodeMemory(records: MemoryRecords): Uint8Array {
  let length = 1;
  for (const [name, numbers] of records) length += 3 + name.length + NUMBER_BYTES * numbers.length;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes[0] = VERSION;
  let offset = 1;
  for (const [name, numbers] of records) {
    view.setUint8(offset, Math.min(NAME_MAX, name.length));
    view.setUint16(offset + 1, numbers.length);
    offset += 3;
    for (let i = 0; i < name.length; i++) view.setUint8(offset++, name.charCodeAt(i));
    for (const number of numbers) {
      view.setFloat64(offset, number);
      offset += NUMBER_BYTES;
    }
  }
  return bytes;
}

/** Returns no records for bytes of another version or with an incomplete record. */
export function decodeMemory(bytes: Uint8Array | undefined): MemoryRecords {
  const records = new Map<string, readonly number[]>();
  if (bytes === undefined || bytes[0] !== VERSION) return records;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 1;
  while (offset < bytes.length) {
    if (offset + 3 > bytes.length) return new Map();
    const nameLength = view.getUint8(offset);
    const count = view.getUint16(offset + 1);
    offset += 3;
    if (offset + nameLength + NUMBER_BYTES * count > bytes.length) return new Map();
    const name = String.fromCharCode(...bytes.subarray(offset, offset + nameLength));
    offset += nameLength;
    const numbers: number[] = [];
    for (let i = 0; i < count; i++) numbers.push(view.getFloat64(offset + NUMBER_BYTES * i));
    offset += NUMBER_BYTES * count;
    records.set(name, numbers);
  }
  return records;
}
