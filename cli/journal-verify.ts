import type { Command as Program } from "commander";
import { isSameHash, SEQ_FIRST } from "../src/journal/command-log.ts";
import { nodeFileLayer } from "../src/journal/node-file-layer.ts";
import { messageOf } from "../src/journal/operating-fault.ts";
import { decodeBatch } from "../src/journal/recovery.ts";
import { scanJournal } from "../src/journal/scan-journal.ts";
import { SnapshotStore } from "../src/journal/snapshot-store.ts";
import type { Command, CommandCodec } from "../src/journal/state-machine.ts";
import { findJournal, type JournalDirectories } from "./journal-directories.ts";

export interface JournalVerdict {
  readonly isIntact: boolean;
  readonly segments: number;
  readonly batches: number;
  readonly commands: number;
  /** First command; later than 1 when earlier segments were removed or are elsewhere. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly lastHash: string;
  /** Bytes of an incomplete write; the next start removes them. */
  readonly tornBytes: number;
  readonly snapshots: readonly { readonly seq: number; readonly verdict: string }[];
}

/** Reads every batch and snapshot and decodes every command. Throws when the journal is damaged. */
export async function verifyJournal<C extends Command>(
  directories: JournalDirectories,
  codec: CommandCodec<C>,
): Promise<JournalVerdict> {
  const store = new SnapshotStore({ directory: directories.snapshots });
  const hashes = new Map<number, Uint8Array | undefined>();
  for (const seq of await store.list()) hashes.set(seq, undefined);
  const totals = { batches: 0, commands: 0, firstSeq: 0, lastSeq: 0, lastHash: "" };
  const scan = scanJournal(nodeFileLayer, directories.journal);
  let step = await scan.next();
  for (; step.done !== true; step = await scan.next()) {
    const batch = step.value;
    totals.commands += decodeBatch(codec, batch).length;
    totals.batches += 1;
    if (totals.firstSeq === 0) {
      totals.firstSeq = batch.firstSeq;
      // The journal may be cut below a snapshot: the first batch names the hash of its predecessor.
      if (hashes.has(batch.firstSeq - 1)) hashes.set(batch.firstSeq - 1, batch.previousHash);
    }
    totals.lastSeq = batch.firstSeq + batch.count - 1;
    totals.lastHash = Buffer.from(batch.hash).toString("hex");
    if (hashes.has(totals.lastSeq)) hashes.set(totals.lastSeq, batch.hash);
  }
  const { segments, tornBytes } = step.value;
  const snapshots: { seq: number; verdict: string }[] = [];
  for (const [seq, hash] of hashes) {
    snapshots.push({ seq, verdict: await snapshotVerdict(store, seq, hash) });
  }
  const isIntact = snapshots.every(({ verdict }) => verdict === "intact");
  return { isIntact, segments, ...totals, tornBytes, snapshots };
}

async function snapshotVerdict(
  store: SnapshotStore,
  seq: number,
  hash: Uint8Array | undefined,
): Promise<string> {
  try {
    const snapshot = await store.read(seq);
    if (hash === undefined) return "no batch of the journal ends at its seq";
    if (isSameHash(hash, snapshot.journalHash)) return "intact";
    return "it belongs to another journal";
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** Returns what a journal without its first commands cannot do; undefined for a whole journal. */
export function laterBeginning({ firstSeq }: JournalVerdict): string | undefined {
  if (firstSeq <= SEQ_FIRST) return undefined;
  return (
    `the journal begins with seq ${firstSeq}: earlier segments were removed or are elsewhere; ` +
    "replays from the first command and a rebuilt history need them, an ordinary start does not"
  );
}

/** Adds the command `journal verify`. */
export function addJournalVerify<C extends Command>(
  program: Program,
  codec: CommandCodec<C>,
): void {
  program
    .command("verify")
    .description("check every batch, command and snapshot; exit code 1 when something is damaged")
    .argument("<dir>", "data directory")
    .action(async (directory: string) => {
      const verdict = await verifyJournal(await findJournal(directory), codec);
      console.log(JSON.stringify(verdict, undefined, 2));
      const beginning = laterBeginning(verdict);
      if (beginning !== undefined) process.stderr.write(`${beginning}\n`);
      if (!verdict.isIntact) process.exitCode = 1;
    });
}
