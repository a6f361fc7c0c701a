/** How many connections the descriptors of the process admit. */
import { readFileSync } from "node:fs";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../gateway/http/connection-limits.ts";

/** Descriptors kept for journal, snapshots, history and what the process opens otherwise. */
export const DESCRIPTORS_RESERVED = 256;
/** Sockets that are served even where descriptors are fewer: the limit is then the system's. */
const SOCKETS_MIN = 64;

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

/** The default limits, with as many sockets as leave `DESCRIPTORS_RESERVED` descriptors free. */
export function connectionLimits(descriptors = openFilesMax()): ConnectionLimits {
  if (descriptors === undefined) return CONNECTION_LIMITS;
  const room = Math.max(SOCKETS_MIN, descriptors - DESCRIPTORS_RESERVED);
  return { ...CONNECTION_LIMITS, socketsMax: Math.min(CONNECTION_LIMITS.socketsMax, room) };
}
