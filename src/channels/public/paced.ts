import type { ChannelClock } from "../channel-clock.ts";
import type { PushGroup } from "./push-group.ts";

/**
 * Calls `publish` at most once per interval: at once when the last call was at least one interval
 * ago, else when the interval ends. With a group it also waits for the turn of that group: more
 * changes are conflated then, and no subscriber receives old pushes late. A group that had to wait
 * for its turn also publishes what is due within half an interval. No timer runs without a request.
 */
export class Paced {
  readonly #clock: ChannelClock;
  readonly #intervalMs: number;
  readonly #publish: () => void;
  readonly #group: PushGroup | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(clock: ChannelClock, intervalMs: number, publish: () => void, group?: PushGroup) {
    this.#group = group;
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#publish = publish;
  }

  get isWaiting(): boolean {
    return this.#cancel !== undefined;
  }

  request(): void {
    if (this.#cancel !== undefined) return;
    const remainingMs = this.#remainingMs();
    if (remainingMs <= 0) this.#due();
    else this.#schedule(remainingMs);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #remainingMs(): number {
    return this.#lastMs + this.#intervalMs - this.#clock.monotonicMs();
  }

  #schedule(remainingMs: number): void {
    const endTimer = this.#clock.after(remainingMs, () => {
      endEarly?.();
      this.#due();
    });
    const endEarly = this.#group?.onTurn(() => {
      if (this.#remainingMs() > this.#intervalMs / 2) return;
      this.stop();
      this.#run();
    });
    this.#cancel = () => {
      endTimer();
      endEarly?.();
    };
  }

  #due(): void {
    if (this.#group === undefined) this.#run();
    else this.#cancel = this.#group.whenFree(() => this.#run());
  }

  #run(): void {
    this.#cancel = undefined;
    this.#lastMs = this.#clock.monotonicMs();
    this.#publish();
  }
}
