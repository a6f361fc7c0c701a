/**
 * Reads that the history thread has received. Reads of public candles and funding rates may take
 * 100 ms each and need no key; they are executed after all others, and a few at a time.
 */
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import { MARKET_READS_MS } from "../../projections/history/limits.ts";
import type { QueryKind } from "../../projections/history/queries.ts";

export type QueuedRead = {
  /** The read is executed when the rows of all commands up to this seq are committed. */
  readonly seq: number;
  /** Time on the clock of the queue at which the read is refused instead of executed, in ms. */
  readonly untilMs: number;
  readonly isOfMarket: boolean;
  readonly answer: () => void;
  readonly refuse: (code: HistoryFaultCode, message: string) => void;
};

/** Whether queries of a kind are those of public market data that may take long. */
export function isOfMarket(kind: QueryKind): boolean {
  return kind === "combinedCandles" || kind === "fundingRates";
}

/** Monotonic clock in ms, the same on all threads. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Queue of reads; the sender bounds their number. */
export class ReadQueue {
  readonly #nowMs: () => number;
  /** Reads whose rows are not committed yet. */
  #waiting: QueuedRead[] = [];
  readonly #due: QueuedRead[] = [];
  readonly #dueOfMarket: QueuedRead[] = [];

  /** `nowMs` is a monotonic clock in ms. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(read: QueuedRead): void {
    this.#waiting.push(read);
  }

  /**
   * Executes the reads whose rows are committed, those of the market last and for at most
   * `MARKET_READS_MS`. Refuses reads whose time has passed. Returns whether reads remain that could
   * be executed.
   */
  run(appliedSeq: number): boolean {
    this.#admit(appliedSeq);
    for (let read = this.#due.shift(); read !== undefined; read = this.#due.shift()) {
      this.#execute(read);
    }
    const pauseAtMs = this.#nowMs() + MARKET_READS_MS;
    while (this.#nowMs() < pauseAtMs) {
      const read = this.#dueOfMarket.shift();
      if (read === undefined) break;
      this.#execute(read);
    }
    return this.#dueOfMarket.length > 0;
  }

  /** Refuses the reads whose rows are not committed. */
  refuseWaiting(appliedSeq: number, code: HistoryFaultCode, message: string): void {
    this.#admit(appliedSeq);
    for (const read of this.#waiting.splice(0)) read.refuse(code, message);
  }

  refuseAll(code: HistoryFaultCode, message: string): void {
    const lists = [this.#waiting, this.#due, this.#dueOfMarket];
    for (const read of lists.flatMap((list) => list.splice(0))) read.refuse(code, message);
  }

  #admit(appliedSeq: number): void {
    const nowMs = this.#nowMs();
    this.#waiting = this.#waiting.filter((read) => {
      if (read.seq <= appliedSeq) (read.isOfMarket ? this.#dueOfMarket : this.#due).push(read);
      else if (read.untilMs <= nowMs) read.refuse("behind", `waited for seq ${read.seq}`);
      else return true;
      return false;
    });
  }

  #execute(read: QueuedRead): void {
    if (this.#nowMs() < read.untilMs) read.answer();
    else read.refuse("busy", "other reads took the time of this one");
  }
}
