/** The file `backup.json`: what a backup contains. */
import { hash } from "node:crypto";
import { join } from "node:path";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { messageOf } from "../../src/journal/operating-fault.ts";
import { parseJson, readSmallFile, writeSmallFile } from "../../src/journal/write-small-file.ts";

const RECORD_FILE = "backup.json";
const FORMAT = 1;

export interface BackupRecord {
  readonly format: typeof FORMAT;
  /** Time of the last completed backup, ISO 8601 in UTC; empty before the first one. */
  readonly takenAt: string;
  /** First and last command of the journal; both 0 before the first backup is complete. */
  readonly firstSeq: number;
  readonly seq: number;
  /** Hash of the batch that ends at `seq`, in hexadecimal digits. */
  readonly hash: string;
  /** Name of the last segment; earlier segments are complete and need not be copied again. */
  readonly segment: string;
  /** SHA-256 of the master key, in hexadecimal digits; also when the key is not in the backup. */
  readonly masterKeySha256: string;
}

/** Record of a backup that has begun and contains nothing yet. */
export const EMPTY_RECORD: BackupRecord = {
  format: FORMAT,
  takenAt: "",
  firstSeq: 0,
  seq: 0,
  hash: "",
  segment: "",
  masterKeySha256: "",
};

export function sha256Of(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

/** Reads the record of a backup; undefined when there is none. Throws when it is damaged. */
export async function readRecord(directory: string): Promise<BackupRecord | undefined> {
  const path = join(directory, RECORD_FILE);
  const bytes = await readSmallFile(nodeFileLayer, path);
  if (bytes === undefined) return undefined;
  try {
    return checkedRecord(parseJson(bytes));
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${messageOf(cause)}; choose another backup`, {
      cause,
    });
  }
}

export async function writeRecord(directory: string, record: BackupRecord): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(record, undefined, 2)}\n`);
  await writeSmallFile(nodeFileLayer, join(directory, RECORD_FILE), bytes);
}

function checkedRecord(content: unknown): BackupRecord {
  const record = (content ?? {}) as Record<string, unknown>;
  const { firstSeq, format, seq } = record;
  if (format !== FORMAT) throw new Error(`format ${FORMAT} is expected, it says ${format}`);
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(firstSeq)) {
    throw new Error("firstSeq and seq are no whole numbers");
  }
  for (const name of ["takenAt", "hash", "segment", "masterKeySha256"]) {
    if (typeof record[name] !== "string") throw new Error(`${name} is no text`);
  }
  return record as unknown as BackupRecord;
}
