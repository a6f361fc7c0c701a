const CAPACITY_FIRST = 8;
/** Longest time by which calls may come too early, in ms, and its largest part of a window. */
const JITTER_MS_MAX = 50;
const JITTER_OF_WINDOW = 0.05;

interface WindowRule {
  readonly count: number;
  readonly perMs: number;
}

/**
 * Shortens the window of a stated rule, so that no call of a client is refused that paces itself at
 * the stated rate and whose calls the network delays unequally (decision 0071).
 */
export function tolerateJitter({ count, perMs }: WindowRule): WindowRule {
  return { count, perMs: perMs - Math.min(JITTER_MS_MAX, perMs * JITTER_OF_WINDOW) };
}

/**
 * Times of the calls of one subject within the window, in a ring that grows up to the limit: exact,
 * and no larger than the calls of the subject. Times are monotonic milliseconds.
 */
export class SlidingWindow {
  #times = new Float64Array(CAPACITY_FIRST);
  #first = 0;
  #size = 0;

  /**
   * Counts `weight` calls at `nowMs` if at most `count` then lie within `perMs`; returns the calls
   * left, or -1 if refused. A refused call is not counted.
   */
  take(nowMs: number, weight: number, rule: WindowRule): number {
    this.#forget(nowMs - rule.perMs);
    if (this.#size + weight > rule.count) return -1;
    for (let taken = 0; taken < weight; taken += 1) this.#add(nowMs);
    return rule.count - this.#size;
  }

  /** Milliseconds until `weight` calls are admitted; 0 if they are now. */
  waitMs(nowMs: number, weight: number, rule: WindowRule): number {
    this.#forget(nowMs - rule.perMs);
    const excess = this.#size + weight - rule.count;
    if (excess <= 0) return 0;
    const blocking = Math.min(excess, this.#size) - 1;
    if (blocking < 0) return rule.perMs;
    return Math.max(0, this.#at(blocking) + rule.perMs - nowMs);
  }

  /** Whether no counted call lies after `sinceMs`. */
  isIdleSince(sinceMs: number): boolean {
    return this.#size === 0 || this.#at(this.#size - 1) <= sinceMs;
  }

  #at(index: number): number {
    return this.#times[(this.#first + index) & (this.#times.length - 1)] as number;
  }

  #forget(untilMs: number): void {
    while (this.#size > 0 && this.#at(0) <= untilMs) {
      this.#first = (this.#first + 1) & (this.#times.length - 1);
      this.#size -= 1;
    }
  }

  #add(timeMs: number): void {
    if (this.#size === this.#times.length) {
      const grown = new Float64Array(this.#times.length * 2);
      for (let index = 0; index < this.#size; index += 1) grown[index] = this.#at(index);
      this.#times = grown;
      this.#first = 0;
    }
    this.#times[(this.#first + this.#size) & (this.#times.length - 1)] = timeMs;
    this.#size += 1;
  }
}
