/** The configured past of a new exchange, and the exchange that has one already. */
import type { PathPart } from "../core/instruments/generated-market.ts";
import type { Config } from "./config.ts";
import type { Engine } from "./engine.ts";
import { isWithoutPast, type PastToFound } from "./founding/found-past.ts";
import { readRecordedPrices } from "./founding/recorded-prices.ts";
import type { Log } from "./log.ts";

type PastLog = Pick<Log, "info" | "warn">;

/**
 * Returns the past that the exchange is to be founded with. An exchange that has prices already
 * keeps the past that it has, or none; a start that names files for it is logged. Files that are
 * not `recorded` yet are read. Throws `RecordedPricesRefused`.
 */
export async function configuredPast(
  { state }: Pick<Engine, "state">,
  { market, past, seed }: Pick<Config, "market" | "past" | "seed">,
  log: PastLog,
  recorded?: readonly PathPart[],
): Promise<PastToFound | undefined> {
  if (past.kind === "none") return undefined;
  if (!isWithoutPast(state)) {
    if (past.kind === "recorded") logKept(state.generatedMarket.paths, log);
    return undefined;
  }
  // A past of recorded prices needs a kind for the coins without any.
  const preset = market === "off" ? "normal" : market;
  const paths =
    past.kind === "recorded" ? (recorded ?? (await readRecordedPrices(past.files))) : [];
  return { seed, preset, paths };
}

/** Each start of the same command line names the files; only unused ones are worth a warning. */
function logKept(paths: readonly { readonly code: string }[], log: PastLog): void {
  const coins = [...new Set(paths.map(({ code }) => code))];
  const line = { event: "past_kept", coins };
  if (coins.length > 0) log.info(line);
  else log.warn({ ...line, reason: "recorded candles are for an empty data directory" });
}
