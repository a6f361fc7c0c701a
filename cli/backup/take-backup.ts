/** Takes a backup of a data directory, also while the exchange runs in it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SEQ_FIRST } from "../../src/journal/command-log.ts";
import { lockDirectory } from "../../src/journal/directory-lock.ts";
import { DURABLE_END_FILE } from "../../src/journal/journal-end.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import type { ScannedEnd } from "../../src/journal/scan-journal.ts";
import { segmentFirstSeq } from "../../src/journal/segment.ts";
import { listSegments } from "../../src/journal/segment-files.ts";
import type { Command, CommandCodec } from "../../src/journal/state-machine.ts";
import { readSmallFile, writeSmallFile } from "../../src/journal/write-small-file.ts";
import { CREDENTIALS_FILE } from "../../src/main/credentials.ts";
import { MASTER_KEY_FILE } from "../../src/main/master-key.ts";
import { CHAIN_FILE } from "../../src/wallets/chain-file.ts";
import { verifyJournal } from "../journal-verify.ts";
import {
  type BackupRecord,
  EMPTY_RECORD,
  readRecord,
  sha256Of,
  writeRecord,
} from "./backup-record.ts";
import { copySegments } from "./copy-journal.ts";
import { placeSnapshots, stageSnapshots } from "./copy-snapshots.ts";
import { refuseOverlap } from "./refuse-overlap.ts";
import { isInJournal, settledEnd } from "./settled-end.ts";

/** Files of a backup directory that do not count as foreign. */
const LOCK_NAME = /^lock\./;

export interface BackupOptions {
  readonly dataDir: string;
  readonly to: string;
  /** Whether `master.key` and `credentials.json` are copied. */
  readonly hasSecrets: boolean;
}

export interface BackupReport {
  readonly firstSeq: number;
  /** Last command in the backup. */
  readonly seq: number;
  readonly segmentsCopied: number;
  readonly snapshots: readonly number[];
  readonly bytesCopied: number;
  readonly warnings: readonly string[];
}

/**
 * Copies what is new since the last backup in the same directory, and verifies the whole backup.
 * Throws an error with the cause; the last complete backup is then still in place.
 */
export async function takeBackup<C extends Command>(
  options: BackupOptions,
  codec: CommandCodec<C>,
): Promise<BackupReport> {
  const { dataDir, to } = options;
  if (!existsSync(join(dataDir, "journal"))) {
    throw new Error(`${dataDir} has no journal: name the data directory with --data-dir`);
  }
  refuseOverlap(to, dataDir);
  const record = await openBackup(to);
  const lock = await lockDirectory(to, 0).catch((cause: unknown) => {
    throw new Error(`${to} is in use by another backup, or cannot be locked`, { cause });
  });
  try {
    return await backUp(options, codec, record);
  } finally {
    lock.release();
  }
}

async function backUp<C extends Command>(
  options: BackupOptions,
  codec: CommandCodec<C>,
  earlier: BackupRecord,
): Promise<BackupReport> {
  const { dataDir, to } = options;
  const from = { journal: join(dataDir, "journal"), snapshots: join(dataDir, "snapshots") };
  const target = { journal: join(to, "journal"), snapshots: join(to, "snapshots") };
  await writeRecord(to, earlier);
  // Secrets first: a file of another exchange ends the backup before anything is replaced.
  const secrets = await copySecrets(options);
  // Snapshots before the journal, so that the journal reaches each of them.
  const staged = await stageSnapshots(from.snapshots, target.snapshots);
  const end = await settledEnd(from.journal);
  await refuseOtherJournal(from.journal, earlier, end);
  const segments = await copySegments(from.journal, target.journal, {
    end,
    fromName: earlier.segment,
  });
  await writeDurableEnd(to, end);
  // After the journal: the networks of the backup then have every payment that its commands saw.
  await copyChains(dataDir, to);
  const journalFirstSeq = await firstSeqOf(target.journal);
  // A snapshot that the journal does not continue is of no use.
  const snapshots = staged.seqs.filter((seq) => seq + 1 >= journalFirstSeq);
  await placeSnapshots(target.snapshots, snapshots);
  const verdict = await verifyJournal(target, codec);
  const hash = Buffer.from(end.hash).toString("hex");
  if (!verdict.isIntact || verdict.lastSeq !== end.seq || verdict.lastHash !== hash) {
    const detail = JSON.stringify(verdict);
    throw new Error(`the backup in ${to} is not what was copied, check its disk: ${detail}`);
  }
  const { firstSeq } = verdict;
  await writeRecord(to, {
    ...EMPTY_RECORD,
    ...{ firstSeq, seq: end.seq, hash, segment: end.segment },
    takenAt: new Date().toISOString(),
    masterKeySha256: secrets.keySha256,
  });
  return {
    ...{ firstSeq, seq: end.seq, segmentsCopied: segments.copied, snapshots },
    bytesCopied: segments.bytes + staged.bytes,
    warnings: [...secrets.warnings, ...staged.warnings, ...historyWarnings(firstSeq)],
  };
}

/** Returns the record of an existing backup, or that of a new one in an empty directory. */
async function openBackup(to: string): Promise<BackupRecord> {
  const record = await readRecord(to);
  if (record !== undefined) return record;
  const names = (await nodeFileLayer.list(to)).filter((name) => !LOCK_NAME.test(name));
  if (names.length === 0) return EMPTY_RECORD;
  throw new Error(`${to} is not empty and contains no backup: choose an empty directory`);
}

/** Refuses to continue a backup that the journal does not continue. */
async function refuseOtherJournal(
  journal: string,
  { hash, seq }: BackupRecord,
  end: ScannedEnd,
): Promise<void> {
  if (seq === 0) return;
  const firstSeq = await firstSeqOf(journal);
  if (firstSeq > seq) {
    throw new Error(
      `the backup ends at seq ${seq}, and the journal now begins at seq ${firstSeq}: take a new ` +
        "backup in an empty directory",
    );
  }
  const wanted = { seq, hash: new Uint8Array(Buffer.from(hash, "hex")) };
  if (seq <= end.seq && (await isInJournal(journal, wanted))) return;
  throw new Error(
    `the backup is of another journal, or of commands that were lost: the journal in ${journal} ` +
      `does not have its seq ${seq}; take a new backup in an empty directory`,
  );
}

async function firstSeqOf(journal: string): Promise<number> {
  const [name = ""] = await listSegments(nodeFileLayer, journal);
  return segmentFirstSeq(name) ?? SEQ_FIRST;
}

interface CopiedSecrets {
  readonly keySha256: string;
  readonly warnings: readonly string[];
}

async function copySecrets({ dataDir, hasSecrets, to }: BackupOptions): Promise<CopiedSecrets> {
  const key = await readSmallFile(nodeFileLayer, join(dataDir, MASTER_KEY_FILE));
  if (key === undefined) {
    throw new Error(`${join(dataDir, MASTER_KEY_FILE)} is absent: restore it from a copy first`);
  }
  const keySha256 = sha256Of(key);
  if (!hasSecrets) {
    refuseKeptSecrets(to);
    const warning =
      `${MASTER_KEY_FILE} is not in the backup: keep a copy of it elsewhere, without it the ` +
      "backup cannot be restored";
    return { keySha256, warnings: [warning] };
  }
  const warning =
    `the backup contains ${MASTER_KEY_FILE}, which opens the secrets of all API keys, and the ` +
    "admin token: protect it like the exchange itself";
  const known = await readSmallFile(nodeFileLayer, join(to, MASTER_KEY_FILE));
  if (known !== undefined && sha256Of(known) !== keySha256) {
    throw new Error(
      `${join(to, MASTER_KEY_FILE)} is of another exchange: choose an empty directory`,
    );
  }
  await writeSmallFile(nodeFileLayer, join(to, MASTER_KEY_FILE), key);
  const credentials = await readSmallFile(nodeFileLayer, join(dataDir, CREDENTIALS_FILE));
  if (credentials === undefined) {
    return { keySha256, warnings: [warning, `${join(dataDir, CREDENTIALS_FILE)} is absent`] };
  }
  await writeSmallFile(nodeFileLayer, join(to, CREDENTIALS_FILE), credentials);
  return { keySha256, warnings: [warning] };
}

/** Throws when an earlier backup left secrets, with which the new one would be passed on. */
function refuseKeptSecrets(to: string): void {
  const kept = [MASTER_KEY_FILE, CREDENTIALS_FILE].filter((name) => existsSync(join(to, name)));
  if (kept.length === 0) return;
  throw new Error(
    `${to} has ${kept.join(" and ")} of an earlier backup, and --no-secrets leaves them there: ` +
      "choose an empty directory, or keep them elsewhere and remove them here",
  );
}

/** Copies the transactions of the simulated networks, if there were any. */
async function copyChains(dataDir: string, to: string): Promise<void> {
  const transactions = await readSmallFile(nodeFileLayer, join(dataDir, CHAIN_FILE));
  if (transactions === undefined) return;
  await writeSmallFile(nodeFileLayer, join(to, CHAIN_FILE), transactions);
}

/** Writes the end of the copied journal in the form that a start compares. */
async function writeDurableEnd(to: string, end: ScannedEnd): Promise<void> {
  const { epoch, seq, segment } = end;
  const content = { seq, hash: Buffer.from(end.hash).toString("hex"), segment, epoch };
  const bytes = Buffer.from(`${JSON.stringify(content)}\n`);
  await writeSmallFile(nodeFileLayer, join(to, DURABLE_END_FILE), bytes);
}

function historyWarnings(firstSeq: number): readonly string[] {
  if (firstSeq <= 1) return [];
  return [`the journal begins at seq ${firstSeq}: the history cannot be rebuilt from this backup`];
}
