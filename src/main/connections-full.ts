/**
 * The condition `connections_full`: the server refuses or closes connections because the socket
 * limit is reached.
 */
import type { Conditions } from "../ops/conditions.ts";

/**
 * Quiet period, in ms: the condition ends when no connection was refused or closed during this
 * time.
 */
const QUIET_MS = 10_000;

/**
 * Returns a callback for the server: call it with the socket limit for each refused or closed
 * connection.
 */
export function reportConnectionsFull(
  conditions: Pick<Conditions, "begin" | "end">,
): (socketsMax: number) => void {
  let fullAtMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const leftMs = fullAtMs + QUIET_MS - performance.now();
    timer = leftMs > 0 ? setTimeout(check, leftMs).unref() : undefined;
    if (timer === undefined) conditions.end("connections_full");
  };
  return (socketsMax) => {
    fullAtMs = performance.now();
    timer ??= setTimeout(check, QUIET_MS).unref();
    const detail = `${socketsMax} sockets are open, as many as are admitted`;
    conditions.begin("connections_full", `${detail}: idle anonymous ones are closed`);
  };
}
