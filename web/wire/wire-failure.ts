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

/**
 * Returns the failure of a request without an answer. What changes something may have been done: a
 * lost connection loses requests and answers alike.
 */
export function unanswered(method: string): WireFailure {
  const text =
    method === "GET"
      ? "The exchange cannot be reached"
      : "No answer came, and it may have been done: look before you send it again";
  return new WireFailure("unreachable", text, 0);
}

/** Texts for people where that of the exchange, which programs know, does not say what to do. */
const PLAIN_TEXTS: Readonly<Record<string, string>> = {
  "40013":
    "This account is frozen for this or for everything, by the operator of the exchange or by " +
    "its main account: ask there",
};

/** Returns what a user can read about anything that was thrown. */
export function failureText(thrown: unknown): string {
  if (thrown instanceof WireFailure) {
    if (thrown.code === "unreachable") return thrown.message;
    const wait = thrown.retryAfterS > 1 ? ` Try again in ${waitText(thrown.retryAfterS)}.` : "";
    return `${PLAIN_TEXTS[thrown.code] ?? thrown.message} (${thrown.code})${wait}`;
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
