import { randomBytes } from "node:crypto";
import { overloaded } from "../http/wire-error.ts";
import { passphraseMatches, passwordHashed } from "./passphrase.ts";

/**
 * Passwords hashed at one time, 64 MiB each: half of the threads that also write the journal.
 * Others wait.
 */
export const PASSWORDS_AT_ONCE = 2;
/** Passwords that wait to be hashed; beyond it clients must retry. */
export const PASSWORDS_WAITING_MAX = 16;

/** Hashes and compares passwords, few at one time. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Hash of no password, which unknown names are compared with. */
  #none: Promise<string> | undefined;

  /** Returns the hash of a new password. Rejects with 40015 when too many wait. */
  hashOf(password: string): Promise<string> {
    return this.#inTurn(() => passwordHashed(composed(password)));
  }

  /**
   * Whether a password has the hash. Without a hash the answer is false after the same work, so
   * that its time does not reveal whether a name exists. Rejects with 40015 when too many wait.
   */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    this.#none ??= passwordHashed(randomBytes(32).toString("hex"));
    const none = await this.#none;
    const isMatch = await this.#inTurn(() => passphraseMatches(composed(password), stored ?? none));
    return stored !== undefined && isMatch;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < PASSWORDS_AT_ONCE) this.#running += 1;
    else if (this.#waiting.length >= PASSWORDS_WAITING_MAX) throw overloaded();
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/** Keyboards compose the same letters in different ways. */
function composed(password: string): string {
  return password.normalize("NFC");
}
