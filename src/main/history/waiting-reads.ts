/** Reads of the history that wait until it has come as far as they need. */
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import { READ_WAIT_MS } from "../../projections/history/limits.ts";

export type WaitingRead = {
  /** Answered when the rows of all commands up to it are committed. */
  readonly seq: number;
  /** Whether it waits for as long as it takes. */
  readonly isPatient: boolean;
  readonly answer: () => void;
  readonly refuse: (code: HistoryFaultCode, message: string) => void;
};

/** Bounded by whoever asks. */
export class WaitingReads {
  readonly #nowMs: () => number;
  #reads: { readonly read: WaitingRead; readonly untilMs: number }[] = [];

  /** `nowMs` is any clock that never goes back. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(read: WaitingRead): void {
    const untilMs = read.isPatient ? Number.POSITIVE_INFINITY : this.#nowMs() + READ_WAIT_MS;
    this.#reads.push({ read, untilMs });
  }

  /** Answers what may be answered, and refuses what has waited for `READ_WAIT_MS`. */
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
