/**
 * Reply that is not known yet, for exactly one receiver. It is passed on in the turn in which it
 * becomes known: unlike with a promise, no further turn and no further objects are needed, of which
 * a promise takes several for every order.
 */
export class PendingReply<R> {
  #state: "open" | "done" | "failed" = "open";
  #value: R | undefined;
  #error: unknown;
  #onDone: ((value: R) => void) | undefined;
  #onFailed: ((error: unknown) => void) | undefined;

  /** Passes on the reply. Later calls of `resolve` and `reject` have no effect. */
  resolve(value: R): void {
    if (this.#state !== "open") return;
    this.#state = "done";
    this.#value = value;
    this.#onDone?.(value);
  }

  /** Passes on an error in place of the reply. */
  reject(error: unknown): void {
    if (this.#state !== "open") return;
    this.#state = "failed";
    this.#error = error;
    this.#onFailed?.(error);
  }

  /**
   * Calls one of the two functions once: at once if the reply is known, else when it becomes known.
   * Neither may throw.
   */
  receive(done: (value: R) => void, failed: (error: unknown) => void): void {
    if (this.#state === "done") done(this.#value as R);
    else if (this.#state === "failed") failed(this.#error);
    this.#onDone = done;
    this.#onFailed = failed;
  }

  /** Returns the reply as a promise. */
  promise(): Promise<R> {
    return new Promise((resolve, reject) => this.receive(resolve, reject));
  }
}
