/** Handles SIGTERM and SIGINT: they end the process within five seconds, even if a step hangs. */
import { EXIT_CODES, endAtOnce } from "./end-at-once.ts";
import type { RunningExchange } from "./exchange-server.ts";
import { stopFailure } from "./last-line.ts";
import type { Log } from "./log.ts";

/** Time after which a stop is cut short, in ms. */
const STOP_DEADLINE_MS = 4_500;
/**
 * A later signal ends the process immediately if it arrives at least this long after the first one,
 * in ms. On Ctrl-C both the terminal and npm send a signal, at the same time.
 */
const SECOND_SIGNAL_MS = 1_000;

export class StopSignals {
  readonly #log: Log;
  #exchange: RunningExchange | undefined;
  #firstSignalMs: number | undefined;
  #step = "";

  /** Handles signals from here on. */
  constructor(log: Log) {
    this.#log = log;
    process.on("SIGTERM", (signal) => this.#onSignal(signal));
    process.on("SIGINT", (signal) => this.#onSignal(signal));
  }

  /**
   * Registers the running exchange: a signal now stops it; before, a signal ends the process
   * immediately.
   */
  started(exchange: RunningExchange): void {
    this.#exchange = exchange;
  }

  #onSignal(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    if (this.#firstSignalMs !== undefined) {
      if (nowMs - this.#firstSignalMs >= SECOND_SIGNAL_MS)
        void this.#cutShort(`a second ${signal}`);
      return;
    }
    this.#firstSignalMs = nowMs;
    this.#log.info({ event: "stopping", signal });
    const exchange = this.#exchange;
    if (exchange === undefined) {
      // Everything acknowledged is in the journal; the next start recovers it.
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
    this.#exchange?.conditions.report("stop_cut_short", `${this.#step}: ${cause}`);
    return endAtOnce(EXIT_CODES.cutShort, this.#log);
  }
}
