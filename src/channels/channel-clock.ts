/**
 * Time as channels and connections see it. Nothing in them reads a clock by itself, so that tests
 * and simulations run on virtual time.
 */
export interface ChannelClock {
  /** Exchange time in Unix milliseconds, for what clients are told. */
  nowMs(): number;
  /** Milliseconds that nobody sets, for intervals and ages. */
  monotonicMs(): number;
  /** Calls `callback` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The timers of the machine beside `nowMs`; pending ones do not keep the process alive. */
export function channelClockOf(nowMs: () => number): ChannelClock {
  return {
    nowMs,
    monotonicMs: () => performance.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
