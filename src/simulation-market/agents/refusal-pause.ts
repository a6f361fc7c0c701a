const PAUSE_MS_MIN = 2_000;
const PAUSE_MS_MAX = 60_000;
/** Time without refusals after which the next pause is the shortest one again. */
const FORGOTTEN_MS = 120_000;

/**
 * A pause after refused orders, which may be outside the price band or in a halted instrument.
 * Pauses that follow each other double up to a minute; orders sent before a pause do not extend it.
 */
export class RefusalPause {
  #untilMs = Number.NEGATIVE_INFINITY;
  #lengthMs = PAUSE_MS_MIN;

  isOn(nowMs: number): boolean {
    return nowMs < this.#untilMs;
  }

  /** Begins at a refusal. */
  begin(nowMs: number): void {
    if (this.isOn(nowMs)) return;
    const isForgotten = nowMs - this.#untilMs > FORGOTTEN_MS;
    this.#lengthMs = isForgotten ? PAUSE_MS_MIN : Math.min(PAUSE_MS_MAX, 2 * this.#lengthMs);
    this.#untilMs = nowMs + this.#lengthMs;
  }
}
