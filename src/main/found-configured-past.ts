/** Founds the configured past of a new exchange and loads it into the live views. */
import type { Config } from "./config.ts";
import type { Engine } from "./engine.ts";
import { foundPast, isWithoutPast } from "./founding/found-past.ts";
import { readRecordedPrices } from "./founding/recorded-prices.ts";
import type { Log } from "./log.ts";

/**
 * Founds the past. An exchange that has prices already keeps the past that it has, or none. Returns
 * whether the live views have to load it.
 */
export async function foundConfiguredPast(
  { sequencer, state }: Engine,
  { market, past, seed }: Config,
  log: Log,
): Promise<boolean> {
  if (past.kind === "none") return false;
  if (!isWithoutPast(state)) {
    if (past.kind === "recorded")
      log.warn({ event: "past_kept", reason: "the exchange is not new" });
    return false;
  }
  // A past of recorded prices needs a kind for the coins without any.
  const preset = market === "off" ? "normal" : market;
  const paths = past.kind === "recorded" ? await readRecordedPrices(past.files) : [];
  await foundPast(sequencer, state, { seed, preset, paths }, sequencer.nowMs());
  return true;
}
