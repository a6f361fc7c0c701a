import { type FigureValues, IMPACT_SECONDS, type Recordings } from "../figures.ts";
import type { BookRecording } from "../measures/book-recording.ts";
import { impactBp, largestImpactBp } from "../measures/impact-figures.ts";
import {
  type GeneratedMarket,
  type MarketOptions,
  openGeneratedMarket,
} from "./generated-market.ts";
import { buyAtMarket, DUST_INTERVAL_MS, DUST_TRADES, startDust } from "./outsider-trades.ts";
import { recordMarket } from "./record-market.ts";

/** Seconds recorded after the last dust trade. */
const DUST_AFTER_SECONDS = 60;
const DUST_SECONDS = (DUST_TRADES * DUST_INTERVAL_MS) / 1_000 + DUST_AFTER_SECONDS;

/** The same market again, with outsiders that begin in its first recorded second. */
function runWith(
  options: MarketOptions,
  seconds: number,
  outsiders: (market: GeneratedMarket) => void,
): Recordings {
  const market = openGeneratedMarket(options);
  return recordMarket(market, {
    seconds,
    onSecond: (second) => {
      if (second === 0) outsiders(market);
    },
  });
}

const middlesOf = (recording: BookRecording | undefined): number[] => recording?.middles ?? [];

/**
 * Impact of outsiders on the middle price: a purchase of BTC, and dust trades in ETH, each compared
 * with the same seconds of `unchanged`, a run without them. Impacts after its end are left out.
 */
export function measureImpact(options: MarketOptions, unchanged: Recordings): FigureValues {
  const without = middlesOf(unchanged.btc_perp);
  const seconds = IMPACT_SECONDS.filter((second) => second < without.length);
  const bought = runWith(options, Math.max(...seconds), buyAtMarket);
  const runs = { changed: middlesOf(bought.btc_perp), unchanged: without };
  const dust = runWith(options, DUST_SECONDS, startDust);
  const dustRuns = {
    changed: middlesOf(dust.eth_perp),
    unchanged: middlesOf(unchanged.eth_perp).slice(0, DUST_SECONDS + 1),
  };
  return {
    ...Object.fromEntries(seconds.map((second) => [`impact.${second}`, impactBp(runs, second)])),
    "impact.dust": largestImpactBp(dustRuns),
  };
}
