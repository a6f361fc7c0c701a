import type { Random } from "../../market-model/random.ts";
import { walletDollarsOf } from "./member-wallet.ts";

/** Mean time that an emptied account waits for its next owner. */
const WAIT_MEAN_MS = 20 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Bounds of the credits from the outside world to all members. */
export const CREDITS_PER_HOUR_MAX = 40;
export const CREDIT_DOLLARS_PER_DAY_MAX = 10_000_000;

type Credit = { readonly atMs: number; readonly dollars: number };

/**
 * The rule by which new members take the place of emptied ones (decision 0086): after a random
 * time, with a random wallet, within a number of credits an hour and an amount a day. The bounds
 * count from the start of the process; each start also waits again for every empty account.
 */
export class Arrivals {
  #credits: Credit[] = [];

  /** Returns the time until the next owner of an empty account arrives, in ms. */
  waitMs(random: Random): number {
    return random.exponential(WAIT_MEAN_MS);
  }

  /**
   * Returns the dollars to credit to an account with `remaining` dollars, so that its next owner
   * arrives with a wallet of random size; `undefined` while a bound is reached.
   */
  admit(random: Random, nowMs: number, remaining: number): number | undefined {
    const dollars = Math.max(0, walletDollarsOf(random) - remaining);
    this.#credits = this.#credits.filter(({ atMs }) => nowMs - atMs < DAY_MS);
    const paidToday = this.#credits.reduce((sum, credit) => sum + credit.dollars, 0);
    const lastHour = this.#credits.filter(({ atMs }) => nowMs - atMs < HOUR_MS).length;
    if (lastHour >= CREDITS_PER_HOUR_MAX) return undefined;
    if (paidToday + dollars > CREDIT_DOLLARS_PER_DAY_MAX) return undefined;
    this.#credits.push({ atMs: nowMs, dollars });
    return dollars;
  }
}
