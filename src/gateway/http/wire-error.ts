import { WIRE_CODES, type WireCode } from "./wire-codes.ts";

/**
 * Error response: handlers throw it or return it. Clients can cause thousands of them, so it
 * carries no stack trace.
 */
export class WireError extends Error {
  readonly code: WireCode;
  readonly status: number;
  /** Seconds that the client should wait, sent as `Retry-After`; only on 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: WireCode, message: string, retryAfterSeconds?: number) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
    this.code = code;
    this.status = WIRE_CODES[code][0];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the error of `code` with `{0}`, `{1}`, … of its message replaced by `values`. */
export function wireError(code: WireCode, ...values: readonly (string | number)[]): WireError {
  return new WireError(code, wireMessage(code, values));
}

/** Returns the message of `code`, for errors reported inside a successful response. */
export function wireMessage(code: WireCode, values: readonly (string | number)[]): string {
  const template: string = WIRE_CODES[code][1];
  if (values.length === 0) return template;
  return template.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));
}

/** Returns a message of a list of codes for people: an ellipsis for each value that it names. */
export function messageForReaders(template: string): string {
  return template.replace(/\{\d\}/g, "…");
}

/** The sequencer takes no new commands now: HTTP 503 with `Retry-After`, safe to repeat. */
export function overloaded(retryAfterSeconds = 1): WireError {
  return new WireError("40015", WIRE_CODES["40015"][1], retryAfterSeconds);
}
