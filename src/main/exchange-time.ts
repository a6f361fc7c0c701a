/**
 * Time of the running exchange: its clock, the condition for a jump, acceptance by the operator.
 */
import type { Conditions } from "../ops/conditions.ts";
import type { Fatal } from "../sequencer/port.ts";
import {
  type ClockAcceptance,
  ClockFault,
  type ClockView,
  ExchangeClock,
  SAMPLE_INTERVAL_MS,
} from "./exchange-clock.ts";
import type { Log } from "./log.ts";

export const CLOCK_JUMP_RULES = ["hold", "stop"] as const;
/** Reaction to a jump of the wall clock: hold new orders, or end the process. */
export type ClockJumpRule = (typeof CLOCK_JUMP_RULES)[number];

export type ExchangeTime = {
  /**
   * Begins after the last time of the journal, in ms since 1970; 0 for a new exchange. Throws
   * `ClockFault`.
   */
  begin(lastMs: number): void;
  /** Returns the time that commands are stamped with, in ms since 1970. */
  nowMs(): number;
  /** Returns the time that requests and responses are dated with, in ms since 1970. */
  requestMs(): number;
  /**
   * Returns a time for measuring ages, in ms: exchange time at the beginning, then the monotonic
   * clock alone.
   */
  monotonicMs(): number;
  /** Whether new orders are held. */
  readonly isHeld: boolean;
  view(): ClockView;
  accept(seenMs: number): ClockAcceptance;
  stop(): void;
};

type Parts = {
  readonly clockJumps: ClockJumpRule;
  readonly unattendedMs: number;
  readonly conditions: Conditions;
  readonly log: Log;
  readonly onFatal: (fatal: Fatal) => void;
};

const READINGS = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** Returns an ISO time, or the number when it is outside the range of dates. */
export function timeText(timeMs: number): string {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? `${timeMs} ms since 1970` : date.toISOString();
}

function jumpText({ differenceMs, exchangeMs, hold, wallMs }: ClockView): string {
  const seconds = `${differenceMs < 0 ? "" : "+"}${(differenceMs / 1_000).toFixed(1)} s`;
  const clocks = `the wall clock says ${timeText(wallMs)}, exchange time ${timeText(exchangeMs)}`;
  const cause = hold?.cause === "start" ? "the end of the journal" : "the jump";
  const since = `${cause}, ${timeText(hold?.sinceMs ?? 0)}`;
  return `${clocks} (difference ${seconds}), by the monotonic clock since ${since}`;
}

/** Exchange time from the clocks of the machine. */
class MachineTime implements ExchangeTime {
  readonly #parts: Parts;
  #clock: ExchangeClock | undefined;
  #monotonicOffsetMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isBeginning = true;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  begin(lastMs: number): void {
    const { unattendedMs } = this.#parts;
    const listener = {
      onHeld: (view: ClockView) => this.#held(view),
      onReleased: (view: ClockView, steppedMs: number) => this.#released(view, steppedMs),
    };
    const clock = new ExchangeClock({ ...READINGS, lastMs, unattendedMs, listener });
    this.#clock = clock;
    this.#isBeginning = false;
    this.#monotonicOffsetMs = clock.nowMs() - performance.now();
    this.#timer = setInterval(() => clock.sample(), SAMPLE_INTERVAL_MS).unref();
  }

  nowMs(): number {
    return this.#begun.nowMs();
  }

  requestMs(): number {
    return this.#begun.nowMs();
  }

  monotonicMs(): number {
    return Math.floor(performance.now() + this.#monotonicOffsetMs);
  }

  get isHeld(): boolean {
    return this.#clock?.isHeld === true;
  }

  view(): ClockView {
    return this.#begun.view();
  }

  accept(seenMs: number): ClockAcceptance {
    const acceptance = this.#begun.accept(seenMs);
    const line = { event: "time_accepted", seenMs, ...acceptance };
    if (acceptance.kind === "stepped" || acceptance.kind === "converging") {
      this.#parts.log.warn(line);
    }
    return acceptance;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get #begun(): ExchangeClock {
    if (this.#clock === undefined) throw new ClockFault("time is asked for before it has begun");
    return this.#clock;
  }

  #held(view: ClockView): void {
    const { clockJumps, conditions, onFatal } = this.#parts;
    const detail = jumpText(view);
    if (clockJumps === "hold") {
      conditions.begin("clock_jump", detail);
      return;
    }
    const message = `${detail}; set the clock right, or start with --clock-jumps hold`;
    const cause = new ClockFault(message);
    if (this.#isBeginning) throw cause;
    onFatal({ code: "clock_jumped", seq: 0, message, cause });
  }

  #released({ exchangeMs }: ClockView, steppedMs: number): void {
    const { conditions, log } = this.#parts;
    conditions.end("clock_jump");
    if (steppedMs === 0) return;
    const from = timeText(exchangeMs - steppedMs);
    log.warn({ event: "exchange_time_stepped", from, to: timeText(exchangeMs) });
  }
}

export function machineTime(parts: Parts): ExchangeTime {
  return new MachineTime(parts);
}

/**
 * Returns a time source that stamps commands with `clockMs` and dates requests with the wall clock.
 */
export function givenTime(clockMs: () => number): ExchangeTime {
  return {
    begin: () => undefined,
    nowMs: clockMs,
    requestMs: READINGS.wallMs,
    monotonicMs: clockMs,
    isHeld: false,
    view() {
      const exchangeMs = clockMs();
      const clocks = { exchangeMs, wallMs: exchangeMs, differenceMs: 0 };
      return { mode: "following", ...clocks, hold: undefined, heldForMs: 0 };
    },
    accept: () => ({ kind: "not_held" }),
    stop: () => undefined,
  };
}
