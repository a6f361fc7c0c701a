/** The structured log: one JSON object a line on standard output, or nothing on a terminal. */
import { type Logger, pino } from "pino";

export type Log = Logger;

export function createLog(isTerminal: boolean): Log {
  return pino({
    level: isTerminal ? "warn" : "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
