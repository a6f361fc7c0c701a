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
  readonly snapshots: readonly SnapshotVerdict[];
}

export interface SnapshotVerdict {
  readonly seq: number;
  /** `intact`, or what is wrong with the file. */
  readonly verdict: string;
  /** `readable`, or why this version cannot read the state; absent unless it was tried. */
  readonly state?: string;
}

/** Throws the reason for which this version cannot read an encoded state. */
export type ReadState = (state: Uint8Array) => void;

/**
 * Reads every batch and snapshot and decodes every command; with `readState` every intact state as
 * well. Throws when the journal is damaged.
 */
export async function verifyJournal<C extends Command>(
  directories: JournalDirectories,
  codec: CommandCodec<C>,
  readState?: ReadState,
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
  const snapshots: SnapshotVerdict[] = [];
  for (const [seq, hash] of hashes) {
    snapshots.push(await snapshotVerdict(store, { seq, hash }, readState));
  }
  const isIntact = snapshots.every(({ verdict }) => verdict === "intact");
  return { isIntact, segments, ...totals, tornBytes, snapshots };
}

async function snapshotVerdict(
  store: SnapshotStore,
  { hash, seq }: { readonly seq: number; readonly hash: Uint8Array | undefined },
  readState: ReadState | undefined,
): Promise<SnapshotVerdict> {
  try {
    const snapshot = await store.read(seq);
    if (hash === undefined) return { seq, verdict: "no batch of the journal ends at its seq" };
    if (!isSameHash(hash, snapshot.journalHash)) {
      return { seq, verdict: "it belongs to another journal" };
    }
    if (readState === undefined) return { seq, verdict: "intact" };
    return { seq, verdict: "intact", state: stateVerdict(snapshot.state, readState) };
  } catch (thrown) {
    return { seq, verdict: messageOf(thrown) };
  }
}

function stateVerdict(state: Uint8Array, readState: ReadState): string {
  try {
    readState(state);
    return "readable";
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** What a start of this version does with a journal whose snapshots it cannot read. */
export interface Unreadable {
  readonly isRefused: boolean;
  readonly message: string;
}

/** Returns what a start does without a readable snapshot; undefined when it can read one. */
export function unreadableSnapshots({
  firstSeq,
  snapshots,
}: JournalVerdict): Unreadable | undefined {
  const intact = snapshots.filter(({ verdict }) => verdict === "intact");
  const [first] = intact;
  if (first?.state === undefined) return undefined;
  if (intact.some(({ state }) => state === "readable")) return undefined;
  const cause = `this version cannot read the snapshots (${first.state})`;
  if (firstSeq <= SEQ_FIRST) {
    const message = `${cause}: a start would replay the journal from the first command`;
    return { isRefused: false, message };
  }
  const message =
    `${cause}, and the journal begins with seq ${firstSeq}: a start would be refused; put the ` +
    "segments before it back, or start the version that wrote the snapshots";
  return { isRefused: true, message };
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
  readState: ReadState,
): void {
  program
    .command("verify")
    .description(
      "check every batch, command and snapshot, and say whether this version can read them",
    )
    .argument("<dir>", "data directory")
    .action(async (directory: string) => {
      const verdict = await verifyJournal(await findJournal(directory), codec, readState);
      console.log(JSON.stringify(verdict, undefined, 2));
      const beginning = laterBeginning(verdict);
      if (beginning !== undefined) process.stderr.write(`${beginning}\n`);
      const unreadable = unreadableSnapshots(verdict);
      if (unreadable !== undefined) process.stderr.write(`${unreadable.message}\n`);
      if (!verdict.isIntact || unreadable?.isRefused === true) process.exitCode = 1;
    });
}
