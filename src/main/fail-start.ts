/** Ends the process for a start that cannot be. */
import { EXIT_CODES, endAtOnce } from "./end-at-once.ts";
import type { Log } from "./log.ts";

/**
 * Says in one sentence why the start is refused, on a terminal as text and otherwise as a line of
 * the log, and ends the process.
 */
export async function failStart(message: string, log: Log): Promise<never> {
  if (process.stdout.isTTY) process.stderr.write(`Bourse did not start: ${message}\n`);
  else log.fatal({ event: "start_failed", message });
  return endAtOnce(EXIT_CODES.failed, log);
}
