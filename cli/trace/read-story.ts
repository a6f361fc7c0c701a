/** Reads the story of an order or a request from the journal. */
import type { Command } from "../../src/core/commands/commands.ts";
import { decodeEvents } from "../../src/core/events/event-buffer.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { decodeBatch } from "../../src/journal/recovery.ts";
import { scanJournal } from "../../src/journal/scan-journal.ts";
import { SnapshotStore } from "../../src/journal/snapshot-store.ts";
import { CORE_CODEC, CoreMachine } from "../../src/main/core-machine.ts";
import { type Chapter, chapterOf, endsStory } from "../../src/main/trace/story.ts";
import { firstSeqOf, type TraceTarget } from "../../src/main/trace/trace-target.ts";
import type { JournalDirectories } from "../journal-directories.ts";

/** Where a replay starts: a machine and the seq of its last command. */
type Start = { readonly machine: CoreMachine; readonly seq: number };

/** Loads the newest intact snapshot before a command, or begins with the first command. */
async function startBefore(directories: JournalDirectories, seq: number): Promise<Start> {
  const store = new SnapshotStore({ directory: directories.snapshots });
  const seqs = await store.list().catch(() => []);
  for (const known of seqs.filter((one) => one < seq)) {
    const machine = new CoreMachine();
    try {
      machine.loadState((await store.read(known)).state);
      return { machine, seq: known };
    } catch {
      // An older snapshot or the whole journal gives the same state.
    }
  }
  return { machine: new CoreMachine(), seq: 0 };
}

/** Seq of the first command of a request; `undefined` when the journal has none. */
async function seqOfRequest(
  directories: JournalDirectories,
  requestId: string,
): Promise<number | undefined> {
  for await (const batch of scanJournal(nodeFileLayer, directories.journal, 1)) {
    const found = decodeBatch(CORE_CODEC, batch).find(
      ({ origin }) => origin?.requestId === requestId,
    );
    if (found !== undefined) return found.seq;
  }
  return undefined;
}

/** Remembers the key that a command will delete: later commands were perhaps sent before. */
function noteDeletedKey(
  { state }: CoreMachine,
  command: Command,
  deletedKeys: Map<string, number>,
): void {
  if (command.kind !== "delete_key") return;
  const { apiKey, user } = command;
  if (state.keys.get(apiKey)?.user === user) deletedKeys.set(apiKey, user);
}

export interface StoryOptions {
  /** Called from time to time with the seq that the replay has reached. */
  readonly onProgress: (seq: number) => void;
}

const PROGRESS_COMMANDS = 250_000;

/**
 * Yields the chapters of a target in order, until the end of the journal or of the order. Throws
 * when the journal begins after a command that the replay needs.
 */
export async function* readStory(
  directories: JournalDirectories,
  target: TraceTarget,
  { onProgress }: StoryOptions,
): AsyncGenerator<Chapter, void, void> {
  const first =
    target.kind === "request"
      ? await seqOfRequest(directories, target.requestId)
      : firstSeqOf(target);
  if (first === undefined) return;
  const { machine, seq: startSeq } = await startBefore(directories, first);
  const deletedKeys = new Map<string, number>();
  let expected = startSeq + 1;
  for await (const batch of scanJournal(nodeFileLayer, directories.journal, expected)) {
    for (const command of decodeBatch(CORE_CODEC, batch)) {
      if (command.seq < expected) continue;
      if (command.seq !== expected) {
        throw new Error(
          `the journal begins at seq ${command.seq}, and no snapshot is older: put the archived ` +
            "segments back",
        );
      }
      expected += 1;
      machine.events.clear();
      noteDeletedKey(machine, command, deletedKeys);
      machine.apply(command);
      if (expected % PROGRESS_COMMANDS === 0) onProgress(command.seq);
      if (command.seq < first) continue;
      const events = decodeEvents(machine.events.copyWords());
      const { state } = machine;
      const chapter = chapterOf({ state, command, events, deletedKeys }, target);
      if (chapter !== undefined) yield chapter;
      if (target.kind === "seq" || endsStory(events, target)) return;
    }
  }
}
