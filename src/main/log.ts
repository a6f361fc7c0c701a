/** The structured log: one JSON object a line on standard output, or nothing on a terminal. */
import { type Logger, pino } from "pino";
import { within } from "./within.ts";

export type Log = Logger;

/** A reader of the log that is stuck does not keep the process, in ms. */
const FLUSH_MS = 300;

export function createLog(isTerminal: boolean): Log {
  const options = {
    level: isTerminal ? "warn" : "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  // Not synchronous: a reader of the log that is stuck does not hold up the exchange. Each line is
  // written at once; without a length `flush` would wait for nothing.
  return pino(options, pino.destination({ sync: false, minLength: 1 }));
}

/** Waits until the lines are written, for a while. */
export async function flushLog(log: Log): Promise<void> {
  const flushed = new Promise<void>((resolve) => log.flush(() => resolve()));
  await within(flushed, FLUSH_MS);
}
