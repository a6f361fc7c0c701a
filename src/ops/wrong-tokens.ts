import { Counter, type Registry } from "prom-client";

/** Wrong tokens in one window that are answered with 401; the others are answered with 429. */
export const WRONG_TOKENS_MAX = 20;
const WINDOW_MS = 60_000;

/**
 * Counts administrative requests with a wrong token. The count is one for all addresses, so that
 * its memory is bounded; the right token always passes, and nobody can keep the operator out.
 */
export class WrongTokens {
  readonly #nowMs: () => number;
  readonly #onWrong: (address: string) => void;
  readonly #total: Counter | undefined;
  #windowEndMs = 0;
  #count = 0;

  /** `onWrong` hears of the first of each window. */
  constructor(options: {
    readonly nowMs: () => number;
    readonly onWrong: (address: string) => void;
    readonly registry?: Registry;
  }) {
    this.#nowMs = options.nowMs;
    this.#onWrong = options.onWrong;
    const name = "bourse_admin_wrong_tokens_total";
    const help = "Administrative requests with a missing or wrong token";
    this.#total = options.registry && new Counter({ name, help, registers: [options.registry] });
  }

  /** Counts one; answers the seconds to wait when there are too many, else 0. */
  add(address: string): number {
    const nowMs = this.#nowMs();
    this.#total?.inc();
    if (nowMs >= this.#windowEndMs) {
      this.#windowEndMs = nowMs + WINDOW_MS;
      this.#count = 0;
      this.#onWrong(address);
    }
    this.#count += 1;
    if (this.#count <= WRONG_TOKENS_MAX) return 0;
    return Math.ceil((this.#windowEndMs - nowMs) / 1000);
  }
}
