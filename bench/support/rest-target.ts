/** One HTTP server under measurement: its process, its connections and its answers. */
import type { Child } from "./child.ts";
import { Histogram, median, rounded } from "./histogram.ts";
import { RawHttp } from "./raw-http.ts";

const SUCCESS = '"code":"00000"';
/** Requests signed in advance for a fixed schedule would be stale; they are signed when due. */
const SCHEDULE_STEP_MS = 1;

/** Makes the bytes of the next request. */
export type NextRequest = () => string;

export type Slice = {
  readonly answers: number;
  readonly ms: number;
  readonly cpuMicros: number;
  readonly mainMicros: number;
};

export class RestTarget {
  readonly child: Child;
  readonly #port: number;
  #connections: readonly RawHttp[] = [];
  answers = 0;
  failures = 0;
  firstFailure = "";

  constructor(child: Child, port: number) {
    this.child = child;
    this.#port = port;
  }

  /** Replaces the connections by so many new ones. */
  async connect(count: number): Promise<void> {
    this.close();
    const opened = Array.from({ length: count }, () => RawHttp.open("127.0.0.1", this.#port));
    this.#connections = await Promise.all(opened);
  }

  /** Sends one request and returns its answer. */
  once(request: string): Promise<string> {
    return new Promise((resolve) => {
      this.#connections[0]?.send(request, (status, body) => {
        this.#count(status, body);
        resolve(body);
      });
    });
  }

  #count(status: number, body: string): void {
    if (status === 200 && body.includes(SUCCESS)) {
      this.answers += 1;
      return;
    }
    this.failures += 1;
    if (this.firstFailure === "") this.firstFailure = `${status} ${body.slice(0, 200)}`;
  }

  /** Every connection sends its next request as soon as it has its answer. */
  async slice(ms: number, nextRequest: NextRequest): Promise<Slice> {
    const before = this.answers;
    const cpu = this.child.cpuMicros();
    const main = this.child.mainMicros();
    const startedMs = performance.now();
    const endMs = startedMs + ms;
    await Promise.all(
      this.#connections.map(
        (connection) =>
          new Promise<void>((resolve) => {
            const next = (): void =>
              connection.send(nextRequest(), (status, body) => {
                this.#count(status, body);
                if (performance.now() < endMs && !connection.isFailed) next();
                else resolve();
              });
            next();
          }),
      ),
    );
    return {
      answers: this.answers - before,
      ms: performance.now() - startedMs,
      cpuMicros: this.child.cpuMicros() - cpu,
      mainMicros: this.child.mainMicros() - main,
    };
  }

  /**
   * Sends requests at a fixed rate, whether or not the server keeps up. Returns the times from when
   * each was due to its answer, in nanoseconds, and the rate that was reached.
   */
  async schedule(
    perSecond: number,
    ms: number,
    nextRequest: NextRequest,
  ): Promise<{ readonly nanos: Histogram; readonly perSecond: number }> {
    const nanos = new Histogram();
    const idle = [...this.#connections];
    const due: number[] = [];
    const startedMs = performance.now();
    const total = Math.floor((perSecond * ms) / 1e3);
    let planned = 0;
    let answered = 0;
    await new Promise<void>((resolve) => {
      const dispatch = (): void => {
        while (due.length > 0 && idle.length > 0) {
          const connection = idle.pop() as RawHttp;
          const dueMs = due.shift() as number;
          connection.send(nextRequest(), (status, body) => {
            nanos.add((performance.now() - dueMs) * 1e3);
            this.#count(status, body);
            answered += 1;
            idle.push(connection);
            if (answered === total) resolve();
            else dispatch();
          });
        }
      };
      const timer = setInterval(() => {
        const now = performance.now();
        for (; planned < total && startedMs + (planned * 1e3) / perSecond <= now; planned++) {
          due.push(startedMs + (planned * 1e3) / perSecond);
        }
        dispatch();
        if (planned === total) clearInterval(timer);
      }, SCHEDULE_STEP_MS);
    });
    const reached = Math.round((total / (performance.now() - startedMs)) * 1e3);
    return { nanos, perSecond: reached };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#connections = [];
  }
}

export type Speed = {
  readonly perSecond: number;
  /** Processor time of the main thread and of all threads per answer, of the fastest slice. */
  readonly mainMicros: number;
  readonly cpuMicros: number;
};

export function speedOf(slices: readonly Slice[]): Speed {
  const least = (micros: (slice: Slice) => number): number =>
    rounded(Math.min(...slices.map((slice) => micros(slice) / slice.answers)));
  return {
    perSecond: Math.round(median(slices.map((slice) => (slice.answers / slice.ms) * 1e3))),
    mainMicros: least(({ mainMicros }) => mainMicros),
    cpuMicros: least(({ cpuMicros }) => cpuMicros),
  };
}
