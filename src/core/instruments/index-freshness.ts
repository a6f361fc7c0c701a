/** Freshness of index prices (decision 0019). */
import { INDEX_AGE_MS_MAX } from "../base/limits.ts";
import type { State } from "../state.ts";

/**
 * Whether the index price of an instrument is at most `ageMsMax` old. While it is stale, funding
 * samples, liquidations and triggers by mark or index pause; trading continues.
 */
export function isIndexFresh(
  state: State,
  instrument: number,
  ageMsMax = INDEX_AGE_MS_MAX,
): boolean {
  const prices = state.prices[instrument];
  if (prices === undefined || prices.index === 0) return false;
  return state.timeMs - prices.indexedAtMs <= ageMsMax;
}
