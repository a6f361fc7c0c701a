/** How many connections the descriptors of the process admit. */
import { readFileSync } from "node:fs";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../gateway/http/connection-limits.ts";

/** Descriptors kept for journal, snapshots, history and what the process opens otherwise. */
export const DESCRIPTORS_RESERVED = 256;
/**
 * Of few descriptors this part is for sockets. A running exchange without connections has some 35
 * descriptors open, and needs a few more for a snapshot and the next segment.
 */
const SOCKETS_SHARE = 0.5;
/** With fewer open files than this the exchange does not start. */
export const DESCRIPTORS_MIN = 128;

/** The limit of open files is too low to serve anybody. */
export class TooFewDescriptors extends Error {
  readonly code = "too_few_descriptors";
}

/** Soft limit of open files of this process; undefined where the system does not say. */
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
 * The default limits, with as many sockets as leave `DESCRIPTORS_RESERVED` descriptors free, or
 * half of them where that is more sockets. Fails with `TooFewDescriptors`.
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
