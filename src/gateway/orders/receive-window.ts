import { TIMESTAMP_WINDOW_MS } from "../auth/authenticator.ts";
import type { TradeContext } from "../http/endpoint.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { wireError } from "../http/wire-error.ts";

/**
 * Time after its timestamp within which a request is executed or not at all, in milliseconds: as
 * long as its signature is valid (auth-and-errors.md section 2).
 */
export const WINDOW_MS = TIMESTAMP_WINDOW_MS;

/** Longest receive window, in milliseconds (auth-and-errors.md section 7). */
export const RECEIVE_WINDOW_MAX_MS = 60_000;

/**
 * Throws 40078 if a request with `requestTime` and `receiveWindow` arrived too late, and 40079 if
 * the window is too wide. Checks nothing if either is absent.
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

/**
 * Returns the time after acceptance in which a request may still be executed, in milliseconds: to
 * the end of the window given by `requestTime` and `receiveWindow`, and at most `windowMs` after
 * its timestamp. A timestamp ahead of our clock does not extend it.
 */
export function remainingWindowMs(
  request: { readonly timestamp: unknown; readonly sent: WireValue },
  acceptedAtMs: number,
  windowMs: number,
): number {
  const { sent, timestamp } = request;
  const signedMs = wholeNumber(timestamp) ?? acceptedAtMs;
  const endMs = Math.min(signedMs, acceptedAtMs) + windowMs;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return endMs - acceptedAtMs;
  const { receiveWindow, requestTime } = sent as WireObject;
  const statedMs = wholeNumber(receiveWindow);
  const sentMs = wholeNumber(requestTime) ?? acceptedAtMs;
  const statedEndMs = statedMs === undefined ? endMs : Math.min(sentMs, acceptedAtMs) + statedMs;
  return Math.min(endMs, statedEndMs) - acceptedAtMs;
}

/**
 * Returns the end of the window of one batch item in exchange time: that of the whole request, or
 * that of the window which the item states if it is earlier.
 */
export function itemExpiryMs(
  context: Pick<TradeContext, "exchange" | "expiresAtMs" | "requestTimeMs">,
  sent: WireObject,
): number {
  const { exchange, expiresAtMs, requestTimeMs } = context;
  if (sent["receiveWindow"] === undefined) return expiresAtMs;
  const request = { timestamp: undefined, sent };
  const ownMs = remainingWindowMs(request, requestTimeMs, WINDOW_MS);
  return Math.min(expiresAtMs, exchange.commands.nowMs() + ownMs);
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : undefined;
}
