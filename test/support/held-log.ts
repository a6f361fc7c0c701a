/** A log whose appends complete when the test says so, and a sequencer on it. */

import {
  type AppendResult,
  type CommandBatch,
  type CommandLog,
  GENESIS_HASH,
  type LogExtent,
  type LoggedBatch,
} from "../../src/journal/command-log.ts";
import type { Fatal } from "../../src/sequencer/port.ts";
import { Sequencer } from "../../src/sequencer/sequencer.ts";
import type { SequencerOptions } from "../../src/sequencer/sequencer-options.ts";
import {
  type ToyCommand,
  type ToyEvents,
  ToyMachine,
  type ToyOutcome,
  toyCodec,
} from "../crash/support/toy-machine.ts";

export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export class HeldLog implements CommandLog {
  readonly appended: CommandBatch[] = [];
  /** First seqs of the batches that were taken back. */
  readonly retracted: number[] = [];
  /** Retractions complete when the test says so. */
  holdsRetractions = false;
  #retracting: PromiseWithResolvers<void> | undefined;
  #held: PromiseWithResolvers<AppendResult> | undefined;
  isClosed = false;

  async open(): Promise<LogExtent> {
    return { firstSeq: 1, lastSeq: 0, lastHash: GENESIS_HASH, epoch: 1 };
  }

  append(_expectedSeq: number, _epoch: number, batch: CommandBatch): Promise<AppendResult> {
    this.appended.push({ ...batch, payload: batch.payload.slice() });
    this.#held = Promise.withResolvers();
    return this.#held.promise;
  }

  complete(): Promise<void> {
    const batch = this.appended[this.appended.length - 1];
    if (batch === undefined) throw new Error("nothing is held");
    this.#held?.resolve({ seq: batch.firstSeq + batch.count - 1, hash: GENESIS_HASH });
    return turn();
  }

  fail(fault: Error): Promise<void> {
    this.#held?.reject(fault);
    return turn();
  }

  async retract(firstSeq: number): Promise<void> {
    this.retracted.push(firstSeq);
    if (!this.holdsRetractions) return;
    this.#retracting = Promise.withResolvers();
    await this.#retracting.promise;
  }

  completeRetraction(): Promise<void> {
    this.#retracting?.resolve();
    return turn();
  }

  async read(): Promise<readonly LoggedBatch[]> {
    return [];
  }

  async *follow(): AsyncGenerator<LoggedBatch, void, void> {}

  async truncateBefore(): Promise<void> {}

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

type Options = SequencerOptions<ToyCommand, ToyOutcome, ToyEvents>;

/** A sequencer of toys on such a log, at a time that the test sets. */
export function heldSequencer(options: Partial<Options> = {}) {
  const log = new HeldLog();
  const machine = new ToyMachine();
  const fatals: Fatal[] = [];
  const clock = { nowMs: 1_000 };
  const sequencer = new Sequencer({
    log,
    codec: toyCodec,
    machine,
    start: { appliedSeq: 0, timeMs: 0, journalHash: GENESIS_HASH, epoch: 1 },
    clockMs: () => clock.nowMs,
    onFatal: (fatal) => fatals.push(fatal),
    tickIntervalMs: 0,
    storageRetryMs: 1,
    ...options,
  });
  return { log, machine, fatals, clock, sequencer };
}
