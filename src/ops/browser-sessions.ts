/** Sessions of browsers that act with an admin token. They end with the process. */
import { randomBytes } from "node:crypto";
import type { AdminIdentity, AdminTokens } from "./admin-identity.ts";
import { digestOf } from "./admin-token.ts";

/** Time in ms after which a session ends. */
export const BROWSER_SESSION_MS = 12 * 3_600_000;

/** Sessions of one token; a further one ends the oldest. */
export const SESSIONS_OF_TOKEN_MAX = 8;

const SECRET_BYTES = 32;

interface BrowserSession {
  /** SHA-256 of the token that opened it. */
  readonly token: Buffer;
  readonly endsAtMs: number;
}

/** A session that is in force, with the present holder of its token. */
export interface OpenBrowserSession {
  readonly holder: AdminIdentity;
  readonly token: Buffer;
  /** Remaining time in ms. */
  readonly remainingMs: number;
}

/**
 * Keeps the sessions by the SHA-256 of their secrets. A session has no rights of its own: each use
 * asks who holds the token that opened it, so it ends when the token is replaced, removed or
 * expired. There are at most `SESSIONS_OF_TOKEN_MAX` for each token.
 */
export class BrowserSessions {
  readonly #tokens: AdminTokens;
  readonly #nowMs: () => number;
  /** In the order of their opening. */
  readonly #sessions = new Map<string, BrowserSession>();

  /** `nowMs` is a monotonic clock. */
  constructor(tokens: AdminTokens, nowMs: () => number) {
    this.#tokens = tokens;
    this.#nowMs = nowMs;
  }

  /** Opens a session for the holder of a token and returns its secret. */
  open(token: Buffer): string {
    this.#removeEnded();
    const own = this.#openedWith(token);
    for (const key of own.slice(0, Math.max(0, own.length + 1 - SESSIONS_OF_TOKEN_MAX))) {
      this.#sessions.delete(key);
    }
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const endsAtMs = this.#nowMs() + BROWSER_SESSION_MS;
    this.#sessions.set(keyOf(secret), { token, endsAtMs });
    return secret;
  }

  /** Returns the session with a secret; `undefined` if it does not exist or has ended. */
  find(secret: string): OpenBrowserSession | undefined {
    const session = this.#sessions.get(keyOf(secret));
    return session && this.#inForce(session);
  }

  /** Ends the session with a secret; returns how many ended. */
  end(secret: string): number {
    return this.#sessions.delete(keyOf(secret)) ? 1 : 0;
  }

  /** Ends all sessions that a token opened; returns how many ended. */
  endAllOf(token: Buffer): number {
    const own = this.#openedWith(token);
    for (const key of own) this.#sessions.delete(key);
    return own.length;
  }

  #openedWith(token: Buffer): string[] {
    return [...this.#sessions].flatMap(([key, one]) => (one.token.equals(token) ? [key] : []));
  }

  #inForce({ endsAtMs, token }: BrowserSession): OpenBrowserSession | undefined {
    const remainingMs = endsAtMs - this.#nowMs();
    const holder = this.#tokens.holderOf(token);
    return remainingMs > 0 && holder !== undefined ? { holder, token, remainingMs } : undefined;
  }

  #removeEnded(): void {
    for (const [key, session] of this.#sessions) {
      if (this.#inForce(session) === undefined) this.#sessions.delete(key);
    }
  }
}

function keyOf(secret: string): string {
  return digestOf(secret).toString("hex");
}
