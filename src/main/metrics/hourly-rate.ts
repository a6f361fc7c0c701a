const MINUTE_MS = 60_000;
const MINUTES = 60;
/** Shortest span that a rate is computed from, in ms: a start is no measure of an hour. */
const SPAN_MS_MIN = 10_000;

/** Rate of the last hour, in steps of a minute. */
export class HourlyRate {
  readonly #nowMs: () => number;
  readonly #startedAtMs: number;
  /** Amount of each of the last minutes, at its number modulo the length. */
  readonly #minutes = new Float64Array(MINUTES);
  #minute = 0;

  /** `nowMs` is a monotonic clock in ms. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#startedAtMs = nowMs();
  }

  add(amount: number): void {
    this.#advance();
    const place = this.#minute % MINUTES;
    this.#minutes[place] = (this.#minutes[place] ?? 0) + amount;
  }

  /** Returns the amount per hour. */
  perHour(): number {
    this.#advance();
    const elapsedMs = this.#nowMs() - this.#startedAtMs;
    const inMinuteMs = elapsedMs - this.#minute * MINUTE_MS;
    // The present minute and the ones before it, as many as there were.
    const spanMs = Math.min(elapsedMs, (MINUTES - 1) * MINUTE_MS + inMinuteMs);
    const sum = this.#minutes.reduce((total, amount) => total + amount, 0);
    return (sum * MINUTES * MINUTE_MS) / Math.max(spanMs, SPAN_MS_MIN);
  }

  /** Empties the minutes that have begun since the last call. */
  #advance(): void {
    const minute = Math.floor((this.#nowMs() - this.#startedAtMs) / MINUTE_MS);
    const begun = Math.min(minute - this.#minute, MINUTES);
    for (let step = 0; step < begun; step += 1) this.#minutes[(minute - step) % MINUTES] = 0;
    this.#minute = minute;
  }
}
