import type { RateBucket, RateLimiter } from "./rate-limiter.ts";

/** Counts every request without a known key, by the address of the client. */
export const ANONYMOUS_BUCKET = "overall";
/** Counts every request of a user, with any key and from any address. */
export const USERS_BUCKET = "overall of a user";
/** Requests of one address or user per minute (auth-and-errors.md section 5). */
export const OVERALL_PER_MINUTE = 6000;
/** Counts cancels and other risk-reducing requests, by user; no other request uses it up. */
export const URGENT_BUCKET = "urgent";
export const URGENT_PER_MINUTE = 6000;
/** Counts requests that name a known key and are refused, by address and key. */
export const FAILURES_BUCKET = "authentication failures";
export const FAILURES_PER_MINUTE = 6000;
/** Time for which an address or user is refused after exceeding the overall limit, in ms. */
export const BLOCK_MS = 300_000;
/** Blocked subjects remembered; beyond it the subject blocked the longest is admitted again. */
export const BLOCKED_MAX = 100_000;

const MINUTE_MS = 60_000;

/** Receives each limit that begins to block a subject: an address or a user id. */
export type OnBlocked = (bucket: RateBucket, subject: string) => void;

/** Limit that refuses a subject for five minutes after it was exceeded. */
export class BlockingLimit {
  readonly #limiter: RateLimiter;
  readonly #bucket: RateBucket;
  readonly #onBlocked: OnBlocked;
  readonly #blockedUntilMs = new Map<string, number>();

  constructor(limiter: RateLimiter, bucket: RateBucket, onBlocked: OnBlocked) {
    this.#limiter = limiter;
    this.#bucket = bucket;
    this.#onBlocked = onBlocked;
  }

  /** Counts one request of a subject; returns 0 to admit it, else the milliseconds to wait. */
  admit(subject: string): number {
    if (this.#limiter.mode === "off") return 0;
    if (this.#blockedUntilMs.size > 0) {
      const leftMs = this.#blockLeftMs(subject);
      if (leftMs > 0) return leftMs;
    }
    if (this.#bucket.take(subject) >= 0) return 0;
    this.#block(subject);
    return BLOCK_MS;
  }

  #blockLeftMs(subject: string): number {
    const untilMs = this.#blockedUntilMs.get(subject);
    if (untilMs === undefined) return 0;
    const leftMs = untilMs - this.#limiter.nowMs();
    if (leftMs <= 0) this.#blockedUntilMs.delete(subject);
    return leftMs;
  }

  #block(subject: string): void {
    if (this.#blockedUntilMs.size >= BLOCKED_MAX) {
      const longestBlocked = this.#blockedUntilMs.keys().next().value;
      if (longestBlocked !== undefined) this.#blockedUntilMs.delete(longestBlocked);
    }
    this.#blockedUntilMs.set(subject, this.#limiter.nowMs() + BLOCK_MS);
    this.#onBlocked(this.#bucket, subject);
  }
}

/**
 * Limits over all endpoints. Requests without a known key are counted by address, requests of users
 * by uid after the signature is verified, so that no client behind an address uses up the limit of
 * the others there. Cancels have a limit of their own, and so do failed checks of a known key,
 * which bounds the cost of verifying signatures.
 */
export class OverallLimits {
  readonly anonymous: BlockingLimit;
  readonly users: BlockingLimit;
  readonly urgent: RateBucket;
  readonly failures: RateBucket;

  constructor(limiter: RateLimiter, onBlocked: OnBlocked = () => undefined) {
    const overall = { count: OVERALL_PER_MINUTE, perMs: MINUTE_MS };
    const anonymous = limiter.define({ bucket: ANONYMOUS_BUCKET, per: "ip", ...overall });
    this.anonymous = new BlockingLimit(limiter, anonymous, onBlocked);
    const users = limiter.define({ bucket: USERS_BUCKET, per: "uid", ...overall });
    this.users = new BlockingLimit(limiter, users, onBlocked);
    this.urgent = limiter.define({
      bucket: URGENT_BUCKET,
      per: "uid",
      count: URGENT_PER_MINUTE,
      perMs: MINUTE_MS,
    });
    this.failures = limiter.define({
      bucket: FAILURES_BUCKET,
      per: "ip",
      count: FAILURES_PER_MINUTE,
      perMs: MINUTE_MS,
    });
  }
}
