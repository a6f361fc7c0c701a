import { SlidingWindow, tolerateJitter } from "./sliding-window.ts";

export const RATE_LIMIT_MODES = ["exact", "off"] as const;
export type RateLimitMode = (typeof RATE_LIMIT_MODES)[number];

/**
 * At most `count` calls of one subject at once and within `perMs` milliseconds, less the unevenness
 * that `tolerateJitter` allows.
 */
export interface RateRule {
  readonly count: number;
  readonly perMs: number;
}

export interface ListedRule extends RateRule {
  readonly bucket: string;
  /** Kind of the subjects: user ids, addresses, or one subject for all callers. */
  readonly per: "uid" | "ip" | "all";
}

/** Subjects remembered per bucket; beyond it the oldest subject is forgotten. */
export const SUBJECTS_MAX = 100_000;
/** Highest count a rule may have. */
export const RULE_COUNT_MAX = 1_000_000;
/** Longest window a rule may have, in milliseconds. */
export const RULE_WINDOW_MS_MAX = 3_600_000;
/** Remaining calls reported for a limit that is not counted. */
const UNLIMITED = Number.POSITIVE_INFINITY;

/** Counter of one action, shared by every way of calling it. */
export class RateBucket {
  readonly name: string;
  readonly per: "uid" | "ip" | "all";
  readonly #limiter: RateLimiter;
  readonly #windows = new Map<string, SlidingWindow>();
  #rule: RateRule;
  /** The rule as it is enforced. */
  #enforced: RateRule;
  #sweep: MapIterator<[string, SlidingWindow]>;

  constructor(limiter: RateLimiter, listed: ListedRule) {
    this.name = listed.bucket;
    this.per = listed.per;
    this.#limiter = limiter;
    this.#rule = checkedRule(listed);
    this.#enforced = tolerateJitter(this.#rule);
    this.#sweep = this.#windows.entries();
  }

  get rule(): RateRule {
    return this.#rule;
  }

  set rule(rule: RateRule) {
    this.#rule = checkedRule(rule);
    this.#enforced = tolerateJitter(this.#rule);
  }

  get subjects(): number {
    return this.#windows.size;
  }

  /** Counts one call; returns the calls left in the window, or -1 if the call must be refused. */
  take(subject: string, weight = 1): number {
    if (this.#limiter.mode === "off") return UNLIMITED;
    const nowMs = this.#limiter.nowMs();
    const window = this.#windows.get(subject) ?? this.#admit(subject, nowMs);
    return window.take(nowMs, weight, this.#enforced);
  }

  /** Milliseconds until `weight` calls of the subject would pass. */
  waitMs(subject: string, weight = 1): number {
    const window = this.#windows.get(subject);
    if (window === undefined || this.#limiter.mode === "off") return 0;
    return window.waitMs(this.#limiter.nowMs(), weight, this.#enforced);
  }

  #admit(subject: string, nowMs: number): SlidingWindow {
    // Two steps of the sweep per admission keep the map within twice its busy subjects.
    this.#sweepOne(nowMs);
    this.#sweepOne(nowMs);
    if (this.#windows.size >= SUBJECTS_MAX) {
      const longestKnown = this.#windows.keys().next().value;
      if (longestKnown !== undefined) this.#windows.delete(longestKnown);
    }
    const window = new SlidingWindow();
    this.#windows.set(subject, window);
    return window;
  }

  #sweepOne(nowMs: number): void {
    const next = this.#sweep.next();
    if (next.done === true) {
      this.#sweep = this.#windows.entries();
      return;
    }
    const [subject, window] = next.value;
    if (window.isIdleSince(nowMs - this.#enforced.perMs)) this.#windows.delete(subject);
  }
}

/**
 * Limits per action and subject, shared by all connections, REST and WebSocket
 * (auth-and-errors.md section 5). Rules can be listed and changed while the exchange runs.
 */
export class RateLimiter {
  readonly nowMs: () => number;
  readonly #buckets = new Map<string, RateBucket>();
  mode: RateLimitMode;

  /** `nowMs` is a monotonic clock: it never steps back. */
  constructor(options: { readonly mode: RateLimitMode; readonly nowMs: () => number }) {
    this.mode = options.mode;
    this.nowMs = options.nowMs;
  }

  /**
   * Returns the bucket of an action, created on first use. Throws `RangeError` if two definitions
   * of one bucket differ, which is a programming error.
   */
  define(listed: ListedRule): RateBucket {
    const known = this.#buckets.get(listed.bucket);
    if (known === undefined) {
      const bucket = new RateBucket(this, listed);
      this.#buckets.set(listed.bucket, bucket);
      return bucket;
    }
    const { count, perMs } = known.rule;
    if (known.per !== listed.per || count !== listed.count || perMs !== listed.perMs) {
      throw new RangeError(`two definitions of the limit ${listed.bucket} disagree`);
    }
    return known;
  }

  find(bucket: string): RateBucket | undefined {
    return this.#buckets.get(bucket);
  }

  /**
   * Counts one call in a defined bucket; returns the calls left, or -1 if the call must be refused.
   * Throws `RangeError` for an undefined bucket, which is a programming error.
   */
  take(bucket: string, subject: string, weight = 1): number {
    const known = this.#buckets.get(bucket);
    if (known === undefined) throw new RangeError(`no limit is defined for ${bucket}`);
    return known.take(subject, weight);
  }

  list(): readonly ListedRule[] {
    return [...this.#buckets.values()].map(({ name, per, rule }) => ({
      bucket: name,
      per,
      count: rule.count,
      perMs: rule.perMs,
    }));
  }

  /** Changes a rule at once for all subjects; returns false if the bucket does not exist. */
  change(bucket: string, rule: RateRule): boolean {
    const known = this.#buckets.get(bucket);
    if (known === undefined) return false;
    known.rule = rule;
    return true;
  }
}

/** Throws `RangeError` unless count and window are whole numbers within their bounds. */
function checkedRule(rule: RateRule): RateRule {
  const { count, perMs } = rule;
  const isValid =
    Number.isInteger(count) &&
    count >= 1 &&
    count <= RULE_COUNT_MAX &&
    Number.isInteger(perMs) &&
    perMs >= 1 &&
    perMs <= RULE_WINDOW_MS_MAX;
  if (!isValid) {
    throw new RangeError(
      `a limit needs a count of 1 to ${RULE_COUNT_MAX} and a window of 1 to ` +
        `${RULE_WINDOW_MS_MAX} ms, not ${count} per ${perMs} ms`,
    );
  }
  return { count, perMs };
}
