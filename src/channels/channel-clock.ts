/**
 * Time of channels and connections. They read no other clock, so that tests and simulations run on
 * virtual time.
 */
export interface ChannelClock {
  /** Exchange time in Unix milliseconds, for messages to clients. */
  nowMs(): number;
  /** Milliseconds of the monotonic clock, for intervals and ages. */
  monotonicMs(): number;
  /** Calls `callback` once after `delayMs`; the returned function cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Returns a clock with timers of the machine; pending ones do not keep the process alive. */
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
