/**
 * Exchange time: the monotonic clock, anchored at a time since 1970 and corrected towards the wall
 * clock at a bounded rate. A difference too large for this correction is a jump, which holds new
 * orders (docs/decisions/0044-exchange-time.md).
 */

/** A larger difference from the wall clock is a jump, in ms; signatures are valid for 30 s. */
export const JUMP_MS = 5_000;
/** Largest correction of exchange time, in ms per ms: 5 ms a second. */
export const SLEW_MAX = 0.005;
/** Correction after an accepted step back, in ms per ms: exchange time runs at half speed. */
export const CONVERGING_SLEW = 0.5;
/** Time over which a correction is spread, and its longest effect without a new sample, in ms. */
export const CORRECTION_MS = 1_000;
export const SAMPLE_INTERVAL_MS = 100;
/** Reads of the two clocks that are further apart than this, in ms, are discarded. */
export const READ_MS_MAX = 5;
const READS_MAX = 3;
/** Largest step back that an operator can accept, in ms: converging takes twice as long. */
export const BACKWARD_MS_MAX = 24 * 3_600_000;

/** A wall clock outside these years is wrong. */
export const WALL_MS_MIN = Date.UTC(2020, 0);
export const WALL_MS_MAX = Date.UTC(2100, 0);

export type ClockReadings = {
  /** Milliseconds since 1970 by the machine's wall clock; may step. */
  wallMs(): number;
  /** Milliseconds of a clock that never steps back, from an arbitrary origin. */
  monotonicMs(): number;
};

/** `following` the wall clock, `held` after a jump, `converging` after an accepted step back. */
export const CLOCK_MODES = ["following", "held", "converging"] as const;
export type ClockMode = (typeof CLOCK_MODES)[number];

/** Cause of a hold: a jump while running, or a difference from the last time of the journal. */
export type HoldCause = "jump" | "start";

export type ClockView = {
  readonly mode: ClockMode;
  readonly exchangeMs: number;
  readonly wallMs: number;
  /** Wall clock minus exchange time, in ms. */
  readonly differenceMs: number;
  /** Cause and beginning of the hold; undefined while the clock is not held. */
  readonly hold: { readonly cause: HoldCause; readonly sinceMs: number } | undefined;
  /** Duration of the hold by the monotonic clock, in ms; 0 while the clock is not held. */
  readonly heldForMs: number;
};

export type ClockListener = {
  onHeld(view: ClockView): void;
  /** `steppedMs`: how far exchange time stepped forward at the release, 0 if it did not. */
  onReleased(view: ClockView, steppedMs: number): void;
};

export type ExchangeClockOptions = ClockReadings & {
  /** Last time stamped on a command, in ms since 1970; 0 for a new exchange. */
  readonly lastMs: number;
  /** Longest time that may pass without samples or between stop and start, in ms. */
  readonly unattendedMs: number;
  readonly listener: ClockListener;
};

/** Result of accepting the wall clock. Times and durations in ms. */
export type ClockAcceptance =
  | { readonly kind: "stepped"; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: "converging"; readonly differenceMs: number; readonly takesMs: number }
  | { readonly kind: "not_held" }
  | { readonly kind: "changed"; readonly differenceMs: number }
  | { readonly kind: "too_far_back"; readonly differenceMs: number }
  | { readonly kind: "implausible"; readonly wallMs: number };

/** The wall clock is implausible, or it jumped and the exchange is configured to stop on a jump. */
export class ClockFault extends Error {
  readonly code = "clock_wrong";
}

type Sample = { readonly wallMs: number; readonly monotonicMs: number };

export class ExchangeClock {
  readonly #options: ExchangeClockOptions;
  readonly #monotonicMs: () => number;
  readonly #unattendedMs: number;
  #anchorMs: number;
  #anchoredAtMs: number;
  /** Correction of exchange time, in ms per ms; 0 while the clock is held. */
  #slew = 0;
  #mode: ClockMode = "following";
  #hold: { readonly cause: HoldCause; readonly sinceMs: number; readonly atMs: number } | undefined;
  /** Difference at the last sample while converging, in ms. */
  #differenceMs = 0;

  /** Throws `ClockFault` when a new exchange would begin at an implausible time. */
  constructor(options: ExchangeClockOptions) {
    this.#options = options;
    this.#monotonicMs = options.monotonicMs;
    this.#unattendedMs = options.unattendedMs;
    const { lastMs, unattendedMs } = options;
    const { monotonicMs, wallMs } = this.#read();
    this.#anchoredAtMs = monotonicMs;
    if (lastMs === 0 && !isPlausible(wallMs)) {
      const clock = `the machine's clock says ${new Date(wallMs).toISOString()}`;
      throw new ClockFault(`${clock}: set it right before the first start`);
    }
    const aheadMs = lastMs === 0 ? 0 : wallMs - lastMs;
    const isHeld = aheadMs > unattendedMs || aheadMs < -JUMP_MS;
    this.#anchorMs = isHeld ? lastMs : Math.max(lastMs, wallMs);
    if (isHeld) this.#beginHold("start", monotonicMs);
  }

  /** Returns exchange time in whole ms since 1970; it never decreases. */
  nowMs(): number {
    return Math.floor(this.#exchangeMsAt(this.#monotonicMs()));
  }

  get isHeld(): boolean {
    return this.#mode === "held";
  }

  view(): ClockView {
    const { wallMs, monotonicMs } = this.#read();
    const exchange = this.#exchangeMsAt(monotonicMs);
    const hold = this.#hold;
    return {
      mode: this.#mode,
      exchangeMs: Math.floor(exchange),
      wallMs,
      differenceMs: Math.round(wallMs - exchange),
      hold: hold && { cause: hold.cause, sinceMs: hold.sinceMs },
      heldForMs: hold === undefined ? 0 : Math.round(monotonicMs - hold.atMs),
    };
  }

  /** Compares exchange time with the wall clock; called every `SAMPLE_INTERVAL_MS`. */
  sample(): void {
    const { isApart, monotonicMs, wallMs } = this.#read();
    if (isApart) return;
    const exchangeMs = this.#exchangeMsAt(monotonicMs);
    const elapsedMs = monotonicMs - this.#anchoredAtMs;
    // Reduction of the difference since the last anchor if both clocks ran at the same rate.
    const gainedMs = elapsedMs - (exchangeMs - this.#anchorMs);
    const differenceMs = wallMs - exchangeMs;
    this.#anchorMs = exchangeMs;
    this.#anchoredAtMs = monotonicMs;
    if (this.#mode === "held") return this.#endHoldWithin(differenceMs);
    if (Math.abs(differenceMs) <= JUMP_MS) return this.#follow(differenceMs);
    const isExpected =
      this.#mode === "converging" &&
      differenceMs < 0 &&
      Math.abs(differenceMs - this.#differenceMs - gainedMs) <= JUMP_MS;
    if (isExpected) this.#differenceMs = differenceMs;
    else this.#beginHold("jump", monotonicMs);
  }

  /**
   * Accepts the wall clock. `seenMs` is the difference from exchange time that the operator has
   * seen; a difference that has changed since is refused. Forward, exchange time steps; backward,
   * it runs at half speed until the clocks agree.
   */
  accept(seenMs: number): ClockAcceptance {
    if (this.#mode !== "held") return { kind: "not_held" };
    const { monotonicMs, wallMs } = this.#read();
    const exchangeMs = this.#exchangeMsAt(monotonicMs);
    const exactMs = wallMs - exchangeMs;
    const differenceMs = Math.round(exactMs);
    if (Math.abs(seenMs - differenceMs) > JUMP_MS) return { kind: "changed", differenceMs };
    if (!isPlausible(wallMs)) return { kind: "implausible", wallMs };
    if (differenceMs < -BACKWARD_MS_MAX) return { kind: "too_far_back", differenceMs };
    this.#anchorMs = exchangeMs;
    this.#anchoredAtMs = monotonicMs;
    if (differenceMs >= -JUMP_MS) {
      const steppedMs = Math.max(0, exactMs);
      this.#endHold(steppedMs, exactMs);
      return { kind: "stepped", fromMs: Math.floor(exchangeMs), toMs: this.nowMs() };
    }
    this.#mode = "converging";
    this.#slew = -CONVERGING_SLEW;
    this.#differenceMs = exactMs;
    this.#released(0);
    const takesMs = Math.ceil((-exactMs - JUMP_MS) / CONVERGING_SLEW);
    return { kind: "converging", differenceMs, takesMs };
  }

  /** Returns exchange time at a reading of the monotonic clock, with fractions. */
  #exchangeMsAt(monotonicMs: number): number {
    const elapsedMs = Math.min(monotonicMs - this.#anchoredAtMs, this.#unattendedMs);
    return this.#anchorMs + elapsedMs + this.#slew * Math.min(elapsedMs, CORRECTION_MS);
  }

  /**
   * Reads both clocks at about the same moment; `isApart` when the thread was suspended in between.
   * The monotonic clock is read last: no later time has been returned to a caller.
   */
  #read(): Sample & { readonly isApart: boolean } {
    const { monotonicMs, wallMs } = this.#options;
    for (let reads = 1; ; reads++) {
      const beforeMs = monotonicMs();
      const wall = wallMs();
      const after = monotonicMs();
      const isApart = after - beforeMs > READ_MS_MAX;
      if (!isApart || reads === READS_MAX) {
        return { wallMs: wall, monotonicMs: after, isApart };
      }
    }
  }

  #follow(differenceMs: number): void {
    this.#mode = "following";
    const wanted = differenceMs / CORRECTION_MS;
    this.#slew = Math.max(-SLEW_MAX, Math.min(SLEW_MAX, wanted));
  }

  #beginHold(cause: HoldCause, monotonicMs: number): void {
    this.#mode = "held";
    this.#slew = 0;
    this.#hold = { cause, sinceMs: Math.floor(this.#anchorMs), atMs: monotonicMs };
    this.#options.listener.onHeld(this.view());
  }

  /**
   * Ends the hold when the difference is one that needs no confirmation: for a hold from the start,
   * the same tolerance as at the start.
   */
  #endHoldWithin(differenceMs: number): void {
    const aheadMax = this.#hold?.cause === "start" ? this.#unattendedMs : JUMP_MS;
    if (differenceMs < -JUMP_MS || differenceMs > aheadMax) return;
    this.#endHold(differenceMs > JUMP_MS ? differenceMs : 0, differenceMs);
  }

  #endHold(steppedMs: number, differenceMs: number): void {
    this.#anchorMs += steppedMs;
    this.#follow(differenceMs - steppedMs);
    this.#released(steppedMs);
  }

  #released(steppedMs: number): void {
    const view = this.view();
    this.#hold = undefined;
    this.#options.listener.onReleased(view, Math.round(steppedMs));
  }
}

function isPlausible(wallMs: number): boolean {
  return wallMs >= WALL_MS_MIN && wallMs < WALL_MS_MAX;
}
