/** Adds the last day of a computed past to live views whose prices all follow it. */
import type { FoundedPast } from "../history/computed-past.ts";
import { DAY_MS } from "./candle-interval.ts";
import type { LiveViews } from "./live-views.ts";

const MINUTES_A_DAY = 1_440;
const MINUTES = { kind: "last", base: "1m" } as const;

/** Adds one instrument at a time and pauses after each, so that other work goes on. */
export async function addComputedPast(
  live: LiveViews,
  { endMs, listings, source }: FoundedPast,
  pause: () => Promise<void>,
): Promise<void> {
  const fromMs = endMs - DAY_MS;
  const window = { fromMs, toMs: endMs - 1, limit: MINUTES_A_DAY };
  for (const listing of listings.values()) {
    const minutes = source.candles(listing, MINUTES, window);
    live.addPast(listing.instrument, { endMs, fromMs, minutes });
    await pause();
  }
}
