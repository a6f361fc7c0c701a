/** Whether a state that went through snapshots is the state that never did. */
import type { LoggedBatch } from "../../src/journal/command-log.ts";
import { decodeBatch } from "../../src/journal/recovery.ts";
import { stateHash } from "../../src/journal/snapshot-format.ts";
import type {
  Command,
  CommandCodec,
  EventBuffer,
  StateMachine,
} from "../../src/journal/state-machine.ts";

export interface SnapshotCheck<C extends Command> {
  /** The whole journal from its first command: `log.follow(1)`, `scanJournal(…)` or an array. */
  readonly batches: AsyncIterable<LoggedBatch> | Iterable<LoggedBatch>;
  readonly codec: CommandCodec<C>;
  readonly createMachine: () => StateMachine<C, unknown, EventBuffer>;
  readonly everyCommands: number;
}

export interface SnapshotCheckResult {
  readonly commands: number;
  readonly snapshots: number;
  readonly stateHash: string;
}

/**
 * Applies the journal to two machines, one of which is replaced at every snapshot by a new one
 * that loads it. Throws with the seq at which their hashes differ. Being equal at every snapshot
 * and at the end is the same as comparing each snapshot and its tail with the full replay.
 */
export async function checkSnapshotsEqualReplay<C extends Command>(
  check: SnapshotCheck<C>,
): Promise<SnapshotCheckResult> {
  const straight = check.createMachine();
  let restored = check.createMachine();
  let commands = 0;
  let snapshots = 0;
  let due = check.everyCommands;
  let seq = 0;
  for await (const batch of check.batches) {
    apply(straight, check.codec, batch);
    apply(restored, check.codec, batch);
    commands += batch.count;
    seq = batch.firstSeq + batch.count - 1;
    if (commands < due) continue;
    due += check.everyCommands;
    snapshots += 1;
    expectEqual(straight, restored, seq);
    const state = restored.encodeState().slice();
    restored = check.createMachine();
    restored.loadState(state);
    expectEqual(straight, restored, seq);
  }
  return { commands, snapshots, stateHash: expectEqual(straight, restored, seq) };
}

function apply<C extends Command>(
  machine: StateMachine<C, unknown, EventBuffer>,
  codec: CommandCodec<C>,
  batch: LoggedBatch,
): void {
  machine.events.clear();
  // Decoded separately for each machine: neither sees what the other may have changed in a command.
  for (const command of decodeBatch(codec, batch)) machine.apply(command);
}

function expectEqual<C extends Command>(
  straight: StateMachine<C, unknown, EventBuffer>,
  restored: StateMachine<C, unknown, EventBuffer>,
  seq: number,
): string {
  const [one, other] = [straight, restored].map((machine) =>
    Buffer.from(stateHash(machine.encodeState())).toString("hex"),
  );
  if (one === undefined || one !== other) {
    throw new Error(`at seq ${seq} the replayed state is ${one}, the restored one ${other}`);
  }
  return one;
}
