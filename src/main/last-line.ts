/**
 * Final log line of a process that ends by itself: the cause, and the next step for the operator.
 */
import { LogFault, type LogFaultCode } from "../journal/command-log.ts";
import { messageOf } from "../journal/operating-fault.ts";
import { RecoveryFault, type RecoveryFaultCode } from "../journal/recovery.ts";
import type { Fatal, FatalCode } from "../sequencer/port.ts";

const DEFECT = "keep a copy of the data directory and report it with this line";
const RESTORE =
  "restore the file from a copy; `bourse journal verify` says how far the journal is intact";

const CHECK_DISK = "check the disk and start again: what was acknowledged is there";

/** Advice by code of the system's error. */
const SYSTEM_ADVICE: Readonly<Record<string, string>> = {
  EACCES: "give the user of this process the right to read and write it",
  EADDRINUSE: "choose another with --port",
  EADDRNOTAVAIL: "choose an address of this machine with --host",
  EDQUOT: "make room on this file system",
  EEXIST: "choose another directory with --data-dir",
  EIO: "check the disk",
  EISDIR: "choose another directory with --data-dir",
  EMFILE: "raise the limit of open files with ulimit -n",
  ENOENT: "create it, or choose another directory with --data-dir",
  ENFILE: "raise the limit of open files of the machine",
  ENOMEM: "free memory",
  ENOSPC: "make room on this file system",
  ENOTDIR: "choose another directory with --data-dir",
  ENOTFOUND: "choose an address of this machine with --host",
  EPERM: "give the user of this process the right to read and write it",
  EROFS: "mount the file system writable, or choose another directory with --data-dir",
};

/** Undefined where the message itself ends with the next step. */
const RECOVERY_ADVICE: Readonly<Record<RecoveryFaultCode, string | undefined>> = {
  journal_damaged: RESTORE,
  journal_behind_snapshot: "restore the end of the journal from a copy",
  history_missing:
    "restore the segments before it from a backup, or start the version that wrote the snapshots",
  command_format_unknown: undefined,
  command_undecodable: DEFECT,
  invariant_broken: DEFECT,
};
const LOG_ADVICE: Partial<Readonly<Record<LogFaultCode, string>>> = {
  damaged: RESTORE,
  gap: "restore the missing segments from a copy",
  full: "make room on this file system",
  unavailable: "check the disk and start again",
  uncertain: CHECK_DISK,
};

const FATAL_ADVICE: Readonly<Record<FatalCode, string | undefined>> = {
  log_failed: CHECK_DISK,
  invariant_broken: DEFECT,
  listener_failed: `start again, which builds the views anew; ${DEFECT}`,
  reply_failed: `start again; ${DEFECT}`,
  history_failed: `start again; if it comes back, ${DEFECT}`,
  clock_jumped: undefined,
  journal_moved: undefined,
};

function withAdvice(message: string, advice: string | undefined): string {
  return advice === undefined ? message : `${message}; ${advice}`;
}

/**
 * Returns the cause of a failed start. Names `dataDir` if the cause is in the journal and the
 * message names no file.
 */
export function startFailure(thrown: unknown, dataDir: string): string {
  const message = messageOf(thrown);
  if (thrown instanceof RecoveryFault || thrown instanceof LogFault) {
    const advice =
      thrown instanceof RecoveryFault ? RECOVERY_ADVICE[thrown.code] : LOG_ADVICE[thrown.code];
    const located = message.includes(dataDir) ? message : `the journal in ${dataDir}: ${message}`;
    return withAdvice(located, advice);
  }
  return systemStartFailure(thrown) ?? withAdvice(message, systemAdvice(thrown));
}

type SystemFailure = NodeJS.ErrnoException & {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
};

/** Causes of a directory or file that a start cannot create or open, by code of the system. */
const PATH_CAUSES: Readonly<Record<string, string>> = {
  EACCES: "the user of this process has no right to it",
  EEXIST: "it is not a directory",
  ENOENT: "its parent directory does not exist",
  ENOTDIR: "a part of the path is not a directory",
  EPERM: "the user of this process has no right to it",
  EROFS: "the file system is read-only",
};

/** Returns the sentence for a system error of listening or of a path; `undefined` for others. */
function systemStartFailure(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { address, code = "", hostname, path, port, syscall } = thrown as SystemFailure;
  if (syscall === "listen") {
    if (code === "EADDRINUSE") {
      const where = address?.includes(":") ? `[${address}]` : address;
      return `${where}:${port} is used by another program; choose another port with --port`;
    }
    if (code === "EADDRNOTAVAIL") {
      return `${address} is not of this machine; choose an address of it with --host`;
    }
    if (code === "EACCES") {
      return `port ${port} is reserved by the system; choose one above 1023 with --port`;
    }
  }
  if (hostname !== undefined) {
    return `the host name ${hostname} has no address; choose one of this machine with --host`;
  }
  const cause = PATH_CAUSES[code];
  if (path === undefined || cause === undefined) return undefined;
  return withAdvice(`${path} cannot be used: ${cause}`, SYSTEM_ADVICE[code]);
}

/** Returns the cause for which the exchange ended by itself. */
export function fatalMessage({ code, message }: Fatal): string {
  return withAdvice(message, FATAL_ADVICE[code]);
}

/** Returns the cause of a stop that failed at `step`, which names the files. */
export function stopFailure(thrown: unknown, step: string): string {
  const advice = systemAdvice(thrown) ?? DEFECT;
  return `${step}: ${messageOf(thrown)}; nothing acknowledged is lost; ${advice}`;
}

function systemAdvice(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return SYSTEM_ADVICE[String((thrown as NodeJS.ErrnoException).code)];
}
