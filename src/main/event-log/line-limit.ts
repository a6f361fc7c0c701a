/** Bounds the lines of the log, so that mass events cannot flood it. */

/** Lines of one event per second; further ones are counted and reported as `log_suppressed`. */
export const LINES_PER_SECOND = 100;
const WINDOW_MS = 1_000;

export type LogLine = { readonly event: string } & Readonly<Record<string, unknown>>;
export type LineLevel = "debug" | "info" | "warn";

/** Receiver of lines by level. */
export type Lines = { readonly [L in LineLevel]: (line: LogLine) => void };

/** The part of the log that writes lines. */
export type LineOutput = Lines & { isLevelEnabled(level: LineLevel): boolean };

type Window = {
  readonly event: string;
  readonly level: LineLevel;
  endMs: number;
  written: number;
  suppressed: number;
};

/**
 * Passes at most `LINES_PER_SECOND` lines of each event and level on. The number of lines left out
 * follows as one line when their second has ended; the caller calls `flush` often and at the end.
 */
export class LineLimit implements Lines {
  readonly #output: LineOutput;
  readonly #nowMs: () => number;
  /** By level and event; the code of the exchange has a bounded number of them. */
  readonly #windows = new Map<string, Window>();
  #suppressing = 0;

  /** `nowMs` is a monotonic clock in ms. */
  constructor(options: { readonly output: LineOutput; readonly nowMs: () => number }) {
    this.#output = options.output;
    this.#nowMs = options.nowMs;
  }

  isLevelEnabled(level: LineLevel): boolean {
    return this.#output.isLevelEnabled(level);
  }

  debug(line: LogLine): void {
    this.#write("debug", line);
  }

  info(line: LogLine): void {
    this.#write("info", line);
  }

  warn(line: LogLine): void {
    this.#write("warn", line);
  }

  /** Reports the lines left out in seconds that have ended; with `isLast` in all. */
  flush(isLast = false): void {
    if (this.#suppressing === 0) return;
    const nowMs = this.#nowMs();
    for (const window of this.#windows.values()) {
      if (window.suppressed > 0 && (isLast || nowMs >= window.endMs)) this.#report(window);
    }
  }

  #write(level: LineLevel, line: LogLine): void {
    if (!this.#output.isLevelEnabled(level)) return;
    const nowMs = this.#nowMs();
    const window = this.#windowOf(line.event, level, nowMs);
    if (window.written < LINES_PER_SECOND) {
      window.written += 1;
      this.#output[level](line);
      return;
    }
    if (window.suppressed === 0) this.#suppressing += 1;
    window.suppressed += 1;
  }

  #windowOf(event: string, level: LineLevel, nowMs: number): Window {
    const key = `${level} ${event}`;
    const known = this.#windows.get(key);
    if (known === undefined) {
      const window = { event, level, endMs: nowMs + WINDOW_MS, written: 0, suppressed: 0 };
      this.#windows.set(key, window);
      return window;
    }
    if (nowMs < known.endMs) return known;
    if (known.suppressed > 0) this.#report(known);
    known.endMs = nowMs + WINDOW_MS;
    known.written = 0;
    return known;
  }

  #report(window: Window): void {
    const { event: kind, level } = window;
    const count = window.suppressed;
    window.suppressed = 0;
    this.#suppressing -= 1;
    this.#output[level]({ event: "log_suppressed", kind, count });
  }
}
