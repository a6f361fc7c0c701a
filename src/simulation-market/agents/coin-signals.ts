/** Time constants in ms of the movement and of the direction that order flow follows. */
const MOVEMENT_MS = 20_000;
const DIRECTION_MS = 1_500;
const MS_PER_YEAR = 31_557_600_000;
/** Mean of the absolute value of a standard normal number. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI);
const MOVEMENT_MAX = 6;
/** Return in deviations of `DIRECTION_MS` that counts as a full movement in one direction. */
const DIRECTION_SCALE = 1.5;

/** Recent movement of one coin, from its outside prices. */
export class CoinSignals {
  readonly #yearlyVolatility: number;
  #price = 0;
  #atMs = 0;
  #volatility = 1;
  /** Sums of returns whose weights halve with age: slowly and fast. */
  #moved = 0;
  #justMoved = 0;

  constructor(yearlyVolatility: number) {
    this.#yearlyVolatility = yearlyVolatility;
  }

  /**
   * Distance that the price has gone in the last seconds as a multiple of the expected one; 1 on
   * average. A minute with a large range has it, whereas the path that a price goes to and fro is
   * much the same in all minutes.
   */
  get movement(): number {
    const expected = MEAN_ABSOLUTE * this.#deviation(MOVEMENT_MS / 2) * this.#volatility;
    return Math.min(MOVEMENT_MAX, Math.abs(this.#moved) / expected);
  }

  /** Direction of the latest returns, from −1 to 1. */
  get direction(): number {
    const whole = DIRECTION_SCALE * this.#deviation(DIRECTION_MS);
    return Math.max(-1, Math.min(1, this.#justMoved / whole));
  }

  /** Records the outside price; `volatility` is the present multiple of the yearly one. */
  observe(price: number, volatility: number, nowMs: number): void {
    const elapsedMs = nowMs - this.#atMs;
    if (this.#price > 0 && elapsedMs > 0) {
      const change = Math.log(price / this.#price);
      this.#moved = this.#moved * Math.exp(-elapsedMs / MOVEMENT_MS) + change;
      this.#justMoved = this.#justMoved * Math.exp(-elapsedMs / DIRECTION_MS) + change;
    }
    this.#price = price;
    this.#atMs = nowMs;
    this.#volatility = Math.max(0.05, volatility);
  }

  /** Standard deviation of the return of a time at the usual volatility. */
  #deviation(ms: number): number {
    return this.#yearlyVolatility * Math.sqrt(ms / MS_PER_YEAR);
  }
}
