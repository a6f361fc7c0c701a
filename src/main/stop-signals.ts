/** SIGTERM and SIGINT end the process within five seconds, whatever hangs. */
import { EXIT_CODES, endAtOnce } from "./end-at-once.ts";
import type { RunningExchange } from "./exchange-server.ts";
import type { Log } from "./log.ts";

/** A stop that takes longer is cut short. */
const STOP_DEADLINE_MS = 4_500;
/**
 * A signal that comes later than this after the first one ends the process at once. On Ctrl-C both
 * the terminal and npm send one, at the same time.
 */
const SECOND_SIGNAL_MS = 1_000;

export class StopSignals {
  readonly #log: Log;
  #exchange: RunningExchange | undefined;
  #heardAtMs: number | undefined;
  #step = "the start";

  /** Signals are honoured from here on. */
  constructor(log: Log) {
    this.#log = log;
    process.on("SIGTERM", (signal) => this.#hear(signal));
    process.on("SIGINT", (signal) => this.#hear(signal));
  }

  /** The exchange runs; false when it is to stop already. */
  started(exchange: RunningExchange): boolean {
    this.#exchange = exchange;
    if (this.#heardAtMs === undefined) return true;
    void this.#stop(exchange);
    return false;
  }

  #hear(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    if (this.#heardAtMs !== undefined) {
      if (nowMs - this.#heardAtMs >= SECOND_SIGNAL_MS) this.#cutShort(`a second ${signal}`);
      return;
    }
    this.#heardAtMs = nowMs;
    this.#log.info({ event: "stopping", signal });
    setTimeout(() => this.#cutShort(`not done after ${STOP_DEADLINE_MS} ms`), STOP_DEADLINE_MS);
    if (this.#exchange !== undefined) void this.#stop(this.#exchange);
  }

  async #stop(exchange: RunningExchange): Promise<void> {
    try {
      await exchange.stop((step) => {
        this.#step = step;
      });
      endAtOnce(EXIT_CODES.stopped);
    } catch (thrown) {
      this.#log.fatal({ event: "stop_failed", step: this.#step, err: thrown });
      endAtOnce(EXIT_CODES.failed);
    }
  }

  #cutShort(cause: string): never {
    const detail = `${this.#step}: ${cause}`;
    const exchange = this.#exchange;
    if (exchange === undefined) {
      // Nothing was acknowledged: the next start does the same again.
      this.#log.warn({ event: "stop_cut_short", message: detail });
      return endAtOnce(EXIT_CODES.stopped);
    }
    exchange.conditions.tell("stop_cut_short", detail);
    return endAtOnce(EXIT_CODES.cutShort);
  }
}
