/**
 * Time as channels and connections see it. Nothing in them reads a clock by itself, so that tests
 * and simulations run on virtual time.
 */
export interface ChannelClock {
  /** Unix milliseconds. */
  nowMs(): number;
  /** Calls `callback` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the machine; pending timers do not keep the process alive. */
export const MACHINE_CLOCK: ChannelClock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
