/** Ends the process immediately, waiting for nothing but the log. */
import { flushLog, type Log } from "./log.ts";

/** Exit codes of the process. */
export const EXIT_CODES = {
  stopped: 0,
  /** A start or a stop failed. */
  failed: 1,
  /** A broken invariant, or a journal that cannot be written. */
  fatal: 70,
  /** The data directory went away while in use: a start would found another exchange. */
  moved: 74,
  /** The stop did not finish in time, or a second signal arrived: the journal is safe. */
  cutShort: 75,
} as const;

/**
 * Ends the process with `code`. `process.exit` waits for file system calls of other threads, which
 * never return on a hanging disk. Replacing the process image with `execve` ends all threads and
 * keeps the exit code. Where `execve` fails, the process is killed, with code 137.
 */
export async function endAtOnce(code: number, log: Log): Promise<never> {
  await flushLog(log);
  try {
    process.execve?.("/bin/sh", ["sh", "-c", `exit ${code}`], {});
  } catch {
    // `/bin/sh` is not available.
  }
  process.kill(process.pid, "SIGKILL");
  throw new Error("the process has ended");
}
