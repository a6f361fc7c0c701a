import { SlidingWindow } from "../rate-limit/sliding-window.ts";

/** Subjects remembered at most; beyond it the one first seen is forgotten. */
const SUBJECTS_MAX = 50_000;

/** Number of attempts of a subject within a time, in ms. */
export type AttemptRule = { readonly count: number; readonly perMs: number };

/**
 * Limits attempts to guess a secret. Unlike the limits of requests it cannot be switched off, and a
 * refused attempt is not counted.
 */
export class Attempts {
  readonly #rule: AttemptRule;
  readonly #nowMs: () => number;
  readonly #subjects = new Map<string, SlidingWindow>();

  /** `nowMs` is a monotonic clock in ms. */
  constructor(rule: AttemptRule, nowMs: () => number) {
    this.#rule = rule;
    this.#nowMs = nowMs;
  }

  /** Counts an attempt; returns 0 to allow it, else the milliseconds to wait. */
  take(subject: string): number {
    const nowMs = this.#nowMs();
    const window = this.#subjects.get(subject) ?? new SlidingWindow();
    // A subject that goes on trying stays remembered.
    this.#subjects.delete(subject);
    this.#subjects.set(subject, window);
    if (this.#subjects.size > SUBJECTS_MAX) this.#forgetOldest();
    const left = window.take(nowMs, 1, this.#rule);
    return left < 0 ? Math.max(1, window.waitMs(nowMs, 1, this.#rule)) : 0;
  }

  /** Returns the milliseconds until an attempt of a subject is allowed; 0: now. */
  waitMs(subject: string): number {
    return this.#subjects.get(subject)?.waitMs(this.#nowMs(), 1, this.#rule) ?? 0;
  }

  /** Forgets the attempts of a subject, after one succeeded. */
  forget(subject: string): void {
    this.#subjects.delete(subject);
  }

  #forgetOldest(): void {
    const oldest = this.#subjects.keys().next().value;
    if (oldest !== undefined) this.#subjects.delete(oldest);
  }
}
