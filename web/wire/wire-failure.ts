/** A request that the exchange refused, or that did not reach it. */
export class WireFailure extends Error {
  /** Code of the exchange (docs/errors), or `unreachable` where no answer came. */
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Seconds after which the request may be repeated; 0 where the exchange names none. */
  readonly retryAfterS: number;

  constructor(code: string, message: string, status: number, retryAfterS = 0) {
    super(message);
    this.name = "WireFailure";
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/** Returns what a user can read about anything that was thrown. */
export function failureText(thrown: unknown): string {
  if (thrown instanceof WireFailure) {
    if (thrown.code === "unreachable") return thrown.message;
    const wait = thrown.retryAfterS > 1 ? ` Try again in ${waitText(thrown.retryAfterS)}.` : "";
    return `${thrown.message} (${thrown.code})${wait}`;
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
