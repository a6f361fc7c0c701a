/** Requests that the history thread has not answered yet. */
import type { HistoryFault } from "../../projections/history/history-fault.ts";
import type { AnyRow, Page } from "../../projections/history/queries.ts";

type PendingRequest = {
  readonly answer: (page: Page<AnyRow>) => void;
  readonly refuse: (fault: HistoryFault) => void;
  /** Time limit; undefined for requests without one. */
  readonly timer: NodeJS.Timeout | undefined;
};

export class PendingRequests {
  readonly #onSilence: (id: number) => void;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  /** `onSilence` is called with a request whose time has passed. */
  constructor(onSilence: (id: number) => void) {
    this.#onSilence = onSilence;
  }

  get size(): number {
    return this.#pending.size;
  }

  /**
   * Adds a request, which `send` sends under its id; its answer is the result. `waitMs` is its time
   * limit in ms; undefined for none.
   */
  add(waitMs: number | undefined, send: (id: number) => void): Promise<Page<AnyRow>> {
    const id = ++this.#lastId;
    return new Promise((answer, refuse) => {
      const timer =
        waitMs === undefined ? undefined : setTimeout(() => this.#onSilence(id), waitMs).unref();
      this.#pending.set(id, { answer, refuse, timer });
      send(id);
    });
  }

  /** Answers a request; one that was refused before is left out. */
  answer(id: number, page: () => Page<AnyRow>): void {
    this.#remove(id)?.answer(page());
  }

  refuse(id: number, fault: HistoryFault): void {
    this.#remove(id)?.refuse(fault);
  }

  refuseAll(fault: HistoryFault): void {
    for (const id of [...this.#pending.keys()]) this.refuse(id, fault);
  }

  #remove(id: number): PendingRequest | undefined {
    const request = this.#pending.get(id);
    clearTimeout(request?.timer);
    this.#pending.delete(id);
    return request;
  }
}
