/** Requests of one key that were received before, byte for byte (decisions 0076 to 0078). */
import { createHash } from "node:crypto";
import { type ReceivedRequest, TIMESTAMP_WINDOW_MS } from "../auth/authenticator.ts";
import { WireError, wireError } from "./wire-error.ts";

/** No request is executed before its timestamp, and none is accepted after the window. */
const KEPT_MS = TIMESTAMP_WINDOW_MS;

/**
 * Longest time in ms for which a request waits until exchange time reaches its timestamp: the
 * largest difference between clocks that is no jump (decision 0044).
 */
const EARLY_MS_MAX = 5_000;

/** Answers that are kept at most; beyond it the oldest is dropped. */
export const REPEATED_REQUESTS_MAX = 50_000;

/**
 * Time in ms in which equal requests of a session without a timestamp count as one: the second
 * click of a double click is not meant.
 */
const DOUBLE_CLICK_MS = 2_000;

interface First {
  readonly answer: unknown;
  readonly receivedAtMs: number;
  /** Whether the answer is not known yet. */
  isOpen: boolean;
}

/** A request and the key or session that sent it. */
export type SentRequest = Pick<ReceivedRequest, "body" | "headers" | "path" | "query"> & {
  readonly keyId: string;
};

/**
 * Time in ms for which the request must wait, because no request may be executed before the time of
 * its timestamp. 0 when it need not wait, and when it is so early that it is refused.
 */
export function earlyMs({ headers }: Pick<ReceivedRequest, "headers">, nowMs: number): number {
  const aheadMs = Number(headers["access-timestamp"]) - nowMs;
  return aheadMs > 0 && aheadMs <= EARLY_MS_MAX ? aheadMs : 0;
}

/** Digest of key and signed text: one signature has several encodings, which count as one. */
function digestOf({ body, headers, keyId, path, query }: SentRequest): string {
  const { "access-timestamp": timestamp } = headers;
  const hash = createHash("sha256").update(JSON.stringify([keyId, timestamp, path, query]));
  return hash.update(body ?? "").digest("base64");
}

/** Answers the repetition of a request of one endpoint as the first one, without an effect. */
export class RepeatedRequests {
  /** By digest, oldest first. */
  readonly #firsts = new Map<string, First>();
  readonly #isSecret: boolean;
  readonly #recoveredMs: number;

  constructor(options: {
    /** Whether no answer is kept and a repetition is refused like an old timestamp. */
    readonly isSecret?: boolean;
    /**
     * Time of the last command that the start recovered, in ms since 1970; absent or 0: a new
     * exchange. Executed requests of the earlier process have timestamps up to it, because none is
     * executed before the time of its timestamp.
     */
    readonly recoveredMs?: number | undefined;
  }) {
    this.#isSecret = options.isSecret ?? false;
    this.#recoveredMs = options.recoveredMs ?? 0;
  }

  /**
   * Returns what `run` returned for the first of equal requests, which may be a promise that is not
   * settled. A request that is refused is forgotten, so that its repetition runs again. Refuses a
   * timestamp that the earlier process may have executed with 40725, because its outcome is not
   * known here, and one that is ahead of `nowMs`, the clock that timestamps are checked against,
   * with 40008. A session may send no timestamp: then a request equals an earlier one while that is
   * being answered, and for the time of a double click.
   */
  answer(received: SentRequest, nowMs: number, run: () => unknown): unknown {
    const timestamp = received.headers["access-timestamp"];
    const timestampMs = timestamp === undefined ? nowMs : Number(timestamp);
    if (timestampMs <= this.#recoveredMs) return wireError("40725");
    if (timestampMs > nowMs) return wireError("40008");
    this.#forgetOld(nowMs);
    const digest = digestOf(received);
    const first = this.#firsts.get(digest);
    const isRepeated =
      first !== undefined &&
      (timestamp !== undefined || first.isOpen || nowMs - first.receivedAtMs <= DOUBLE_CLICK_MS);
    if (isRepeated) return this.#isSecret ? wireError("40008") : first.answer;
    const answer = run();
    if (answer instanceof WireError) return answer;
    const isOpen = answer instanceof Promise;
    const own = { answer: this.#isSecret ? undefined : answer, receivedAtMs: nowMs, isOpen };
    // The newest one last.
    this.#firsts.delete(digest);
    this.#firsts.set(digest, own);
    if (answer instanceof Promise) {
      const forget = (): void => {
        if (this.#firsts.get(digest) === own) this.#firsts.delete(digest);
      };
      answer.then((value) => {
        own.isOpen = false;
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
