/**
 * Start-up and recovery, which share one path: load the newest verified snapshot, replay the tail
 * of the journal. An empty directory takes the same path.
 */
import { ByteReader } from "../core/base/bytes.ts";
import {
  type CommandLog,
  GENESIS_HASH,
  isSameHash,
  type LogExtent,
  LogFault,
  type LoggedBatch,
  SEQ_FIRST,
} from "./command-log.ts";
import { messageOf, OperatingFault } from "./operating-fault.ts";
import type { Snapshot } from "./snapshot-format.ts";
import type { SnapshotStore } from "./snapshot-store.ts";
import type {
  Command,
  CommandCodec,
  CommandDecoder,
  EventBuffer,
  StateMachine,
} from "./state-machine.ts";

/** Batches per read during replay. */
const READ_BATCHES = 256;

export const RECOVERY_FAULTS = [
  "journal_damaged",
  "journal_behind_snapshot",
  "history_missing",
  "command_format_unknown",
  "command_undecodable",
  "invariant_broken",
] as const;
export type RecoveryFaultCode = (typeof RECOVERY_FAULTS)[number];

/** The state cannot be rebuilt; the exchange does not start. */
export class RecoveryFault extends OperatingFault {
  readonly code: RecoveryFaultCode;

  constructor(code: RecoveryFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Any state machine over these commands. */
type AnyMachine<C extends Command> = StateMachine<C, unknown, EventBuffer>;

export interface ReplayStartOptions<M> {
  readonly extent: Pick<LogExtent, "firstSeq" | "lastSeq">;
  /** Creates a machine in the initial state; called again when a snapshot fails to load. */
  readonly createMachine: () => M;
  /** Absent: the whole journal is replayed. */
  readonly snapshots?: SnapshotStore;
  /**
   * Upper bound for the seq of the snapshot. Later commands must be replayed because a reader of
   * events, such as the history, has not processed them yet.
   */
  readonly snapshotSeqMax?: number;
  /** Called for each snapshot that could not be used. */
  readonly onSnapshotFault?: (fault: Error) => void;
}

export interface ReplayTailOptions<C extends Command, M extends AnyMachine<C>> {
  readonly log: Pick<CommandLog, "read">;
  readonly extent: Pick<LogExtent, "lastSeq" | "lastHash">;
  readonly codec: CommandCodec<C>;
  /** Called with the events of each replayed batch, like the listeners of the sequencer. */
  readonly onBatch?: (events: M["events"], firstSeq: number, lastSeq: number) => void;
}

export type RecoveryOptions<C extends Command, M extends AnyMachine<C>> = ReplayStartOptions<M> &
  ReplayTailOptions<C, M>;

/** A state and its seq in the journal. */
export interface Recovered<M> {
  readonly machine: M;
  readonly appliedSeq: number;
  /** Time of the last command; 0 before the first command. */
  readonly timeMs: number;
  readonly journalHash: Uint8Array;
  /** Seq of the snapshot; 0 when the replay started with the first command. */
  readonly snapshotSeq: number;
  readonly commandsReplayed: number;
}

/**
 * Loads the state from which a replay starts: the newest usable snapshot, or the initial state.
 * Fails with `RecoveryFault`.
 */
export async function replayStart<C extends Command, M extends AnyMachine<C>>(
  options: ReplayStartOptions<M>,
): Promise<Recovered<M>> {
  const start: Recovered<M> = (await loadNewestSnapshot<C, M>(options)) ?? {
    machine: options.createMachine(),
    appliedSeq: SEQ_FIRST - 1,
    timeMs: 0,
    journalHash: GENESIS_HASH,
    snapshotSeq: 0,
    commandsReplayed: 0,
  };
  if (start.appliedSeq + 1 < options.extent.firstSeq) {
    throw new RecoveryFault(
      "history_missing",
      `the journal begins at seq ${options.extent.firstSeq} and no intact snapshot reaches it`,
    );
  }
  return start;
}

/** Rebuilds the state up to the end of the log. Fails with `RecoveryFault`. */
export async function recover<C extends Command, M extends AnyMachine<C>>(
  options: RecoveryOptions<C, M>,
): Promise<Recovered<M>> {
  return replayTail(options, await replayStart<C, M>(options));
}

/**
 * Replays from `start` to the end of the extent, which may be before the end of the log. Fails with
 * `RecoveryFault`.
 */
export async function replayTail<C extends Command, M extends AnyMachine<C>>(
  options: ReplayTailOptions<C, M>,
  start: Recovered<M>,
): Promise<Recovered<M>> {
  try {
    return await replayBatches(options, start);
  } catch (thrown) {
    if (!(thrown instanceof LogFault)) throw thrown;
    throw new RecoveryFault("journal_damaged", thrown.message, { cause: thrown });
  }
}

async function loadNewestSnapshot<C extends Command, M extends AnyMachine<C>>(
  options: ReplayStartOptions<M>,
): Promise<Recovered<M> | undefined> {
  const { extent, snapshots } = options;
  if (snapshots === undefined) return undefined;
  const seqMax = options.snapshotSeqMax ?? Number.POSITIVE_INFINITY;
  for (const seq of await snapshots.list()) {
    if (seq > seqMax && seq <= extent.lastSeq) continue;
    let snapshot: Snapshot;
    const machine = options.createMachine();
    try {
      snapshot = await snapshots.read(seq);
      if (seq > extent.lastSeq) refuseShortJournal(seq, extent);
      machine.loadState(snapshot.state);
      if (Buffer.compare(machine.encodeState(), snapshot.state) !== 0) {
        throw new Error(`the state loaded from snapshot ${seq} does not give its bytes`);
      }
    } catch (thrown) {
      if (thrown instanceof RecoveryFault) throw thrown;
      const message = `the snapshot of seq ${seq} is not used: ${messageOf(thrown)}`;
      options.onSnapshotFault?.(new Error(message, { cause: thrown }));
      continue;
    }
    const { journalHash, timeMs } = snapshot;
    return { machine, appliedSeq: seq, timeMs, journalHash, snapshotSeq: seq, commandsReplayed: 0 };
  }
  return undefined;
}

/** Throws for an intact snapshot past the end of the journal: acknowledged commands are missing. */
function refuseShortJournal(seq: number, extent: { readonly lastSeq: number }): never {
  throw new RecoveryFault(
    "journal_behind_snapshot",
    `a snapshot of seq ${seq} is there, yet the journal ends at seq ${extent.lastSeq}`,
  );
}

async function replayBatches<C extends Command, M extends AnyMachine<C>>(
  options: ReplayTailOptions<C, M>,
  start: Recovered<M>,
): Promise<Recovered<M>> {
  const { extent, log } = options;
  const { machine } = start;
  let { appliedSeq, journalHash, timeMs } = start;
  while (appliedSeq < extent.lastSeq) {
    const batches = await log.read(appliedSeq + 1, READ_BATCHES);
    if (batches.length === 0) throw new LogFault("damaged", `no batch after seq ${appliedSeq}`);
    for (const batch of batches) {
      if (appliedSeq >= extent.lastSeq) break;
      // Refuses to continue the state of another history with commands that never followed it.
      if (batch.firstSeq !== appliedSeq + 1 || !isSameHash(batch.previousHash, journalHash)) {
        const mismatch = `seq ${batch.firstSeq} does not follow the state at seq ${appliedSeq}`;
        throw new RecoveryFault("journal_damaged", `the batch at ${mismatch}`);
      }
      machine.events.clear();
      applyBatch(machine, options.codec, batch);
      appliedSeq = batch.firstSeq + batch.count - 1;
      options.onBatch?.(machine.events, batch.firstSeq, appliedSeq);
      journalHash = batch.hash;
      timeMs = batch.timeMs;
    }
  }
  machine.events.clear();
  if (!isSameHash(journalHash, extent.lastHash)) {
    throw new RecoveryFault(
      "journal_damaged",
      `the hash at seq ${appliedSeq} is not the journal's`,
    );
  }
  const commandsReplayed = appliedSeq - start.appliedSeq;
  return { ...start, appliedSeq, timeMs, journalHash, commandsReplayed };
}

/**
 * Decodes and applies the commands of one batch, at most up to `untilSeq`. Fails with
 * `RecoveryFault`.
 */
export function applyBatch<C extends Command, M extends AnyMachine<C>>(
  machine: M,
  codec: CommandCodec<C>,
  batch: LoggedBatch,
  untilSeq = Number.POSITIVE_INFINITY,
): void {
  const { decode, reader } = openPayload(codec, batch);
  const batchEndSeq = batch.firstSeq + batch.count;
  const endSeq = Math.min(batchEndSeq, untilSeq + 1);
  for (let seq = batch.firstSeq; seq < endSeq; seq++) {
    const command = decodeCommand(decode, reader, seq);
    try {
      machine.replay(command);
    } catch (thrown) {
      const message = `seq ${seq} (${command.kind}): ${messageOf(thrown)}`;
      throw new RecoveryFault("invariant_broken", message, { cause: thrown });
    }
  }
  if (endSeq === batchEndSeq) refuseTrailingBytes(reader, batch);
}

/** Decodes the commands of one batch. Fails with `RecoveryFault`. */
export function decodeBatch<C extends Command>(codec: CommandCodec<C>, batch: LoggedBatch): C[] {
  const { decode, reader } = openPayload(codec, batch);
  const commands: C[] = [];
  for (let index = 0; index < batch.count; index++) {
    commands.push(decodeCommand(decode, reader, batch.firstSeq + index));
  }
  refuseTrailingBytes(reader, batch);
  return commands;
}

/** Reader of one batch after the other. */
const PAYLOAD = new ByteReader(new Uint8Array(0));

/** Returns a reader behind the format version of a payload, and the decoder of that format. */
function openPayload<C extends Command>(
  codec: CommandCodec<C>,
  batch: LoggedBatch,
): { readonly decode: CommandDecoder<C>; readonly reader: ByteReader } {
  const reader = PAYLOAD;
  reader.reset(batch.payload);
  const format = reader.varint();
  const decode = codec.decoderOf(format);
  if (decode !== undefined) return { decode, reader };
  throw new RecoveryFault(
    "command_format_unknown",
    `the commands from seq ${batch.firstSeq} on are of format ${format}, and this version reads ` +
      `none after ${codec.format}: start the version that wrote them`,
  );
}

function decodeCommand<C extends Command>(
  decode: CommandDecoder<C>,
  reader: ByteReader,
  seq: number,
): C {
  try {
    return decode(reader, seq);
  } catch (thrown) {
    const message = `seq ${seq} cannot be decoded: ${messageOf(thrown)}`;
    throw new RecoveryFault("command_undecodable", message, { cause: thrown });
  }
}

function refuseTrailingBytes(reader: ByteReader, batch: LoggedBatch): void {
  if (reader.remaining === 0) return;
  throw new RecoveryFault(
    "command_undecodable",
    `${reader.remaining} bytes are left after the batch from seq ${batch.firstSeq}`,
  );
}
