import type { ChannelClock } from "../../src/channels/channel-clock.ts";

type Timer = { readonly atMs: number; readonly callback: () => void };

/** A clock that stands still until it is moved; timers run in the order of their times. */
export class VirtualClock implements ChannelClock {
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  get timerCount(): number {
    return this.#timers.size;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.atMs <= untilMs && (next === undefined || timer.atMs < next.atMs)) next = timer;
      }
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.callback();
    }
    this.#nowMs = untilMs;
  }
}
