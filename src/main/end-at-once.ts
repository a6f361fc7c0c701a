/** Ends the process without waiting for anything but its log. */
import { flushLog, type Log } from "./log.ts";

/** What the code of the end says. */
export const EXIT_CODES = {
  stopped: 0,
  /** A start or a stop that failed. */
  failed: 1,
  /** A broken invariant or a journal that cannot be written. */
  fatal: 70,
  /** A stop that did not end in time, or a second signal: the journal is safe. */
  cutShort: 75,
} as const;

/**
 * `process.exit` waits for the calls of the file system that other threads are in, which on a disk
 * that hangs is for ever. Another program in the place of this one ends all threads and has the
 * exit code. Where that cannot be, the process is killed, with 137.
 */
export async function endAtOnce(code: number, log: Log): Promise<never> {
  await flushLog(log);
  try {
    process.execve?.("/bin/sh", ["sh", "-c", `exit ${code}`], {});
  } catch {
    // No such program here.
  }
  process.kill(process.pid, "SIGKILL");
  throw new Error("the process has ended");
}
