/** Files of market data that the configuration names, checked before anything is founded. */
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type { PathPart } from "../core/instruments/generated-market.ts";
import { checkCaptures, ReplayRefused } from "../simulation-market/replay/listed-capture.ts";
import type { Config } from "./config.ts";
import { INSTRUMENT_LISTINGS } from "./founding/listings.ts";
import { RecordedPricesRefused, readRecordedPrices } from "./founding/recorded-prices.ts";
import { unreadableCause } from "./unreadable-cause.ts";

/** Whether the data directory has a journal, so that a start continues an exchange. */
export function isFounded(dataDir: string): boolean {
  return existsSync(join(dataDir, "journal"));
}

/**
 * Checks the captures to replay, and returns the recorded candles, of a new exchange. Throws
 * `ReplayRefused` or `RecordedPricesRefused`.
 */
export async function readMarketFiles({
  past,
  replayFiles,
}: Pick<Config, "past" | "replayFiles">): Promise<readonly PathPart[]> {
  await checkCaptures(replayFiles, INSTRUMENT_LISTINGS);
  return past.kind === "recorded" ? readRecordedPrices(past.files) : [];
}

/**
 * Returns why a start would refuse the files, and `undefined` where it would not. A start that
 * continues an exchange needs no candles, and may have listed other markets of captures since.
 */
export async function refusalOfMarketFiles(config: Config): Promise<string | undefined> {
  try {
    if (config.ephemeral || !isFounded(config.dataDir)) await readMarketFiles(config);
    else config.replayFiles.forEach(expectReadable);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ReplayRefused || thrown instanceof RecordedPricesRefused) {
      return thrown.message;
    }
    throw thrown;
  }
}

function expectReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw new ReplayRefused(`${path} cannot be read: ${unreadableCause(cause)}`, { cause });
  }
}
