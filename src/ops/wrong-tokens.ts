import { Counter, type Registry } from "prom-client";

/** Number of wrong tokens per window that get a 401 response; further ones get 429. */
export const WRONG_TOKENS_MAX = 20;
const WINDOW_MS = 60_000;

/**
 * Counts administrative requests with a wrong token. One count covers all addresses, so its memory
 * is bounded; the right token always passes, so an attacker cannot lock the operator out.
 */
export class WrongTokens {
  readonly #nowMs: () => number;
  readonly #onWrong: (address: string) => void;
  readonly #total: Counter | undefined;
  #windowEndMs = 0;
  #count = 0;

  /** `onWrong` is called for the first wrong token of each window. */
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

  /** Counts a wrong token; returns the seconds to wait when there are too many, else 0. */
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
