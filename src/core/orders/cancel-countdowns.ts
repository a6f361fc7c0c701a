/**
 * Countdowns after which all open orders of an account are cancelled, unless its client sets the
 * countdown again (decision 0070).
 */

import { assert } from "../base/assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";
import { CANCEL_COUNTDOWN_SECONDS_MAX, CANCEL_COUNTDOWN_SECONDS_MIN } from "../base/limits.ts";

const MS_PER_SECOND = 1_000;

/** One running countdown. */
export type CancelCountdown = {
  readonly user: number;
  readonly seconds: number;
  readonly endsAtMs: number;
};

/** Whether a countdown may have this length. */
export function isCountdownLength(seconds: number): boolean {
  return seconds >= CANCEL_COUNTDOWN_SECONDS_MIN && seconds <= CANCEL_COUNTDOWN_SECONDS_MAX;
}

/**
 * Running countdowns, at most one of a user. Those of one length are in the order in which they
 * were set, which is that of their ends, so that the next end is found without a search over users.
 */
export class CancelCountdowns {
  readonly #byUser = new Map<number, CancelCountdown>();
  /** Users by the length of their countdowns in seconds. */
  readonly #byLength: readonly Set<number>[] = Array.from(
    { length: CANCEL_COUNTDOWN_SECONDS_MAX + 1 },
    () => new Set<number>(),
  );

  get size(): number {
    return this.#byUser.size;
  }

  of(user: number): CancelCountdown | undefined {
    return this.#byUser.get(user);
  }

  /** Starts the countdown of a user at a time, in place of a running one. */
  start(user: number, seconds: number, timeMs: number): CancelCountdown {
    assert(isCountdownLength(seconds), "a countdown has an allowed length");
    this.end(user);
    const countdown = { user, seconds, endsAtMs: timeMs + seconds * MS_PER_SECOND };
    this.#byUser.set(user, countdown);
    this.#byLength[seconds]?.add(user);
    return countdown;
  }

  /** Ends the countdown of a user, if one is running. */
  end(user: number): void {
    const running = this.#byUser.get(user);
    if (running === undefined) return;
    this.#byUser.delete(user);
    this.#byLength[running.seconds]?.delete(user);
  }

  /** Returns the countdown that ends first; of several, the one that was set first. */
  next(): CancelCountdown | undefined {
    let first: CancelCountdown | undefined;
    for (let seconds = CANCEL_COUNTDOWN_SECONDS_MAX; seconds > 0; seconds--) {
      const oldest = this.#oldestOf(seconds);
      if (oldest === undefined) continue;
      if (first === undefined || oldest.endsAtMs < first.endsAtMs) first = oldest;
    }
    return first;
  }

  /** Running countdowns by length, those of one length in the order of their ends. */
  *values(): Iterable<CancelCountdown> {
    for (const users of this.#byLength) {
      for (const user of users) {
        const countdown = this.#byUser.get(user);
        assert(countdown !== undefined, "a listed countdown is running");
        yield countdown;
      }
    }
  }

  #oldestOf(seconds: number): CancelCountdown | undefined {
    for (const user of this.#byLength[seconds] ?? []) return this.#byUser.get(user);
    return undefined;
  }
}

/** Appends the countdowns to the canonical bytes of a state. */
export function writeCountdowns(countdowns: CancelCountdowns, out: ByteWriter): void {
  out.varint(countdowns.size);
  for (const { endsAtMs, seconds, user } of countdowns.values()) {
    out.varint(user);
    out.varint(seconds);
    out.varint(endsAtMs);
  }
}

/** Restores what `writeCountdowns` wrote. Throws `BytesDamaged`. */
export function readCountdowns(countdowns: CancelCountdowns, from: ByteReader): void {
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const user = from.varint();
    const seconds = from.varint();
    const endsAtMs = from.varint();
    if (!isCountdownLength(seconds)) throw new BytesDamaged(`a countdown of ${seconds} s`);
    countdowns.start(user, seconds, endsAtMs - seconds * MS_PER_SECOND);
  }
}
