/**
 * Gives each command its place and time, makes it durable, then applies it, then tells. Commands
 * that arrive during one turn of the event loop become one batch; while a batch is on its way to
 * the disk the next one gathers, and while one is applied the next is on its way. Owners that send
 * more than others wait for their turn before they get a place.
 *
 * The state never runs ahead of the disk: a command is applied after its batch is durable, so
 * whatever is read from the state is durable too.
 */
import { ByteWriter } from "../core/bytes.ts";
import type { AppendResult, CommandLog } from "../journal/command-log.ts";
import { LogFault } from "../journal/command-log.ts";
import { messageOf } from "../journal/operating-fault.ts";
import type { Snapshot } from "../journal/snapshot-format.ts";
import type { Command, CommandCodec, EventBuffer, StateMachine } from "../journal/state-machine.ts";
import { FairQueue, type WaitingCommand } from "./fair-queue.ts";
import { PendingBatch } from "./pending-batch.ts";
import {
  type BatchListener,
  type Fatal,
  type FatalCode,
  type Refusal,
  type SequencerPort,
  SubmissionFault,
  type SubmitOptions,
} from "./port.ts";

/** Commands taken and not yet applied. */
export const QUEUE_COMMANDS_MAX = 65_536;
/** The part of the queue that only urgent commands may use. */
export const QUEUE_COMMANDS_URGENT = 8_192;
/** Their bytes. */
export const QUEUE_BYTES_MAX = 64 * 1024 * 1024;
const BYTES_URGENT_SHARE = 1 / 8;
/** A batch is applied in one go: 4,096 commands take a few milliseconds. */
export const BATCH_COMMANDS_MAX = 4_096;
export const BATCH_BYTES_MAX = 1024 * 1024;
/** Batches kept to gather in again. */
const BATCHES_IDLE_MAX = 4;
/** Bytes of one command. */
export const COMMAND_BYTES_MAX = 512 * 1024;
export const TICK_INTERVAL_MS = 100;
/** How often a full disk is tried again. */
export const STORAGE_RETRY_MS = 1_000;

export interface SequencerOptions<C extends Command, O, E extends EventBuffer> {
  readonly log: CommandLog;
  readonly codec: CommandCodec<C>;
  readonly machine: StateMachine<C, O, E>;
  /** Where the recovered state stands; see `recover`. */
  readonly start: {
    readonly appliedSeq: number;
    readonly timeMs: number;
    readonly journalHash: Uint8Array;
    readonly epoch: number;
  };
  /** Milliseconds since 1970; may step back, the stamps do not. */
  readonly clockMs: () => number;
  /** Called once, in the turn of the failure; must end the process. */
  readonly onFatal: (fatal: Fatal) => void;
  /** A reply callback threw: the command stands, its maker was not told. Absent: fatal. */
  readonly onReplyFault?: (thrown: unknown, seq: number) => void;
  /**
   * Who answers for a command: batches are shared between owners. Undefined for commands that wait
   * for nobody. Absent: no command has an owner.
   */
  readonly ownerOf?: (command: C) => number | undefined;
  readonly makeTick?: () => C;
  /** Whether the state holds work for which a tick should follow at once; asked per batch. */
  readonly isWorkDue?: () => boolean;
  /** 0: no ticks but those asked for by `tick`. */
  readonly tickIntervalMs?: number;
  readonly queueCommandsMax?: number;
  readonly queueCommandsUrgent?: number;
  readonly queueBytesMax?: number;
  readonly batchCommandsMax?: number;
  readonly batchBytesMax?: number;
  readonly storageRetryMs?: number;
}

type Phase = "running" | "stopping" | "stopped" | "failed";

export class Sequencer<C extends Command, O, E extends EventBuffer>
  implements SequencerPort<C, O, E>
{
  readonly #options: SequencerOptions<C, O, E>;
  readonly #queueCommandsMax: number;
  readonly #queueCommandsUrgent: number;
  readonly #queueBytesMax: number;
  readonly #batchCommandsMax: number;
  readonly #batchBytesMax: number;
  readonly #listeners: BatchListener<E>[] = [];
  readonly #unresolved = new Set<(fault: SubmissionFault) => void>();
  /** Batches that are complete and wait for the disk, oldest first. */
  readonly #sealed: PendingBatch<C, O>[] = [];
  readonly #idle: PendingBatch<C, O>[] = [];
  readonly #fair = new FairQueue<C, O>();
  /** Where a command is encoded that has to wait, to know that it can be. */
  readonly #trial = new ByteWriter();
  #gathering: PendingBatch<C, O>;
  #inFlight: PendingBatch<C, O> | undefined;
  #isFlushScheduled = false;
  #isTickPending = false;
  #isStorageFull = false;
  #phase: Phase = "running";
  #queuedCommands = 0;
  #queuedBytes = 0;
  #stampedSeq: number;
  #stampedMs: number;
  #appliedSeq: number;
  #appliedMs: number;
  #appliedHash: Uint8Array;
  #drained: PromiseWithResolvers<void> | undefined;
  #tickTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: SequencerOptions<C, O, E>) {
    this.#options = options;
    this.#queueCommandsMax = options.queueCommandsMax ?? QUEUE_COMMANDS_MAX;
    this.#queueCommandsUrgent = options.queueCommandsUrgent ?? QUEUE_COMMANDS_URGENT;
    this.#queueBytesMax = options.queueBytesMax ?? QUEUE_BYTES_MAX;
    this.#batchCommandsMax = options.batchCommandsMax ?? BATCH_COMMANDS_MAX;
    this.#batchBytesMax = options.batchBytesMax ?? BATCH_BYTES_MAX;
    this.#gathering = new PendingBatch(options.codec);
    this.#stampedSeq = options.start.appliedSeq;
    this.#stampedMs = options.start.timeMs;
    this.#appliedSeq = options.start.appliedSeq;
    this.#appliedMs = options.start.timeMs;
    this.#appliedHash = options.start.journalHash;
    const tickIntervalMs = options.tickIntervalMs ?? TICK_INTERVAL_MS;
    if (options.makeTick !== undefined && tickIntervalMs > 0) {
      this.#tickTimer = setInterval(() => this.tick(), tickIntervalMs);
    }
  }

  get appliedSeq(): number {
    return this.#appliedSeq;
  }

  /** Commands taken and not yet applied. */
  get queuedCommands(): number {
    return this.#queuedCommands;
  }

  nowMs(): number {
    return Math.max(this.#stampedMs, this.#options.clockMs());
  }

  refusal(options?: SubmitOptions): Refusal | undefined {
    if (this.#phase !== "running") return "stopping";
    if (this.#isStorageFull) return "storage_full";
    const isUrgent = options?.urgent === true;
    const commandsKept = isUrgent ? 0 : this.#queueCommandsUrgent;
    if (this.#queuedCommands >= this.#queueCommandsMax - commandsKept) return "overloaded";
    const bytesKept = isUrgent ? 0 : this.#queueBytesMax * BYTES_URGENT_SHARE;
    if (this.#queuedBytes >= this.#queueBytesMax - bytesKept) return "overloaded";
    return undefined;
  }

  submit(command: C, done: (outcome: O) => void, options?: SubmitOptions): boolean {
    if (this.refusal(options) !== undefined) return false;
    const owner = this.#options.ownerOf?.(command);
    if (owner !== undefined && (this.#fair.mustWait(owner) || !this.#hasRoom())) {
      if (options?.urgent !== true && this.#fair.isFull(owner, this.#free())) return false;
      this.#wait(owner, command, done);
    } else {
      if (!this.#hasRoom()) this.#seal();
      this.#enter(command, done);
      if (owner !== undefined) this.#fair.entered(owner);
    }
    this.#queuedCommands += 1;
    if (!this.#isFlushScheduled && this.#inFlight === undefined) this.#scheduleFlush();
    return true;
  }

  #hasRoom(): boolean {
    const { commandBytes, count } = this.#gathering;
    return count < this.#batchCommandsMax && commandBytes < this.#batchBytesMax;
  }

  /** What is free of the queue for commands that are not urgent. */
  #free(): { readonly commands: number; readonly bytes: number } {
    return {
      commands: this.#queueCommandsMax - this.#queueCommandsUrgent - this.#queuedCommands,
      bytes: this.#queueBytesMax * (1 - BYTES_URGENT_SHARE) - this.#queuedBytes,
    };
  }

  #seal(): void {
    this.#sealed.push(this.#gathering);
    this.#gatherAnew();
  }

  #gatherAnew(): void {
    this.#gathering = this.#idle.pop() ?? new PendingBatch(this.#options.codec);
    this.#fair.beginBatch();
  }

  /** Gives the command its place and time in the open batch. */
  #enter(command: C, done: (outcome: O) => void): void {
    const batch = this.#gathering;
    const from = batch.writer.length;
    const timeMs = this.nowMs();
    this.#stampAndEncode(command, timeMs, batch.writer);
    this.#stampedSeq += 1;
    this.#stampedMs = timeMs;
    batch.commands.push(command);
    batch.replies.push(done);
    this.#queuedBytes += batch.writer.length - from;
  }

  /** Takes the command; it gets its place and time when its owner has a turn. */
  #wait(owner: number, command: C, done: (outcome: O) => void): void {
    this.#trial.clear();
    this.#stampAndEncode(command, this.nowMs(), this.#trial);
    const bytes = this.#trial.length;
    this.#fair.add(owner, { command, done, bytes });
    this.#queuedBytes += bytes;
  }

  readonly #enterWaiting = ({ command, done, bytes }: WaitingCommand<C, O>): void => {
    this.#queuedBytes -= bytes;
    this.#enter(command, done);
  };

  readonly #hasRoomNow = (): boolean => this.#hasRoom();

  submitAndWait(command: C, options?: SubmitOptions): Promise<O> {
    return new Promise((resolve, reject) => {
      const done = (outcome: O): void => {
        this.#unresolved.delete(reject);
        resolve(outcome);
      };
      const refusal = this.refusal(options);
      if (this.submit(command, done, options)) this.#unresolved.add(reject);
      else reject(new SubmissionFault(refusal ?? "overloaded", `the command was not taken`));
    });
  }

  /** Lets a tick command in, unless the one before it still waits. */
  tick(): void {
    const makeTick = this.#options.makeTick;
    if (makeTick === undefined || this.#isTickPending) return;
    this.#isTickPending = this.submit(makeTick(), this.#tickDone, { urgent: true });
  }

  readonly #tickDone = (): void => {
    this.#isTickPending = false;
  };

  onBatch(listener: BatchListener<E>): () => void {
    this.#listeners.push(listener);
    return () => {
      const at = this.#listeners.indexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }

  snapshot(): Snapshot {
    if (this.#phase === "failed") {
      throw new SubmissionFault("stopping", "the state is not usable after a failure");
    }
    return {
      seq: this.#appliedSeq,
      timeMs: this.#appliedMs,
      journalHash: this.#appliedHash,
      state: this.#options.machine.encodeState(),
    };
  }

  drain(): Promise<void> {
    if (this.#queuedCommands === 0 || this.#phase === "failed") return Promise.resolve();
    this.#drained ??= Promise.withResolvers();
    return this.#drained.promise;
  }

  async stop(): Promise<void> {
    if (this.#phase !== "running") return;
    this.#phase = "stopping";
    clearInterval(this.#tickTimer);
    // A full disk may stay full for ever: what waits for it was never acknowledged.
    if (this.#retryTimer !== undefined) this.#abandon();
    await this.drain();
    await this.#options.log.close();
    if (this.#phase === "stopping") this.#phase = "stopped";
  }

  #stampAndEncode(command: C, timeMs: number, writer: ByteWriter): void {
    const from = writer.length;
    const stamped: Command = command;
    stamped.seq = this.#stampedSeq + 1;
    stamped.timeMs = timeMs;
    let reason: unknown;
    try {
      this.#options.codec.encode(command, writer);
      if (writer.length - from <= COMMAND_BYTES_MAX) return;
      reason = `${writer.length - from} bytes, at most ${COMMAND_BYTES_MAX} are taken`;
    } catch (thrown) {
      reason = thrown;
    }
    writer.rewind(from);
    const message = `a ${command.kind} command cannot be encoded: ${messageOf(reason)}`;
    throw new SubmissionFault("unencodable", message, { cause: reason });
  }

  /** After the callbacks of this turn, which may bring more commands for the batch. */
  #scheduleFlush(): void {
    this.#isFlushScheduled = true;
    setImmediate(() => {
      this.#isFlushScheduled = false;
      this.#flushNext();
    });
  }

  #flushNext(): void {
    if (this.#inFlight !== undefined || this.#isOver()) return;
    let batch = this.#sealed.shift();
    if (batch === undefined) {
      if (this.#fair.waiting > 0) this.#fair.fill(this.#enterWaiting, this.#hasRoomNow);
      if (this.#gathering.count === 0) return;
      batch = this.#gathering;
      this.#gatherAnew();
    }
    this.#inFlight = batch;
    this.#append(batch);
  }

  #append(batch: PendingBatch<C, O>): void {
    this.#options.log
      .append(batch.firstSeq, this.#options.start.epoch, batch.toCommandBatch())
      .then(this.#durable, this.#appendFailed);
  }

  readonly #durable = (result: AppendResult): void => {
    const batch = this.#inFlight;
    if (batch === undefined || this.#isOver()) return;
    this.#isStorageFull = false;
    this.#inFlight = undefined;
    this.#flushNext();
    this.#apply(batch, result.hash);
  };

  readonly #appendFailed = (thrown: unknown): void => {
    const batch = this.#inFlight;
    if (batch === undefined || this.#isOver()) return;
    if (!(thrown instanceof LogFault) || thrown.code !== "full") {
      this.#fail("log_failed", batch.firstSeq, thrown);
      return;
    }
    this.#isStorageFull = true;
    if (this.#phase === "stopping") {
      this.#abandon();
      return;
    }
    // Nothing of it was acknowledged: the same batch again, until there is room.
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#append(batch);
    }, this.#options.storageRetryMs ?? STORAGE_RETRY_MS);
  };

  #apply(batch: PendingBatch<C, O>, hash: Uint8Array): void {
    const { machine } = this.#options;
    const { commands, outcomes } = batch;
    machine.events.clear();
    let seq = batch.firstSeq;
    try {
      for (const command of commands) {
        seq = command.seq;
        outcomes.push(machine.apply(command));
      }
    } catch (thrown) {
      this.#fail("invariant_broken", seq, thrown);
      return;
    }
    this.#appliedSeq = seq;
    this.#appliedMs = batch.timeMs;
    this.#appliedHash = hash;
    this.#queuedCommands -= batch.count;
    this.#queuedBytes -= batch.commandBytes;
    if (!this.#tellListeners(batch)) return;
    if (!this.#reply(batch)) return;
    if (this.#phase === "running" && this.#options.isWorkDue?.() === true) this.tick();
    batch.reset();
    if (this.#idle.length < BATCHES_IDLE_MAX) this.#idle.push(batch);
    if (this.#queuedCommands === 0) this.#endDrain();
  }

  #tellListeners(batch: PendingBatch<C, O>): boolean {
    const { events } = this.#options.machine;
    const { firstSeq, lastSeq } = batch;
    try {
      for (const listener of this.#listeners) listener(events, firstSeq, lastSeq);
      return true;
    } catch (thrown) {
      // A view that missed events is wrong for ever; start-up rebuilds it.
      this.#fail("listener_failed", firstSeq, thrown);
      return false;
    }
  }

  #reply(batch: PendingBatch<C, O>): boolean {
    const { outcomes, replies } = batch;
    for (let at = 0; at < replies.length; at++) {
      try {
        replies[at]?.(outcomes[at] as O);
      } catch (thrown) {
        const seq = batch.firstSeq + at;
        if (this.#options.onReplyFault === undefined) {
          this.#fail("reply_failed", seq, thrown);
          return false;
        }
        this.#options.onReplyFault(thrown, seq);
      }
    }
    return true;
  }

  #isOver(): boolean {
    return this.#phase === "failed" || this.#phase === "stopped";
  }

  #fail(code: FatalCode, seq: number, cause: unknown): void {
    this.#phase = "failed";
    clearInterval(this.#tickTimer);
    clearTimeout(this.#retryTimer);
    this.#rejectUnresolved();
    this.#endDrain();
    this.#options.onFatal({ code, seq, message: messageOf(cause), cause });
  }

  /** Gives up what is queued: whether it is durable is not known, and never told. */
  #abandon(): void {
    clearTimeout(this.#retryTimer);
    this.#phase = "stopped";
    this.#queuedCommands = 0;
    this.#rejectUnresolved();
    this.#endDrain();
  }

  #rejectUnresolved(): void {
    for (const reject of this.#unresolved) {
      reject(new SubmissionFault("outcome_unknown", "the exchange stops before the outcome"));
    }
    this.#unresolved.clear();
  }

  #endDrain(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }
}
