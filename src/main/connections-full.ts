/** The condition `connections_full`, from what the server refuses or closes for want of room. */
import type { Conditions } from "../ops/conditions.ts";

/** The condition ends when for this time, in ms, no connection was refused or closed for room. */
const QUIET_MS = 10_000;

/** Answers whom to call for each of them, with the number of sockets that are the limit. */
export function tellConnectionsFull(
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
    conditions.begin("connections_full", `${detail}: idle ones of strangers are closed`);
  };
}
