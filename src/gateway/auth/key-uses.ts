/** Remembers the last use of each API key since the start. */

/** Keys remembered at most, about 200 bytes each; beyond it the one first used is forgotten. */
export const KEY_USES_MAX = 100_000;

/** Longest part of a path that is kept, in characters. */
const PATH_LENGTH_MAX = 128;

/** Ways to use a key: a REST request, a WebSocket login, an order over WebSocket. */
export const KEY_CALLS = ["rest", "websocket_login", "websocket_trade"] as const;
export type KeyCall = (typeof KEY_CALLS)[number];

/** A use of a key that passed all checks. */
export interface KeyUse {
  /** Time of requests, in ms since 1970. */
  readonly atMs: number;
  readonly address: string;
  readonly call: KeyCall;
  /** Method and path of a REST request, without its query; empty for others. */
  readonly method: string;
  readonly path: string;
}

export class KeyUses {
  readonly #max: number;
  readonly #uses = new Map<string, KeyUse>();

  constructor(max = KEY_USES_MAX) {
    this.#max = max;
  }

  add(apiKey: string, use: KeyUse): void {
    const isLong = use.path.length > PATH_LENGTH_MAX;
    if (!this.#uses.has(apiKey) && this.#uses.size >= this.#max) this.#forgetOldest();
    this.#uses.set(apiKey, isLong ? { ...use, path: use.path.slice(0, PATH_LENGTH_MAX) } : use);
  }

  /** Returns the last use of a key; `undefined` when it was not used since the start. */
  of(apiKey: string): KeyUse | undefined {
    return this.#uses.get(apiKey);
  }

  #forgetOldest(): void {
    const oldest = this.#uses.keys().next().value;
    if (oldest !== undefined) this.#uses.delete(oldest);
  }
}
