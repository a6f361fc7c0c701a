/** A request that the exchange refused, or that did not reach it. */
export class WireFailure extends Error {
  /** Code of the exchange (docs/errors), or `unreachable` where no answer came. */
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.name = "WireFailure";
    this.code = code;
    this.status = status;
  }
}

/** Returns what a user can read about anything that was thrown. */
export function failureText(thrown: unknown): string {
  if (thrown instanceof WireFailure) {
    return thrown.code === "unreachable" ? thrown.message : `${thrown.message} (${thrown.code})`;
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}
