/**
 * Gives each command its place and time, makes it durable, then applies it, then tells. Commands
 * that arrive during one turn of the event loop become one batch; while a batch is on its way to
 * the disk the next one gathers, and while one is applied the next is on its way. Owners that send
 * more than others wait for their turn before they get a place.
 *
 * The state never runs ahead of the disk: a command is applied after its batch is durable, so
 * whatever is read from the state is durable too.
 */
import type { AppendResult } from "../journal/command-log.ts";
import { LogFault } from "../journal/command-log.ts";
import { messageOf } from "../journal/operating-fault.ts";
import type { Snapshot } from "../journal/snapshot-format.ts";
import type { Command, Draft, EventBuffer } from "../journal/state-machine.ts";
import { CommandQueue } from "./command-queue.ts";
import {
  DEADLINE_CHECK_MS,
  ILL_WAIT_MS,
  missedFault,
  SLOW_AFTER_MS,
  STALLED_AFTER_MS,
  TOLD,
} from "./deadline.ts";
import type { PendingBatch, QueuedCommand } from "./pending-batch.ts";
import {
  type BatchListener,
  type DiskNews,
  type FatalCode,
  type MissedFate,
  type Refusal,
  type SequencerPort,
  SubmissionFault,
  type SubmitOptions,
  type WaitOptions,
} from "./port.ts";
import type { SequencerOptions } from "./sequencer-options.ts";

/** Commands taken and not yet applied. */
export const QUEUE_COMMANDS_MAX = 65_536;
/** The part of the queue that only urgent commands may use. */
export const QUEUE_COMMANDS_URGENT = 8_192;
/** Their bytes. */
export const QUEUE_BYTES_MAX = 64 * 1024 * 1024;
/** A batch is applied in one go: 4,096 commands take a few milliseconds. */
export const BATCH_COMMANDS_MAX = 4_096;
export const BATCH_BYTES_MAX = 1024 * 1024;
export const TICK_INTERVAL_MS = 100;
/** How often a full disk is tried again. */
export const STORAGE_RETRY_MS = 1_000;

type Settling<C> = {
  readonly isMeant: (command: C) => boolean;
  /** Of the commands that are meant, the last one that is open. */
  last: C;
  readonly untilMs: number;
  readonly resolve: (isSettled: boolean) => void;
};

type Phase = "running" | "stopping" | "stopped" | "failed";

export class Sequencer<C extends Command, O, E extends EventBuffer>
  implements SequencerPort<C, O, E>
{
  readonly #options: SequencerOptions<C, O, E>;
  readonly #steadyMs: () => number;
  readonly #queue: CommandQueue<C, O>;
  readonly #listeners: BatchListener<E>[] = [];
  readonly #unresolved = new Set<(fault: SubmissionFault) => void>();
  /** Who waits until a command has its outcome, or until `untilMs`. */
  readonly #settling = new Set<Settling<C>>();
  #inFlight: PendingBatch<C, O> | undefined;
  /** Since when no append ended although one is under way. */
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
    this.#steadyMs = options.steadyMs ?? options.clockMs;
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

  /** Commands taken and not yet applied. */
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
    if (this.refusal(options) !== undefined) return false;
    const deadline = options?.deadline;
    if (deadline !== undefined && this.#isIll()) {
      deadline.atMs = Math.min(deadline.atMs, this.nowMs() + ILL_WAIT_MS);
    }
    // The queue writes seq and time into it before anybody reads them.
    const command = draft as unknown as C;
    const owner = this.#options.ownerOf?.(command);
    const queued = { command, done, deadline };
    if (!this.#queue.take(queued, owner, options?.urgent === true)) return false;
    if (!this.#isFlushScheduled && this.#inFlight === undefined) this.#scheduleFlush();
    return true;
  }

  submitAndWait(draft: Draft<C>, options?: WaitOptions): Promise<O> {
    return new Promise((resolve, reject) => {
      const done = (outcome: O): void => {
        this.#unresolved.delete(reject);
        resolve(outcome);
      };
      const missed = (fate: MissedFate): void => {
        this.#unresolved.delete(reject);
        reject(missedFault(fate));
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

  /** Looks at deadlines, then lets a tick command in, unless the one before it still waits. */
  tick(): void {
    this.#watch();
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

  isSlow(): boolean {
    if (this.#inFlight === undefined) return false;
    return this.#isIll() || this.#steadyMs() - this.#appendingSinceMs >= SLOW_AFTER_MS;
  }

  settled(isMeant: (command: C) => boolean, withinMs: number): Promise<boolean> | undefined {
    const last = this.#findLast(isMeant);
    if (last === undefined) return undefined;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#settling.add({ isMeant, last, untilMs: this.#steadyMs() + withinMs, resolve });
    return promise;
  }

  #findLast(isMeant: (command: C) => boolean): C | undefined {
    return this.#queue.findLast(isMeant) ?? this.#inFlight?.commands.findLast(isMeant);
  }

  #isOpen(command: C): boolean {
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
    // A full disk may stay full for ever: what waits for it was never acknowledged.
    if (this.#retryTimer !== undefined) this.#abandon();
    await this.drain();
    clearInterval(this.#timer);
    await this.#options.log.close();
    if (this.#phase === "stopping") this.#phase = "stopped";
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
    const batch = this.#queue.next();
    if (batch === undefined) return;
    this.#inFlight = batch;
    this.#appendingSinceMs = this.#steadyMs();
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
    this.#appendEnded();
    if (batch.earliestMs < this.nowMs()) {
      this.#takeBack(batch);
      return;
    }
    this.#inFlight = undefined;
    this.#flushNext();
    this.#apply(batch, result.hash);
  };

  /**
   * Some of the batch would be executed too late. Nothing of it was applied or told, so that it
   * can leave the journal: then those who are late are told so, and the others placed anew.
   */
  #takeBack(batch: PendingBatch<C, O>): void {
    this.#appendingSinceMs = this.#steadyMs();
    this.#options.log
      .retract(batch.firstSeq, this.#options.start.epoch)
      .then(this.#retracted, this.#appendFailed);
  }

  readonly #retracted = (): void => {
    const batch = this.#inFlight;
    if (batch === undefined || this.#isOver()) return;
    this.#appendEnded();
    this.#inFlight = undefined;
    this.#tellMissed(this.#queue.removeMissed(this.nowMs(), batch), "expired");
    this.#settle();
    this.#flushNext();
    if (this.#queue.commands === 0) this.#endDrain();
  };

  readonly #appendFailed = (thrown: unknown): void => {
    const batch = this.#inFlight;
    if (batch === undefined || this.#isOver()) return;
    if (!(thrown instanceof LogFault) || thrown.code !== "full") {
      this.#fail("log_failed", batch.firstSeq, thrown);
      return;
    }
    if (!this.#isStorageFull) this.#fallIll({ kind: "full", message: thrown.message });
    this.#isStorageFull = true;
    if (this.#phase === "stopping") {
      this.#abandon();
      return;
    }
    // Nothing of it was acknowledged: again, without those who are late, until there is room.
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      if (batch.earliestMs < this.nowMs()) this.#takeBack(batch);
      else this.#append(batch);
    }, this.#options.storageRetryMs ?? STORAGE_RETRY_MS);
  };

  #isIll(): boolean {
    return this.#isStorageFull || this.#isStalled;
  }

  /** What waits is answered soon: its makers do not wait for a disk that may be ill for long. */
  #fallIll(news: DiskNews): void {
    const atMs = this.nowMs() + ILL_WAIT_MS;
    this.#inFlight?.hasten(atMs);
    this.#queue.hasten(atMs);
    this.#options.onDisk?.(news);
  }

  #appendEnded(): void {
    if (this.#isIll()) this.#options.onDisk?.({ kind: "well" });
    this.#isStorageFull = false;
    this.#isStalled = false;
  }

  /** Looks after those who wait while an append does not end. */
  #watch(): void {
    const batch = this.#inFlight;
    if (batch === undefined || this.#isOver()) return;
    const nowMs = this.nowMs();
    const forMs = this.#steadyMs() - this.#appendingSinceMs;
    if (!this.#isStalled && forMs >= STALLED_AFTER_MS) {
      if (!this.#isStorageFull) this.#fallIll({ kind: "stalled", forMs });
      this.#isStalled = true;
    }
    if (forMs < DEADLINE_CHECK_MS) return;
    this.#tellMissed(this.#queue.removeMissed(nowMs), "expired");
    if (batch.earliestMs < nowMs) this.#tellMissed(batch.takeMissed(nowMs), "unknown");
    this.#settle();
  }

  /**
   * An applied command has its outcome after all commands of its owner before it. One that expires
   * may do so before them: who waits for it waits for those that are still open.
   */
  #waitOn(expired: readonly QueuedCommand<C, O>[]): void {
    if (expired.length === 0 || this.#settling.size === 0) return;
    const commands = new Set(expired.map(({ command }) => command));
    for (const settling of this.#settling) {
      if (!commands.has(settling.last)) continue;
      settling.last = this.#findLast(settling.isMeant) ?? settling.last;
    }
  }

  #tellMissed(missed: readonly QueuedCommand<C, O>[], fate: MissedFate): void {
    if (fate === "expired") this.#waitOn(missed);
    let told = 0;
    for (const { command, deadline } of missed) {
      if (deadline === undefined || deadline === TOLD) continue;
      told += 1;
      try {
        deadline.missed(fate);
      } catch (thrown) {
        if (!this.#replyFailed(thrown, command.seq)) return;
      }
    }
    if (told > 0) this.#options.onDisk?.({ kind: "missed", count: told, fate });
  }

  #settle(): void {
    if (this.#settling.size === 0) return;
    const nowMs = this.#steadyMs();
    for (const settling of this.#settling) {
      const isOpen = this.#isOver() || this.#isOpen(settling.last);
      if (isOpen && !this.#isOver() && nowMs < settling.untilMs) continue;
      this.#settling.delete(settling);
      settling.resolve(!isOpen);
    }
  }

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
    this.#queue.applied(batch);
    if (!this.#tellListeners(batch)) return;
    if (!this.#reply(batch)) return;
    if (this.#phase === "running" && this.#options.isWorkDue?.() === true) this.tick();
    this.#queue.recycle(batch);
    this.#settle();
    if (this.#queue.commands === 0) this.#endDrain();
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
    for (let index = 0; index < replies.length; index++) {
      try {
        replies[index]?.(outcomes[index] as O);
      } catch (thrown) {
        if (!this.#replyFailed(thrown, batch.firstSeq + index)) return false;
      }
    }
    return true;
  }

  /** Whether the exchange goes on. */
  #replyFailed(thrown: unknown, seq: number): boolean {
    const { onReplyFault } = this.#options;
    if (onReplyFault === undefined) this.#fail("reply_failed", seq, thrown);
    else onReplyFault(thrown, seq);
    return onReplyFault !== undefined;
  }

  #isOver(): boolean {
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

  /** Gives up what is queued: whether it is durable is not known, and never told. */
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
