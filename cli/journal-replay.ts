import type { Command as Program } from "commander";
import { nodeFileLayer } from "../src/journal/node-file-layer.ts";
import { applyBatch } from "../src/journal/recovery.ts";
import { scanJournal } from "../src/journal/scan-journal.ts";
import { stateHash } from "../src/journal/snapshot-format.ts";
import type {
  Command,
  CommandCodec,
  EventBuffer,
  StateMachine,
} from "../src/journal/state-machine.ts";
import { findJournal, type JournalDirectories } from "./journal-directories.ts";
import { parseCount } from "./journal-inspect.ts";

const PROGRESS_COMMANDS = 250_000;

export interface ReplayResult {
  readonly commands: number;
  readonly commandsPerSecond: number;
  readonly lastSeq: number;
  readonly lastTimeMs: number;
  /** Hash of the journal after the last batch that was applied completely. */
  readonly journalHash: string;
  readonly stateHash: string;
}

export interface ReplayOptions {
  /** Last seq to apply, also within a batch. */
  readonly until: number;
  readonly onProgress: (commands: number) => void;
}

/** Applies the journal from its first command to an empty machine. */
export async function replayJournal<C extends Command>(
  directories: JournalDirectories,
  codec: CommandCodec<C>,
  machine: StateMachine<C, unknown, EventBuffer>,
  options: ReplayOptions,
): Promise<ReplayResult> {
  const startMs = performance.now();
  let commands = 0;
  let lastSeq = 0;
  let lastTimeMs = 0;
  let journalHash = "";
  for await (const batch of scanJournal(nodeFileLayer, directories.journal, 1)) {
    if (batch.firstSeq > options.until) break;
    machine.events.clear();
    applyBatch(machine, codec, batch, options.until);
    const before = Math.floor(commands / PROGRESS_COMMANDS);
    const batchLastSeq = batch.firstSeq + batch.count - 1;
    lastSeq = Math.min(batchLastSeq, options.until);
    commands += lastSeq - batch.firstSeq + 1;
    if (Math.floor(commands / PROGRESS_COMMANDS) > before) options.onProgress(commands);
    lastTimeMs = batch.timeMs;
    if (lastSeq === batchLastSeq) journalHash = Buffer.from(batch.hash).toString("hex");
  }
  const seconds = (performance.now() - startMs) / 1_000;
  return {
    commands,
    commandsPerSecond: Math.round(commands / seconds),
    lastSeq,
    lastTimeMs,
    journalHash,
    stateHash: Buffer.from(stateHash(machine.encodeState())).toString("hex"),
  };
}

export interface ReplayWiring<C extends Command, M extends StateMachine<C, unknown, EventBuffer>> {
  readonly codec: CommandCodec<C>;
  readonly createMachine: () => M;
  /** Returns the violated invariants of the state, as messages. */
  readonly findings: (machine: M) => readonly string[];
}

/** Adds the command `journal replay`. */
export function addJournalReplay<
  C extends Command,
  M extends StateMachine<C, unknown, EventBuffer>,
>(program: Program, wiring: ReplayWiring<C, M>): void {
  program
    .command("replay")
    .description("apply every command to an empty exchange, audit it and print its hash")
    .argument("<dir>", "data directory")
    .option("--until <seq>", "stop after this command", parseCount)
    .action(async (directory: string, options: { readonly until?: number }) => {
      const { until = Number.POSITIVE_INFINITY } = options;
      const directories = await findJournal(directory);
      const onProgress = (commands: number): void => {
        process.stderr.write(`${commands} commands\n`);
      };
      const machine = wiring.createMachine();
      const result = await replayJournal(directories, wiring.codec, machine, { until, onProgress });
      const findings = wiring.findings(machine);
      console.log(JSON.stringify({ ...result, findings }, undefined, 2));
      if (findings.length > 0) process.exitCode = 1;
    });
}
