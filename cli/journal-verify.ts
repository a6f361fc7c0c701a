import type { Command as Program } from "commander";
import { isSameHash } from "../src/journal/command-log.ts";
import { nodeFileLayer } from "../src/journal/node-file-layer.ts";
import { messageOf } from "../src/journal/operating-fault.ts";
import { decodeBatch } from "../src/journal/recovery.ts";
import { scanJournal } from "../src/journal/scan-journal.ts";
import { SnapshotStore } from "../src/journal/snapshot-store.ts";
import type { Command, CommandCodec } from "../src/journal/state-machine.ts";
import { type JournalPlace, journalPlace } from "./journal-place.ts";

export interface JournalVerdict {
  readonly isIntact: boolean;
  readonly segments: number;
  readonly batches: number;
  readonly commands: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly lastHash: string;
  /** Bytes of a write that did not complete; start-up removes them. */
  readonly tornBytes: number;
  readonly snapshots: readonly { readonly seq: number; readonly verdict: string }[];
}

/** Reads every batch and snapshot, decodes every command. Throws where the journal is damaged. */
export async function verifyJournal<C extends Command>(
  place: JournalPlace,
  codec: CommandCodec<C>,
): Promise<JournalVerdict> {
  const store = new SnapshotStore({ directory: place.snapshots });
  const hashes = new Map<number, Uint8Array | undefined>();
  for (const seq of await store.list()) hashes.set(seq, undefined);
  const seen = { batches: 0, commands: 0, firstSeq: 0, lastSeq: 0, lastHash: "" };
  const scan = scanJournal(nodeFileLayer, place.journal);
  let step = await scan.next();
  for (; step.done !== true; step = await scan.next()) {
    const batch = step.value;
    seen.commands += decodeBatch(codec, batch).length;
    seen.batches += 1;
    if (seen.firstSeq === 0) {
      seen.firstSeq = batch.firstSeq;
      // Of a journal that was cut below a snapshot, the first batch still names what it follows.
      if (hashes.has(batch.firstSeq - 1)) hashes.set(batch.firstSeq - 1, batch.previousHash);
    }
    seen.lastSeq = batch.firstSeq + batch.count - 1;
    seen.lastHash = Buffer.from(batch.hash).toString("hex");
    if (hashes.has(seen.lastSeq)) hashes.set(seen.lastSeq, batch.hash);
  }
  const { segments, tornBytes } = step.value;
  const snapshots: { seq: number; verdict: string }[] = [];
  for (const [seq, hash] of hashes) {
    snapshots.push({ seq, verdict: await verdictOn(store, seq, hash) });
  }
  const isIntact = snapshots.every(({ verdict }) => verdict === "intact");
  return { isIntact, segments, ...seen, tornBytes, snapshots };
}

async function verdictOn(
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

export function addJournalVerify<C extends Command>(
  program: Program,
  codec: CommandCodec<C>,
): void {
  program
    .command("verify")
    .description("check every batch, command and snapshot; exit code 1 when something is damaged")
    .argument("<dir>", "data directory")
    .action(async (directory: string) => {
      const verdict = await verifyJournal(await journalPlace(directory), codec);
      console.log(JSON.stringify(verdict, undefined, 2));
      if (!verdict.isIntact) process.exitCode = 1;
    });
}
