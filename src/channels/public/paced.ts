import type { ChannelClock } from "../channel-clock.ts";

/**
 * Calls `publish` at most once per interval: at once when the last call lies far enough back, else
 * when the interval ends. Between two requests nothing runs.
 */
export class Paced {
  readonly #clock: ChannelClock;
  readonly #intervalMs: number;
  readonly #publish: () => void;
  #lastMs = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(clock: ChannelClock, intervalMs: number, publish: () => void) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#publish = publish;
  }

  get isWaiting(): boolean {
    return this.#cancel !== undefined;
  }

  request(): void {
    if (this.#cancel !== undefined) return;
    const leftMs = this.#lastMs + this.#intervalMs - this.#clock.monotonicMs();
    if (leftMs <= 0) this.#run();
    else this.#cancel = this.#clock.after(leftMs, () => this.#run());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #run(): void {
    this.#cancel = undefined;
    this.#lastMs = this.#clock.monotonicMs();
    this.#publish();
  }
}
