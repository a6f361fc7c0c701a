/** Requests of one key that were received before, byte for byte (decisions 0076, 0077). */
import { createHash } from "node:crypto";
import { type ReceivedRequest, TIMESTAMP_WINDOW_MS } from "../auth/authenticator.ts";
import { WireError, wireError } from "./wire-error.ts";

/** A timestamp may be ahead of our clock by the window, and is accepted until the window after. */
const KEPT_MS = 2 * TIMESTAMP_WINDOW_MS;

/** Answers that are kept at most; beyond it the oldest is dropped. */
export const REPEATED_REQUESTS_MAX = 50_000;

interface First {
  readonly answer: unknown;
  readonly receivedAtMs: number;
}

/** Digest of key and signed text: one signature has several encodings, which count as one. */
function digestOf({ body, headers, path, query }: ReceivedRequest): string {
  const { "access-key": apiKey, "access-timestamp": timestamp } = headers;
  const hash = createHash("sha256").update(JSON.stringify([apiKey, timestamp, path, query]));
  return hash.update(body ?? "").digest("base64");
}

/** Answers the repetition of a request of one endpoint as the first one, without an effect. */
export class RepeatedRequests {
  /** By digest, oldest first. */
  readonly #firsts = new Map<string, First>();
  readonly #isSecret: boolean;

  /** With `isSecret` no answer is kept, and a repetition is refused like an old timestamp. */
  constructor({ isSecret = false }: { readonly isSecret?: boolean } = {}) {
    this.#isSecret = isSecret;
  }

  /**
   * Returns what `run` returned for the first of equal requests, which may be a promise that is not
   * settled. A request that is refused is forgotten, so that its repetition runs again. `nowMs` is
   * the clock that timestamps are checked against.
   */
  answer(received: ReceivedRequest, nowMs: number, run: () => unknown): unknown {
    this.#forgetOld(nowMs);
    const digest = digestOf(received);
    const first = this.#firsts.get(digest);
    if (first !== undefined) return this.#isSecret ? wireError("40008") : first.answer;
    const answer = run();
    if (answer instanceof WireError) return answer;
    const own = { answer: this.#isSecret ? undefined : answer, receivedAtMs: nowMs };
    this.#firsts.set(digest, own);
    if (answer instanceof Promise) {
      const forget = (): void => {
        if (this.#firsts.get(digest) === own) this.#firsts.delete(digest);
      };
      answer.then((value) => {
        if (value instanceof WireError) forget();
      }, forget);
    }
    return answer;
  }

  #forgetOld(nowMs: number): void {
    for (const [digest, { receivedAtMs }] of this.#firsts) {
      const isKept = nowMs - receivedAtMs <= KEPT_MS;
      if (isKept && this.#firsts.size < REPEATED_REQUESTS_MAX) return;
      this.#firsts.delete(digest);
    }
  }
}
