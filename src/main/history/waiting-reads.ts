/** Reads that wait until the history contains the rows they need. */
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import { READ_WAIT_MS } from "../../projections/history/limits.ts";

export type WaitingRead = {
  /** The read is answered when the rows of all commands up to this seq are committed. */
  readonly seq: number;
  /** Whether the read waits without a time limit. */
  readonly isUnlimited: boolean;
  readonly answer: () => void;
  readonly refuse: (code: HistoryFaultCode, message: string) => void;
};

/** Queue of waiting reads; the caller bounds their number. */
export class WaitingReads {
  readonly #nowMs: () => number;
  #reads: { readonly read: WaitingRead; readonly untilMs: number }[] = [];

  /** `nowMs` is a monotonic clock in ms. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(read: WaitingRead): void {
    const untilMs = read.isUnlimited ? Number.POSITIVE_INFINITY : this.#nowMs() + READ_WAIT_MS;
    this.#reads.push({ read, untilMs });
  }

  /** Answers reads whose rows are committed, and refuses those that waited for `READ_WAIT_MS`. */
  settle(appliedSeq: number): void {
    const nowMs = this.#nowMs();
    this.#reads = this.#reads.filter(({ read, untilMs }) => {
      if (read.seq <= appliedSeq) read.answer();
      else if (untilMs <= nowMs) read.refuse("behind", `waited for seq ${read.seq}`);
      else return true;
      return false;
    });
  }

  refuseAll(code: HistoryFaultCode, message: string): void {
    const reads = this.#reads;
    this.#reads = [];
    for (const { read } of reads) read.refuse(code, message);
  }
}
