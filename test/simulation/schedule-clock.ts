/**
 * The exchange clock of one life on virtual time. Whatever becomes of the wall clock, no more
 * exchange time passes between two stamps than the monotonic clock allows, but for what was
 * accepted.
 */
import { CONVERGING_SLEW, ExchangeClock, SLEW_MAX } from "../../src/main/exchange-clock.ts";
import { Violation } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";

const UNATTENDED_MS = 168 * 3_600_000;
/** Two stamps are rounded down. */
const ROUNDING_MS = 2;

export interface LifeClock {
  nowMs(): number;
  readonly isHeld: boolean;
}

export class ScheduleClock implements LifeClock {
  readonly #time: VirtualTime;
  readonly #clock: ExchangeClock;
  /** By how far accepted steps have set exchange time forward. */
  #acceptedMs = 0;
  #violation: Violation | undefined;
  #last: { readonly exchangeMs: number; readonly elapsedMs: number; readonly acceptedMs: number };

  /** Begins after the last time of the journal, 0 for none. */
  constructor(time: VirtualTime, lastMs: number) {
    this.#time = time;
    this.#clock = new ExchangeClock({
      lastMs,
      unattendedMs: UNATTENDED_MS,
      wallMs: () => time.wallMs,
      monotonicMs: () => time.elapsedMs,
      listener: {
        onHeld: () => undefined,
        onReleased: (_view, steppedMs) => {
          this.#acceptedMs += steppedMs;
        },
      },
    });
    const exchangeMs = this.#clock.nowMs();
    this.#last = { exchangeMs, elapsedMs: time.elapsedMs, acceptedMs: 0 };
  }

  get isHeld(): boolean {
    this.#check();
    return this.#clock.isHeld;
  }

  /** Notes when exchange time went back, or passed too fast or too slowly. */
  nowMs(): number {
    const exchangeMs = this.#clock.nowMs();
    const { elapsedMs } = this.#time;
    const acceptedMs = this.#acceptedMs;
    const last = this.#last;
    const passedMs = exchangeMs - last.exchangeMs - (acceptedMs - last.acceptedMs);
    const monotonicMs = elapsedMs - last.elapsedMs;
    const isBounded =
      exchangeMs >= last.exchangeMs &&
      passedMs <= monotonicMs * (1 + SLEW_MAX) + ROUNDING_MS &&
      passedMs >= monotonicMs * CONVERGING_SLEW - ROUNDING_MS;
    if (!isBounded) {
      const message = `exchange time passed ${passedMs} ms while ${monotonicMs} ms passed`;
      // The caller may be a callback of the disk, which would swallow the error.
      this.#violation ??= new Violation("time", 0, message);
    }
    this.#last = { exchangeMs, elapsedMs, acceptedMs };
    return exchangeMs;
  }

  /** Throws the `Violation` that was noted, if any. */
  sample(): void {
    this.#check();
    this.#clock.sample();
  }

  #check(): void {
    if (this.#violation !== undefined) throw this.#violation;
  }

  /** The operator accepts the wall clock. */
  accept(): void {
    this.#clock.accept(this.#clock.view().differenceMs);
  }

  /** The operator sets the wall clock right. */
  setRight(): void {
    this.#time.step(-this.#clock.view().differenceMs);
    this.#clock.sample();
  }
}
