import { wireError } from "../http/wire-error.ts";

/** A receive window reaches this far at most, in milliseconds (auth-and-errors.md section 7). */
export const RECEIVE_WINDOW_MAX_MS = 60_000;

/**
 * Throws 40078 when a request that states `requestTime` and `receiveWindow` came too late, 40079
 * when the window itself is too wide. Without both nothing is checked.
 */
export function checkReceiveWindow(
  request: { readonly requestTime?: number; readonly receiveWindow?: number },
  nowMs: number,
): void {
  const { requestTime, receiveWindow } = request;
  if (receiveWindow === undefined) return;
  if (receiveWindow >= RECEIVE_WINDOW_MAX_MS) throw wireError("40079");
  if (requestTime !== undefined && nowMs - requestTime > receiveWindow) throw wireError("40078");
}
