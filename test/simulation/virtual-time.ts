/**
 * Time that moves only by command: the wall clock that the sequencer stamps with, which may step
 * back, and the timers of the process, which run in the order in which they fall due.
 */
type Timer = { readonly id: number; readonly dueMs: number; readonly run: () => void };

export class VirtualTime {
  #wallMs: number;
  #elapsedMs = 0;
  #timers: Timer[] = [];
  #made = 0;

  constructor(startMs: number) {
    this.#wallMs = startMs;
  }

  get wallMs(): number {
    return this.#wallMs;
  }

  /** The monotonic clock, which cannot be set. */
  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  /** Someone sets the clock, also back. */
  step(ms: number): void {
    this.#wallMs += ms;
  }

  /** Time passes; what falls due runs. */
  advance(ms: number): void {
    this.#wallMs += ms;
    this.#elapsedMs += ms;
    for (;;) {
      const due = this.#timers
        .filter(({ dueMs }) => dueMs <= this.#elapsedMs)
        .sort((a, b) => a.dueMs - b.dueMs || a.id - b.id)[0];
      if (due === undefined) return;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      due.run();
    }
  }

  /** The process ended: its timers never run. */
  forgetTimers(): void {
    this.#timers = [];
  }

  /** Takes the place of the process's timers; answers how to give them back. */
  install(): () => void {
    const { setTimeout, clearTimeout } = globalThis;
    const set = (run: () => void, ms: number): number => {
      const id = ++this.#made;
      this.#timers.push({ id, dueMs: this.#elapsedMs + ms, run });
      return id;
    };
    const clear = (id: number | undefined): void => {
      this.#timers = this.#timers.filter((timer) => timer.id !== id);
    };
    globalThis.setTimeout = set as unknown as typeof setTimeout;
    globalThis.clearTimeout = clear as unknown as typeof clearTimeout;
    return () => {
      globalThis.setTimeout = setTimeout;
      globalThis.clearTimeout = clearTimeout;
    };
  }
}

/** Lets everything that is ready run once. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
