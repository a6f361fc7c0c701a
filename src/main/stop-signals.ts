/** SIGTERM and SIGINT end the process within five seconds, whatever hangs. */
import { EXIT_CODES, endAtOnce } from "./end-at-once.ts";
import type { RunningExchange } from "./exchange-server.ts";
import { stopFailure } from "./last-line.ts";
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
  #step = "";

  /** Signals are honoured from here on. */
  constructor(log: Log) {
    this.#log = log;
    process.on("SIGTERM", (signal) => this.#hear(signal));
    process.on("SIGINT", (signal) => this.#hear(signal));
  }

  /** The exchange runs, and a signal stops it; before, a signal ends the process at once. */
  started(exchange: RunningExchange): void {
    this.#exchange = exchange;
  }

  #hear(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    if (this.#heardAtMs !== undefined) {
      if (nowMs - this.#heardAtMs >= SECOND_SIGNAL_MS) void this.#cutShort(`a second ${signal}`);
      return;
    }
    this.#heardAtMs = nowMs;
    this.#log.info({ event: "stopping", signal });
    const exchange = this.#exchange;
    if (exchange === undefined) {
      // Nothing was acknowledged that is not in the journal: the next start does the same again.
      void endAtOnce(EXIT_CODES.stopped, this.#log);
      return;
    }
    const cause = `not done after ${STOP_DEADLINE_MS} ms`;
    setTimeout(() => this.#cutShort(cause), STOP_DEADLINE_MS);
    void this.#stop(exchange);
  }

  async #stop(exchange: RunningExchange): Promise<void> {
    try {
      await exchange.stop((step) => {
        this.#step = step;
      });
      await endAtOnce(EXIT_CODES.stopped, this.#log);
    } catch (thrown) {
      const message = stopFailure(thrown, this.#step);
      this.#log.fatal({ event: "stop_failed", message, err: thrown });
      await endAtOnce(EXIT_CODES.failed, this.#log);
    }
  }

  async #cutShort(cause: string): Promise<void> {
    this.#exchange?.conditions.tell("stop_cut_short", `${this.#step}: ${cause}`);
    return endAtOnce(EXIT_CODES.cutShort, this.#log);
  }
}
