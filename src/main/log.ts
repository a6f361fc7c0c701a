/**
 * The structured log: one JSON object per line on standard output. On a terminal, lines for people
 * and only warnings and above, unless the operator sets another level.
 */
import { type Logger, pino } from "pino";
import type { LogLevel } from "./log-levels.ts";
import { readableLine } from "./readable-line.ts";
import { within } from "./within.ts";

export type Log = Logger;

/** Longest wait for a blocked reader of the log at the end of the process, in ms. */
const FLUSH_MS = 300;

/** Creates the log; `level` is its least important one. */
export function createLog(
  isTerminal: boolean,
  level: LogLevel = isTerminal ? "warn" : "info",
): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (isTerminal) {
    return pino(options, { write: (line) => void process.stdout.write(readableLine(line)) });
  }
  // Asynchronous: a blocked reader of the log does not stop the exchange. `minLength` makes each
  // line go out at once; without it `flush` would return without waiting.
  return pino(options, pino.destination({ sync: false, minLength: 1 }));
}

/** Waits until the lines are written, at most `FLUSH_MS`. */
export async function flushLog(log: Log): Promise<void> {
  const flushed = new Promise<void>((resolve) => log.flush(() => resolve()));
  await within(flushed, FLUSH_MS);
}
