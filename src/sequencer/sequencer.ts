/**
 * Stamps each command with seq and time, makes it durable, applies it, and then notifies listeners
 * and submitters. Commands that arrive during one turn of the event loop form one batch. While a
 * batch is being written, the next one is collected; while a batch is applied, the next one is
 * being written. Owners that send more than others wait for their turn before their commands are
 * stamped.
 *
 * The state never runs ahead of the disk: a command is applied after its batch is durable, so
 * everything read from the state is durable.
 */
import type { AppendResult } from "../journal/command-log.ts";
import { LogFault } from "../journal/command-log.ts";
import { messageOf } from "../journal/operating-fault.ts";
import type { Snapshot } from "../journal/snapshot-format.ts";
import type { Command, Draft, EventBuffer } from "../journal/state-machine.ts";
import { CommandQueue } from "./command-queue.ts";
import {
  DEADLINE_CHECK_MS,
  DEGRADED_WAIT_MS,
  missedFault,
  REPORTED_DEADLINE,
  SLOW_AFTER_MS,
  STALLED_AFTER_MS,
} from "./deadline.ts";
import { LoadReport } from "./load-report.ts";
import type { PendingBatch, QueuedCommand } from "./pending-batch.ts";
import {
  type AppliedBatch,
  type BatchListener,
  type DiskReport,
  type FatalCode,
  type MissedOutcome,
  type Refusal,
  type SequencerPort,
  SubmissionFault,
  type SubmitOptions,
  type WaitOptions,
} from "./port.ts";
import type { SequencerOptions } from "./sequencer-options.ts";

/** Commands accepted and not yet applied. */
export const QUEUE_COMMANDS_MAX = 65_536;
/** Part of the queue reserved for urgent commands. */
export const QUEUE_COMMANDS_URGENT = 8_192;
/** Bytes of the commands accepted and not yet applied. */
export const QUEUE_BYTES_MAX = 64 * 1024 * 1024;
/** A batch is applied without interruption: 1,024 commands take one to three milliseconds. */
export const BATCH_COMMANDS_MAX = 1_024;
export const BATCH_BYTES_MAX = 1024 * 1024;
export const TICK_INTERVAL_MS = 100;
/** Interval in ms between two attempts to append to a full disk. */
export const STORAGE_RETRY_MS = 1_000;

type SettleWaiter<C> = {
  readonly matches: (command: C) => boolean;
  /** Last matching command without an outcome. */
  last: C;
  readonly untilMs: number;
  readonly resolve: (isSettled: boolean) => void;
};

type Phase = "running" | "stopping" | "stopped" | "failed";

export class Sequencer<C extends Command, O, E extends EventBuffer>
  implements SequencerPort<C, O, E>
{
  /** Reports how much there is to do, and how fast it becomes durable. */
  readonly load = new LoadReport();
  readonly #options: SequencerOptions<C, O, E>;
  readonly #monotonicMs: () => number;
  readonly #queue: CommandQueue<C, O>;
  readonly #listeners: BatchListener<E>[] = [];
  readonly #unresolved = new Set<(fault: SubmissionFault) => void>();
  /** Callers that wait until a command has its outcome, or until `untilMs`. */
  readonly #settleWaiters = new Set<SettleWaiter<C>>();
  #inFlight: PendingBatch<C, O> | undefined;
  /** Start of the current append, in ms of the monotonic clock. */
  #appendingSinceMs = 0;
  #isFlushScheduled = false;
  #isTickPending = false;
  #isStorageFull = false;
  #isStalled = false;
  #phase: Phase = "running";
  #appliedSeq: number;
  #appliedMs: number;
  #appliedHash: Uint8Array;
  #drained: PromiseWithResolvers<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: SequencerOptions<C, O, E>) {
    this.#options = options;
    this.#monotonicMs = options.monotonicMs ?? options.clockMs;
    const { clockMs, codec, start } = options;
    this.#queue = new CommandQueue({
      codec,
      nowMs: clockMs,
      start: { seq: start.appliedSeq, timeMs: start.timeMs },
      limits: {
        commandsMax: options.queueCommandsMax ?? QUEUE_COMMANDS_MAX,
        commandsUrgent: options.queueCommandsUrgent ?? QUEUE_COMMANDS_URGENT,
        bytesMax: options.queueBytesMax ?? QUEUE_BYTES_MAX,
        batchCommandsMax: options.batchCommandsMax ?? BATCH_COMMANDS_MAX,
        batchBytesMax: options.batchBytesMax ?? BATCH_BYTES_MAX,
      },
    });
    this.#appliedSeq = start.appliedSeq;
    this.#appliedMs = start.timeMs;
    this.#appliedHash = start.journalHash;
    const intervalMs = options.tickIntervalMs ?? TICK_INTERVAL_MS;
    if (intervalMs > 0) {
      this.#timer = setInterval(() => this.tick(), intervalMs);
    }
  }

  get appliedSeq(): number {
    return this.#appliedSeq;
  }

  /** Number of commands accepted and not yet applied. */
  get queuedCommands(): number {
    return this.#queue.commands;
  }

  nowMs(): number {
    return this.#queue.nowMs();
  }

  refusal(options?: SubmitOptions): Refusal | undefined {
    if (this.#phase !== "running") return "stopping";
    const isUrgent = options?.urgent === true;
    if (!isUrgent && this.#isStorageFull) return "storage_full";
    if (!isUrgent && this.#isStalled) return "write_stalled";
    if (!isUrgent && this.#options.isHeld?.() === true) return "clock_held";
    return this.#queue.isFull(isUrgent) ? "overloaded" : undefined;
  }

  submit(draft: Draft<C>, done: (outcome: O) => void, options?: SubmitOptions): boolean {
    const refusal = this.refusal(options);
    if (refusal !== undefined) return this.load.untaken(refusal);
    const deadline = options?.deadline;
    if (deadline !== undefined && this.#isDegraded()) {
      deadline.atMs = Math.min(deadline.atMs, this.nowMs() + DEGRADED_WAIT_MS);
    }
    // The queue writes seq and time before anything reads them.
    const command = draft as unknown as C;
    const owner = this.#options.ownerOf?.(command);
    const queued = { command, done, deadline };
    const isUrgent = options?.urgent === true;
    if (!this.#queue.accept(queued, owner, isUrgent)) return this.load.untaken("owner_share");
    if (!this.#isFlushScheduled && this.#inFlight === undefined) this.#scheduleFlush();
    return true;
  }

  submitAndWait(draft: Draft<C>, options?: WaitOptions): Promise<O> {
    return new Promise((resolve, reject) => {
      const done = (outcome: O): void => {
        this.#unresolved.delete(reject);
        resolve(outcome);
      };
      const missed = (outcome: MissedOutcome): void => {
        this.#unresolved.delete(reject);
        reject(missedFault(outcome));
      };
      const { urgent = false, withinMs } = options ?? {};
      const timed =
        withinMs === undefined ? {} : { deadline: { atMs: this.nowMs() + withinMs, missed } };
      const submitOptions = { urgent, ...timed };
      const refusal = this.refusal(submitOptions);
      if (this.submit(draft, done, submitOptions)) this.#unresolved.add(reject);
      else reject(new SubmissionFault(refusal ?? "overloaded", `the command was not taken`));
    });
  }

  /** Checks deadlines, then submits a tick command unless the previous one is still queued. */
  tick(): void {
    this.#checkAppend();
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
      const index = this.#listeners.indexOf(listener);
      if (index >= 0) this.#listeners.splice(index, 1);
    };
  }

  applied(): AppliedBatch {
    return {
      seq: this.#appliedSeq,
      timeMs: this.#appliedMs,
      journalHash: this.#appliedHash,
    };
  }

  snapshot(): Snapshot {
    if (this.#phase === "failed") {
      throw new SubmissionFault("stopping", "the state is not usable after a failure");
    }
    return { ...this.applied(), state: this.#options.machine.encodeState() };
  }

  isSlow(): boolean {
    if (this.#inFlight === undefined) return false;
    return this.#isDegraded() || this.#monotonicMs() - this.#appendingSinceMs >= SLOW_AFTER_MS;
  }

  settled(matches: (command: C) => boolean, withinMs: number): Promise<boolean> | undefined {
    const last = this.#findLast(matches);
    if (last === undefined) return undefined;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#settleWaiters.add({ matches, last, untilMs: this.#monotonicMs() + withinMs, resolve });
    return promise;
  }

  #findLast(matches: (command: C) => boolean): C | undefined {
    return this.#queue.findLast(matches) ?? this.#inFlight?.commands.findLast(matches);
  }

  #isPending(command: C): boolean {
    return this.#findLast((other) => other === command) !== undefined;
  }

  drain(): Promise<void> {
    if (this.#queue.commands === 0 || this.#phase === "failed") return Promise.resolve();
    this.#drained ??= Promise.withResolvers();
    return this.#drained.promise;
  }

  async stop(): Promise<void> {
    if (this.#phase !== "running") return;
    this.#phase = "stopping";
    // A full disk may stay full. The waiting commands have not been acknowledged.
    if (this.#retryTimer !== undefined) this.#abandon();
    await this.drain();
    clearInterval(this.#timer);
    await this.#options.log.close();
    if (this.#phase === "stopping") this.#phase = "stopped";
  }

  /** Flushes after the callbacks of this turn, which may submit more commands for the batch. */
  #scheduleFlush(): void {
    this.#isFlushScheduled = true;
    setImmediate(() => {
      this.#isFlushScheduled = false;
      this.#flushNext();
    });
  }

  #flushNext(): void {
    if (this.#inFlight !== undefined || this.#hasEnded()) return;
    const batch = this.#queue.next();
    if (batch === undefined) return;
    this.#inFlight = batch;
    this.#appendingSinceMs = this.#monotonicMs();
    this.#append(batch);
  }

  #append(batch: PendingBatch<C, O>): void {
    this.#options.log
      .append(batch.firstSeq, this.#options.start.epoch, batch.toCommandBatch())
      .then(this.#onDurable, this.#onAppendFailed);
  }

  readonly #onDurable = (result: AppendResult): void => {
    const batch = this.#inFlight;
    if (batch === undefined || this.#hasEnded()) return;
    this.#onAppendEnded();
    const durationMs = this.#monotonicMs() - this.#appendingSinceMs;
    this.load.appended(durationMs, batch.count, batch.commandBytes);
    if (batch.earliestDeadlineMs < this.nowMs()) {
      this.#retract(batch);
      return;
    }
    this.#inFlight = undefined;
    this.#flushNext();
    this.#apply(batch, result.hash);
  };

  /**
   * Retracts a batch that contains a late command. Nothing of it has been applied or acknowledged.
   * Afterwards the late commands are reported as expired and the others are renumbered.
   */
  #retract(batch: PendingBatch<C, O>): void {
    this.#appendingSinceMs = this.#monotonicMs();
    this.#options.log
      .retract(batch.firstSeq, this.#options.start.epoch)
      .then(this.#onRetracted, this.#onAppendFailed);
  }

  readonly #onRetracted = (): void => {
    const batch = this.#inFlight;
    if (batch === undefined || this.#hasEnded()) return;
    this.#onAppendEnded();
    this.#inFlight = undefined;
    this.#reportMissed(this.#queue.removeMissed(this.nowMs(), batch), "expired");
    this.#settle();
    this.#flushNext();
    if (this.#queue.commands === 0) this.#endDrain();
  };

  readonly #onAppendFailed = (thrown: unknown): void => {
    const batch = this.#inFlight;
    if (batch === undefined || this.#hasEnded()) return;
    if (!(thrown instanceof LogFault) || thrown.code !== "full") {
      this.#fail("log_failed", batch.firstSeq, thrown);
      return;
    }
    if (!this.#isStorageFull) this.#enterDegraded({ kind: "full", message: thrown.message });
    this.#isStorageFull = true;
    if (this.#phase === "stopping") {
      this.#abandon();
      return;
    }
    // Nothing of the batch has been acknowledged. Tries again, without the late commands, until
    // there is space.
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      if (batch.earliestDeadlineMs < this.nowMs()) this.#retract(batch);
      else this.#append(batch);
    }, this.#options.storageRetryMs ?? STORAGE_RETRY_MS);
  };

  #isDegraded(): boolean {
    return this.#isStorageFull || this.#isStalled;
  }

  /** Shortens the deadlines of waiting commands, because the disk may be degraded for long. */
  #enterDegraded(report: DiskReport): void {
    const atMs = this.nowMs() + DEGRADED_WAIT_MS;
    this.#inFlight?.shortenDeadlines(atMs);
    this.#queue.shortenDeadlines(atMs);
    this.#options.onDiskReport?.(report);
  }

  #onAppendEnded(): void {
    if (this.#isDegraded()) this.#options.onDiskReport?.({ kind: "recovered" });
    this.#isStorageFull = false;
    this.#isStalled = false;
  }

  /** Checks stall and deadlines while an append does not complete. */
  #checkAppend(): void {
    const batch = this.#inFlight;
    if (batch === undefined || this.#hasEnded()) return;
    const nowMs = this.nowMs();
    const forMs = this.#monotonicMs() - this.#appendingSinceMs;
    if (!this.#isStalled && forMs >= STALLED_AFTER_MS) {
      if (!this.#isStorageFull) this.#enterDegraded({ kind: "stalled", forMs });
      this.#isStalled = true;
    }
    if (forMs < DEADLINE_CHECK_MS) return;
    this.#reportMissed(this.#queue.removeMissed(nowMs), "expired");
    if (batch.earliestDeadlineMs < nowMs) this.#reportMissed(batch.takeMissed(nowMs), "unknown");
    this.#settle();
  }

  /**
   * Extends the waits of `settled`. An applied command has its outcome after all earlier commands
   * of its owner, but an expired one may have its outcome before them. Callers that wait for an
   * expired command therefore wait for the last matching command that is still open.
   */
  #extendSettling(expired: readonly QueuedCommand<C, O>[]): void {
    if (expired.length === 0 || this.#settleWaiters.size === 0) return;
    const commands = new Set(expired.map(({ command }) => command));
    for (const waiter of this.#settleWaiters) {
      if (!commands.has(waiter.last)) continue;
      waiter.last = this.#findLast(waiter.matches) ?? waiter.last;
    }
  }

  #reportMissed(missed: readonly QueuedCommand<C, O>[], outcome: MissedOutcome): void {
    if (outcome === "expired") this.#extendSettling(missed);
    let reportedCount = 0;
    for (const { command, deadline } of missed) {
      if (deadline === undefined || deadline === REPORTED_DEADLINE) continue;
      reportedCount += 1;
      try {
        deadline.missed(outcome);
      } catch (thrown) {
        if (!this.#replyFailed(thrown, command.seq)) return;
      }
    }
    if (reportedCount === 0) return;
    this.#options.onDiskReport?.({ kind: "missed", count: reportedCount, outcome });
  }

  #settle(): void {
    if (this.#settleWaiters.size === 0) return;
    const nowMs = this.#monotonicMs();
    for (const waiter of this.#settleWaiters) {
      const isPending = this.#hasEnded() || this.#isPending(waiter.last);
      if (isPending && !this.#hasEnded() && nowMs < waiter.untilMs) continue;
      this.#settleWaiters.delete(waiter);
      waiter.resolve(!isPending);
    }
  }

  #apply(batch: PendingBatch<C, O>, hash: Uint8Array): void {
    const { machine } = this.#options;
    const { commands, outcomes } = batch;
    machine.events.clear();
    try {
      for (let at = 0; at < commands.length; at++) {
        machine.readAhead?.(commands, at);
        outcomes.push(machine.apply(commands[at] as C));
      }
    } catch (thrown) {
      this.#fail("invariant_broken", batch.firstSeq + outcomes.length, thrown);
      return;
    }
    this.#appliedSeq = batch.lastSeq;
    this.#appliedMs = batch.timeMs;
    this.#appliedHash = hash;
    this.#queue.releaseApplied(batch);
    if (!this.#notifyListeners(batch)) return;
    if (!this.#sendReplies(batch)) return;
    if (this.#phase === "running" && this.#options.isWorkDue?.() === true) this.tick();
    this.#queue.recycle(batch);
    this.#settle();
    if (this.#queue.commands === 0) this.#endDrain();
  }

  #notifyListeners(batch: PendingBatch<C, O>): boolean {
    const { events } = this.#options.machine;
    const { firstSeq, lastSeq } = batch;
    try {
      for (const listener of this.#listeners) listener(events, firstSeq, lastSeq);
      return true;
    } catch (thrown) {
      // A projection that missed events stays wrong; a restart rebuilds it.
      this.#fail("listener_failed", firstSeq, thrown);
      return false;
    }
  }

  #sendReplies(batch: PendingBatch<C, O>): boolean {
    const { outcomes, replies } = batch;
    for (let index = 0; index < replies.length; index++) {
      try {
        replies[index]?.(outcomes[index] as O);
      } catch (thrown) {
        if (!this.#replyFailed(thrown, batch.firstSeq + index)) return false;
      }
    }
    return true;
  }

  /** Handles a reply callback that threw; returns whether the sequencer continues. */
  #replyFailed(thrown: unknown, seq: number): boolean {
    const { onReplyFault } = this.#options;
    if (onReplyFault === undefined) this.#fail("reply_failed", seq, thrown);
    else onReplyFault(thrown, seq);
    return onReplyFault !== undefined;
  }

  #hasEnded(): boolean {
    return this.#phase === "failed" || this.#phase === "stopped";
  }

  #fail(code: FatalCode, seq: number, cause: unknown): void {
    this.#phase = "failed";
    clearInterval(this.#timer);
    clearTimeout(this.#retryTimer);
    this.#rejectUnresolved();
    this.#settle();
    this.#endDrain();
    this.#options.onFatal({ code, seq, message: messageOf(cause), cause });
  }

  /** Gives up all queued commands. Whether they are durable is unknown, and is never reported. */
  #abandon(): void {
    clearTimeout(this.#retryTimer);
    this.#phase = "stopped";
    this.#queue.clear();
    this.#rejectUnresolved();
    this.#settle();
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
