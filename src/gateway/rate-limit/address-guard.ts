import type { RateBucket, RateLimiter } from "./rate-limiter.ts";

/** The bucket that counts every request of an address. */
export const OVERALL_BUCKET = "overall";
/** Requests of one address per minute, all endpoints together (auth-and-errors.md section 5). */
export const OVERALL_PER_MINUTE = 6000;
/** How long an address is refused after going beyond it. */
export const ADDRESS_BLOCK_MS = 300_000;
/** Blocked addresses remembered; beyond it the longest blocked one is let in again. */
export const BLOCKED_ADDRESSES_MAX = 100_000;

/** The limit over all endpoints: an address that exceeds it is refused for five minutes. */
export class AddressGuard {
  readonly #limiter: RateLimiter;
  readonly #bucket: RateBucket;
  readonly #blockedUntilMs = new Map<string, number>();

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
    this.#bucket = limiter.define({
      bucket: OVERALL_BUCKET,
      per: "ip",
      count: OVERALL_PER_MINUTE,
      perMs: 60_000,
    });
  }

  /** Counts one request of an address: 0 to let it pass, else the milliseconds to wait. */
  admit(address: string): number {
    if (this.#limiter.mode === "off") return 0;
    if (this.#blockedUntilMs.size > 0) {
      const leftMs = this.#blockLeftMs(address);
      if (leftMs > 0) return leftMs;
    }
    if (this.#bucket.take(address) >= 0) return 0;
    this.#block(address);
    return ADDRESS_BLOCK_MS;
  }

  #blockLeftMs(address: string): number {
    const untilMs = this.#blockedUntilMs.get(address);
    if (untilMs === undefined) return 0;
    const leftMs = untilMs - this.#limiter.nowMs();
    if (leftMs <= 0) this.#blockedUntilMs.delete(address);
    return leftMs;
  }

  #block(address: string): void {
    if (this.#blockedUntilMs.size >= BLOCKED_ADDRESSES_MAX) {
      const longestBlocked = this.#blockedUntilMs.keys().next().value;
      if (longestBlocked !== undefined) this.#blockedUntilMs.delete(longestBlocked);
    }
    this.#blockedUntilMs.set(address, this.#limiter.nowMs() + ADDRESS_BLOCK_MS);
  }
}
