/** The structured log: one JSON object per line on standard output; on a terminal only warnings. */
import { type Logger, pino } from "pino";
import { within } from "./within.ts";

export type Log = Logger;

/** Longest wait for a blocked reader of the log at the end of the process, in ms. */
const FLUSH_MS = 300;

export function createLog(isTerminal: boolean): Log {
  const options = {
    level: isTerminal ? "warn" : "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  // Asynchronous: a blocked reader of the log does not stop the exchange. `minLength` makes each
  // line go out at once; without it `flush` would return without waiting.
  return pino(options, pino.destination({ sync: false, minLength: 1 }));
}

/** Waits until the lines are written, at most `FLUSH_MS`. */
export async function flushLog(log: Log): Promise<void> {
  const flushed = new Promise<void>((resolve) => log.flush(() => resolve()));
  await within(flushed, FLUSH_MS);
}
