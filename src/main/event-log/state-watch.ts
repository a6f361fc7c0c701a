/**
 * Changes of the state that no event reports, because they come with time: prices that grow stale,
 * and lending pools that stop and resume.
 */
import { INDEX_AGE_MS_MAX } from "../../core/base/limits.ts";
import { REALMS } from "../../core/base/vocabulary.ts";
import { readPoolLoss } from "../../core/reads/loss-reads.ts";
import type { State } from "../../core/state.ts";
import type { LineFacts } from "./line-facts.ts";
import type { StampedLines } from "./line-writer.ts";

/** Exchange time between two checks, in ms. */
export const CHECK_INTERVAL_MS = 1_000;

type Parts = {
  readonly state: State;
  readonly facts: LineFacts;
  readonly lines: StampedLines;
};

export class StateWatch {
  readonly #state: State;
  readonly #facts: LineFacts;
  readonly #lines: StampedLines;
  /** Prices of before the start count as of the start: their feed has had no time yet. */
  readonly #startedAtMs: number;
  readonly #stale = new Set<number>();
  readonly #stopped = new Set<string>();
  #checkedAtMs: number;

  constructor({ facts, lines, state }: Parts) {
    this.#state = state;
    this.#facts = facts;
    this.#lines = lines;
    this.#startedAtMs = state.timeMs;
    this.#checkedAtMs = state.timeMs;
  }

  /** Writes the lines of what has changed, at most once in `CHECK_INTERVAL_MS`. */
  check(): void {
    const { timeMs } = this.#state;
    if (timeMs - this.#checkedAtMs < CHECK_INTERVAL_MS) return;
    this.#checkedAtMs = timeMs;
    for (const { index, status } of this.#state.instruments) {
      if (status !== "offline") this.#checkPrice(index);
    }
    for (const realm of REALMS) {
      for (const { index } of this.#state.currencies) this.#checkPool(realm, index);
    }
  }

  #checkPrice(instrument: number): void {
    const prices = this.#state.prices[instrument];
    if (prices === undefined || prices.index === 0) return;
    const ageMs = this.#state.timeMs - Math.max(prices.indexedAtMs, this.#startedAtMs);
    const isStale = ageMs > INDEX_AGE_MS_MAX;
    if (isStale === this.#stale.has(instrument)) return;
    const fields = {
      ...this.#facts.market(instrument),
      indexPrice: this.#facts.price(instrument, prices.index),
    };
    if (isStale) {
      this.#stale.add(instrument);
      this.#lines.warn({ event: "index_price_stale", ...fields });
    } else {
      this.#stale.delete(instrument);
      this.#lines.info({ event: "index_price_fresh", ...fields });
    }
  }

  #checkPool(realm: (typeof REALMS)[number], currency: number): void {
    const loss = readPoolLoss(this.#state, realm, currency);
    const key = `${realm} ${currency}`;
    if (loss.isPaused === this.#stopped.has(key)) return;
    const lost = this.#facts.amount(currency, loss.lost);
    const fields = { realm, coin: this.#facts.coin(currency), lostInHour: lost };
    if (loss.isPaused) {
      this.#stopped.add(key);
      this.#lines.warn({ event: "lending_pool_stopped", ...fields });
    } else {
      this.#stopped.delete(key);
      this.#lines.info({ event: "lending_pool_resumed", ...fields });
    }
  }
}
