/** Restores a backup into an empty data directory. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MASTER_KEY_BYTES } from "../../src/gateway/auth/sealed-secret.ts";
import { DURABLE_END_FILE, readRecordedEnd } from "../../src/journal/journal-end.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { messageOf } from "../../src/journal/operating-fault.ts";
import { listSegmentFiles } from "../../src/journal/segment-files.ts";
import { snapshotSeq } from "../../src/journal/snapshot-format.ts";
import type { Command, CommandCodec } from "../../src/journal/state-machine.ts";
import { readSmallFile, writeSmallFile } from "../../src/journal/write-small-file.ts";
import { CREDENTIALS_FILE, readSecrets } from "../../src/main/credentials.ts";
import { MASTER_KEY_FILE } from "../../src/main/master-key.ts";
import { CHAIN_FILE } from "../../src/wallets/chain-file.ts";
import { type JournalVerdict, verifyJournal } from "../journal-verify.ts";
import { type BackupRecord, readRecord, sha256Of } from "./backup-record.ts";
import { refuseOverlap } from "./refuse-overlap.ts";

export interface RestoreOptions {
  readonly from: string;
  readonly dataDir: string;
  /** File of the master key; absent: the one in the backup. */
  readonly masterKey?: string | undefined;
}

export interface RestoreReport {
  readonly firstSeq: number;
  readonly seq: number;
  readonly takenAt: string;
  readonly warnings: readonly string[];
}

/**
 * Verifies a backup and copies it into a directory that is empty or absent. Throws an error with
 * the cause before anything is written, or when a write fails.
 */
export async function restoreBackup<C extends Command>(
  options: RestoreOptions,
  codec: CommandCodec<C>,
): Promise<RestoreReport> {
  const { dataDir, from } = options;
  const present = existsSync(dataDir) ? await nodeFileLayer.list(dataDir) : [];
  if (present.length > 0) {
    throw new Error(`${dataDir} is not empty: name an empty or absent directory with --data-dir`);
  }
  refuseOverlap(dataDir, from);
  const record = await readRecord(from);
  if (record === undefined) throw new Error(`${from} contains no backup: backup.json is absent`);
  if (record.seq === 0) throw new Error(`the first backup in ${from} was never completed`);
  const key = await masterKeyOf(options, record);
  const credentials = await readSecrets(nodeFileLayer, from);
  await readRecordedEnd(nodeFileLayer, join(from, DURABLE_END_FILE));
  const verdict = await verifiedJournal(from, record, codec);
  await nodeFileLayer.createDirectory(dataDir);
  // The expected end first: a start on half a restored journal is refused.
  await copyFile(from, dataDir, DURABLE_END_FILE);
  await writeSmallFile(nodeFileLayer, join(dataDir, MASTER_KEY_FILE), key);
  await copyFiles(from, dataDir, "snapshots", (name) => snapshotSeq(name) !== undefined);
  const segments = await listSegmentFiles(nodeFileLayer, join(from, "journal"));
  const names = new Set(segments.map(({ fileName }) => fileName));
  await copyFiles(from, dataDir, "journal", (name) => names.has(name));
  if (existsSync(join(from, CHAIN_FILE))) await copyFile(from, dataDir, CHAIN_FILE);
  if (credentials !== undefined) await copyFile(from, dataDir, CREDENTIALS_FILE);
  const { firstSeq, lastSeq } = verdict;
  return {
    firstSeq,
    seq: lastSeq,
    takenAt: record.takenAt,
    warnings: warningsOf(options, verdict),
  };
}

function warningsOf({ from }: RestoreOptions, { firstSeq }: JournalVerdict): readonly string[] {
  const warnings: string[] = [];
  if (!existsSync(join(from, CREDENTIALS_FILE))) {
    warnings.push(
      "credentials.json is not in the backup: the next start issues new keys for the first " +
        "users, and existing keys stay valid",
    );
  }
  if (firstSeq > 1) {
    warnings.push(`the journal begins at seq ${firstSeq}: the history cannot be rebuilt`);
  }
  return warnings;
}

/** Returns the master key that the journal's secrets are sealed under. */
async function masterKeyOf(
  { from, masterKey }: RestoreOptions,
  { masterKeySha256 }: BackupRecord,
): Promise<Uint8Array> {
  const path = masterKey ?? join(from, MASTER_KEY_FILE);
  const key = await readSmallFile(nodeFileLayer, path);
  const purpose = "the secrets of API keys are sealed under it, and no exchange starts without it";
  if (key === undefined) {
    throw new Error(`${path} is absent: ${purpose}; name a copy of it with --master-key`);
  }
  if (key.length === MASTER_KEY_BYTES && sha256Of(key) === masterKeySha256) return key;
  throw new Error(
    `${path} is not the key of this backup: ${purpose}; name a copy of it with --master-key`,
  );
}

/** Throws unless the journal of the backup is intact and reaches its recorded end. */
async function verifiedJournal<C extends Command>(
  from: string,
  { hash, seq }: BackupRecord,
  codec: CommandCodec<C>,
): Promise<JournalVerdict> {
  const directories = { journal: join(from, "journal"), snapshots: join(from, "snapshots") };
  const verdict = await verifyJournal(directories, codec).catch((cause: unknown) => {
    throw new Error(`the backup is damaged: ${messageOf(cause)}; use another backup`, { cause });
  });
  const damaged = verdict.snapshots.filter((snapshot) => snapshot.verdict !== "intact");
  const isReached = verdict.lastSeq > seq || (verdict.lastSeq === seq && verdict.lastHash === hash);
  if (damaged.length === 0 && isReached) return verdict;
  const [first] = damaged;
  const cause =
    first === undefined
      ? `its journal ends at seq ${verdict.lastSeq}, and seq ${seq} is expected`
      : `snapshot ${first.seq}: ${first.verdict}`;
  throw new Error(`the backup in ${from} is damaged: ${cause}; use another backup`);
}

async function copyFiles(
  from: string,
  to: string,
  directory: string,
  isWanted: (name: string) => boolean,
): Promise<void> {
  const target = join(to, directory);
  await nodeFileLayer.createDirectory(target);
  for (const name of await nodeFileLayer.list(join(from, directory))) {
    if (isWanted(name)) await copyFile(join(from, directory), target, name);
  }
}

async function copyFile(from: string, to: string, name: string): Promise<void> {
  const path = join(from, name);
  const bytes = await readSmallFile(nodeFileLayer, path);
  if (bytes === undefined) throw new Error(`${path} is absent: use another backup`);
  await writeSmallFile(nodeFileLayer, join(to, name), bytes);
}
