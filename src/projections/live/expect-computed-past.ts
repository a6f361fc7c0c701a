/** Announces the last day of a computed past to live views whose prices all follow it. */
import type { FoundedPast } from "../history/computed-past.ts";
import { DAY_MS } from "./candle-interval.ts";
import type { LiveViews } from "./live-views.ts";

const MINUTES_A_DAY = 1_440;
const MINUTES = { kind: "last", base: "1m" } as const;

/** Each instrument is computed when its candles or its ticker are first read. */
export function expectComputedPast(live: LiveViews, past: FoundedPast): void {
  const { endMs, listings, source } = past;
  const completeFromMs = endMs - DAY_MS;
  const window = { fromMs: completeFromMs, toMs: endMs - 1, limit: MINUTES_A_DAY };
  for (const listing of listings.values()) {
    live.expectPast(listing.instrument, endMs, () => {
      return { completeFromMs, minutes: source.candles(listing, MINUTES, window) };
    });
  }
}
