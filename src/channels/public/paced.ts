import type { ChannelClock } from "../channel-clock.ts";

/**
 * Calls `publish` at most once per interval: at once when the last call was at least one interval
 * ago, else when the interval ends. No timer runs without a request.
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
    const remainingMs = this.#lastMs + this.#intervalMs - this.#clock.monotonicMs();
    if (remainingMs <= 0) this.#run();
    else this.#cancel = this.#clock.after(remainingMs, () => this.#run());
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
