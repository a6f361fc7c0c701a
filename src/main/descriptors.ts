/** Number of connections that the file descriptor limit of the process allows. */
import { readFileSync } from "node:fs";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../gateway/http/connection-limits.ts";

/** Descriptors reserved for journal, snapshots, history and other files. */
export const DESCRIPTORS_RESERVED = 256;
/**
 * Share of the descriptors for sockets when there are few. A running exchange without connections
 * has some 35 descriptors open, and needs a few more for a snapshot and the next segment.
 */
const SOCKETS_SHARE = 0.5;
/** The exchange does not start with fewer file descriptors than this. */
export const DESCRIPTORS_MIN = 128;

/** The limit of open files is too low to serve clients. */
export class TooFewDescriptors extends Error {
  readonly code = "too_few_descriptors";
}

/**
 * Returns the soft limit of open files of this process; undefined where the system does not report
 * it.
 */
function openFilesMax(): number | undefined {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * Returns the default limits with `socketsMax` capped: the number of sockets leaves
 * `DESCRIPTORS_RESERVED` descriptors, or uses half of them if that is more. Throws
 * `TooFewDescriptors`.
 */
export function connectionLimits(descriptors = openFilesMax()): ConnectionLimits {
  if (descriptors === undefined) return CONNECTION_LIMITS;
  if (descriptors < DESCRIPTORS_MIN) {
    throw new TooFewDescriptors(
      `the limit of open files is ${descriptors}, at least ${DESCRIPTORS_MIN} are needed and ` +
        "1024 are usual: raise it with ulimit -n",
    );
  }
  const share = Math.floor(descriptors * SOCKETS_SHARE);
  const room = Math.max(share, descriptors - DESCRIPTORS_RESERVED);
  return { ...CONNECTION_LIMITS, socketsMax: Math.min(CONNECTION_LIMITS.socketsMax, room) };
}
