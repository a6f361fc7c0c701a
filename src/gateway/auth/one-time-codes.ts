/** One-time codes of users (TOTP, RFC 6238), decision 0104. */
import { Secret, TOTP } from "otpauth";
import { WireError, wireError } from "../http/wire-error.ts";
import { type AttemptRule, Attempts } from "./attempts.ts";
import type { SecretSeal } from "./sealed-secret.ts";

const ISSUER = "Bourse";
/** What apps for codes support: SHA-1, six digits, one code for each 30 seconds. */
const DIGITS = 6;
const PERIOD_S = 30;
const STEP_MS = PERIOD_S * 1000;
const SECRET_BYTES = 20;
/** Steps by which the clock of an app may differ. */
const STEPS_APART = 1;

/** Time for which a prepared secret can be enabled, in ms. */
const PREPARED_MS = 10 * 60_000;
/** Prepared secrets that are kept at most; beyond it the oldest is dropped. */
const PREPARED_MAX = 10_000;

/** Wrong codes of a user: three of a million codes are right at one time. */
const SHORT: AttemptRule = { count: 5, perMs: 5 * 60_000 };
const LONG: AttemptRule = { count: 30, perMs: 24 * 3_600_000 };

const CODE = /^\d{6}$/;

/** Whose codes are tried where: who knows a password must not use up the attempts of sessions. */
type CodePlace = "session" | "sign_in";

type Prepared = { readonly secret: string; readonly untilMs: number };

/** What a user enters in the app. */
interface PreparedCodes {
  readonly secret: string;
  readonly uri: string;
}

export class OneTimeCodes {
  readonly #seal: SecretSeal;
  readonly #nowMs: () => number;
  readonly #short: Attempts;
  readonly #long: Attempts;
  /** By user, oldest first. */
  readonly #prepared = new Map<number, Prepared>();
  /** Step of the newest code that was used, by user. */
  readonly #lastSteps = new Map<number, number>();
  readonly #lastStepAtStart: number;

  constructor(options: {
    readonly seal: SecretSeal;
    /** The time of codes, in Unix ms. */
    readonly nowMs: () => number;
    /** Monotonic clock of the limits, in ms. */
    readonly monotonicMs: () => number;
    /** Time until which an earlier process may have taken codes, in Unix ms; 0: none did. */
    readonly startedMs: number;
  }) {
    this.#seal = options.seal;
    this.#nowMs = options.nowMs;
    this.#short = new Attempts(SHORT, options.monotonicMs);
    this.#long = new Attempts(LONG, options.monotonicMs);
    this.#lastStepAtStart = stepOf(options.startedMs) + STEPS_APART;
  }

  /** Generates a secret for a user, which replaces one that was prepared before. */
  prepare(user: number, name: string): PreparedCodes {
    const secret = new Secret({ size: SECRET_BYTES }).base32;
    this.#prepared.delete(user);
    this.#prepared.set(user, { secret, untilMs: this.#nowMs() + PREPARED_MS });
    const oldest = this.#prepared.keys().next().value;
    if (this.#prepared.size > PREPARED_MAX && oldest !== undefined) this.#prepared.delete(oldest);
    return { secret, uri: totpOf(secret, name).toString() };
  }

  /**
   * Uses a code of the prepared secret of a user, and returns the sealed secret and what forgets
   * the prepared one. Throws 49016 without a prepared secret, otherwise as `use`.
   */
  usePrepared(user: number, code: string): { sealed: Uint8Array; forget: () => void } {
    const prepared = this.#prepared.get(user);
    if (prepared === undefined || prepared.untilMs <= this.#nowMs()) throw wireError("49016");
    // No earlier process has taken codes of a new secret.
    this.#useOf(user, prepared.secret, { code, place: "session", last: this.#lastSteps.get(user) });
    const forget = (): void => {
      if (this.#prepared.get(user) === prepared) this.#prepared.delete(user);
    };
    return { sealed: this.#seal.seal(prepared.secret, sealName(user)), forget };
  }

  /**
   * Uses a code of a user. Throws 49013 when it is missing, 49014 when it is wrong or was used, and
   * 429 after too many wrong ones. Throws `SealError` when the secret does not open.
   */
  use(user: number, sealed: Uint8Array, code: string | undefined, place: CodePlace): void {
    if (code === undefined || code === "") throw wireError("49013");
    const last = this.#lastSteps.get(user) ?? this.#lastStepAtStart;
    this.#useOf(user, this.#seal.unseal(sealed, sealName(user)), { code, place, last });
  }

  /** Compares and marks at once, so that of two requests with one code only the first has it. */
  #useOf(
    user: number,
    secret: string,
    { code, last = 0, place }: { code: string; last: number | undefined; place: CodePlace },
  ): void {
    const subject = `${place} ${user}`;
    const waitMs = Math.max(this.#short.waitMs(subject), this.#long.waitMs(subject));
    if (waitMs > 0) throw new WireError("429", wireError("429").message, Math.ceil(waitMs / 1000));
    const nowMs = this.#nowMs();
    const delta = CODE.test(code)
      ? totpOf(secret).validate({ token: code, timestamp: nowMs, window: STEPS_APART })
      : null;
    if (delta === null) {
      this.#short.take(subject);
      this.#long.take(subject);
      throw wireError("49014");
    }
    // A used code is of no use, so repeating it uses up no attempt.
    const step = stepOf(nowMs) + delta;
    if (step <= last) throw wireError("49014");
    this.#lastSteps.set(user, step);
  }
}

function totpOf(secret: string, label = ""): TOTP {
  const terms = { algorithm: "SHA1", digits: DIGITS, period: PERIOD_S };
  return new TOTP({ ...terms, issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}

function stepOf(timeMs: number): number {
  return Math.floor(timeMs / STEP_MS);
}

/** Binds the sealed secret to its user. */
function sealName(user: number): string {
  return `codes of ${user}`;
}
