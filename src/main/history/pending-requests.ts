/** Requests that the history thread has not answered yet. */
import { HistoryFault } from "../../projections/history/history-fault.ts";
import { MARKET_READS_MAX, QUERIES_MAX } from "../../projections/history/limits.ts";
import type { AnyRow, Page } from "../../projections/history/queries.ts";

type Caller = {
  readonly answer: (page: Page<AnyRow>) => void;
  readonly refuse: (fault: HistoryFault) => void;
};

type PendingRequest = {
  readonly isOfMarket: boolean;
  /** Time limit; undefined for requests without one. */
  readonly timer: NodeJS.Timeout | undefined;
  /** Undefined once the request was given up: the thread may still execute it. */
  caller: Caller | undefined;
};

export type RequestTerms = {
  /** Whether it counts against `MARKET_READS_MAX` too. */
  readonly isOfMarket: boolean;
  /** Time limit in ms; undefined for none. */
  readonly waitMs: number | undefined;
};

/** At most `QUERIES_MAX` requests; one counts until the thread has answered or ended. */
export class PendingRequests {
  readonly #onSilence: (id: number) => void;
  readonly #pending = new Map<number, PendingRequest>();
  #ofMarket = 0;
  #lastId = 0;

  /** `onSilence` is called with a request whose time has passed. */
  constructor(onSilence: (id: number) => void) {
    this.#onSilence = onSilence;
  }

  /**
   * Adds a request, which `send` sends under its id; its answer is the result. Refuses it as busy
   * when there are too many.
   */
  add(terms: RequestTerms, send: (id: number) => void): Promise<Page<AnyRow>> {
    const { isOfMarket, waitMs } = terms;
    if (this.#pending.size >= QUERIES_MAX) return refused(QUERIES_MAX, "queries");
    if (isOfMarket && this.#ofMarket >= MARKET_READS_MAX) {
      return refused(MARKET_READS_MAX, "queries of candles and funding rates");
    }
    const id = ++this.#lastId;
    return new Promise((answer, refuse) => {
      const timer =
        waitMs === undefined ? undefined : setTimeout(() => this.#onSilence(id), waitMs).unref();
      this.#pending.set(id, { isOfMarket, timer, caller: { answer, refuse } });
      if (isOfMarket) this.#ofMarket += 1;
      send(id);
    });
  }

  /** Answers a request; one that was given up is left out. */
  answer(id: number, page: () => Page<AnyRow>): void {
    this.#remove(id)?.answer(page());
  }

  refuse(id: number, fault: HistoryFault): void {
    this.#remove(id)?.refuse(fault);
  }

  /** Refuses a request that the thread has not answered, and continues to count it. */
  giveUp(id: number, fault: HistoryFault): void {
    const request = this.#pending.get(id);
    if (request === undefined) return;
    request.caller?.refuse(fault);
    request.caller = undefined;
  }

  refuseAll(fault: HistoryFault): void {
    for (const id of [...this.#pending.keys()]) this.refuse(id, fault);
  }

  #remove(id: number): Caller | undefined {
    const request = this.#pending.get(id);
    if (request === undefined) return undefined;
    clearTimeout(request.timer);
    this.#pending.delete(id);
    if (request.isOfMarket) this.#ofMarket -= 1;
    return request.caller;
  }
}

function refused(max: number, what: string): Promise<never> {
  return Promise.reject(new HistoryFault("busy", `at most ${max} ${what} wait for an answer`));
}
