/** Removes conversion quotes after their end. */

import { CONVERSION_QUOTES_EXPIRED_PER_TICK } from "../base/limits.ts";
import { type State, userAt } from "../state.ts";
import type { ConversionQuote } from "./conversions.ts";

function oldestOf(state: State): ConversionQuote | undefined {
  for (const quote of state.conversions.quotes.values()) return quote;
  return undefined;
}

/** Whether quotes have expired that are still kept. */
export function isExpiryDue(state: State): boolean {
  const oldest = oldestOf(state);
  return oldest !== undefined && oldest.expiresAtMs <= state.timeMs;
}

/** Removes a bounded number of expired quotes, the oldest first. Emits nothing. */
export function expireQuotes(state: State): void {
  const { quotes } = state.conversions;
  for (let removed = 0; removed < CONVERSION_QUOTES_EXPIRED_PER_TICK; removed++) {
    const oldest = oldestOf(state);
    if (oldest === undefined || oldest.expiresAtMs > state.timeMs) return;
    quotes.remove(oldest.id, userAt(state, oldest.user));
  }
}
