/** Checks that captures can be replayed, before anything depends on them. */
import { accessSync, constants } from "node:fs";
import type { InstrumentFacts } from "../market-port.ts";
import { type CapturedMarket, capturedMarketOf, readCapture } from "./capture-file.ts";

/** A file that cannot be replayed; thrown before any command is sent. */
export class ReplayRefused extends Error {
  readonly code = "replay_refused";
}

/** The names by which an instrument is found. */
type Listed = Pick<InstrumentFacts, "realm" | "category" | "symbol">;

/**
 * Returns the market of a capture and the listed live instrument that corresponds to it. Throws
 * `ReplayRefused` for an unreadable file, or one whose market is not listed.
 */
export function listedCapture<I extends Listed>(
  path: string,
  instruments: readonly I[],
): { readonly market: CapturedMarket; readonly instrument: I } {
  const market = capturedMarketOf(path);
  if (market === undefined) {
    throw new ReplayRefused(
      `${path}: name a capture <symbol>_<date> in a folder spot, usdm or coinm`,
    );
  }
  const instrument = instruments.find(
    ({ realm, category, symbol }) =>
      realm === "live" && category === market.category && symbol === market.symbol,
  );
  if (instrument === undefined) {
    throw new ReplayRefused(
      `${path}: ${market.symbol} is not listed in ${market.category}: choose another capture`,
    );
  }
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  return { market, instrument };
}

function unreadable(path: string, cause: unknown): ReplayRefused {
  return new ReplayRefused(`${path} cannot be read: check the path given with --replay`, { cause });
}

/**
 * Checks captures against the instruments of a new exchange, and reads the first event of each.
 * Throws `ReplayRefused`.
 */
export async function checkCaptures(
  paths: readonly string[],
  instruments: readonly Listed[],
): Promise<void> {
  for (const path of paths) {
    listedCapture(path, instruments);
    const events = readCapture(path, { path, bytesRead: 0, bytesTotal: 0 });
    const first = await events.next().catch((cause: unknown) => {
      throw new ReplayRefused(`${path} is no capture: its beginning cannot be read`, { cause });
    });
    if (first.done === true) throw new ReplayRefused(`${path} is no capture: it has no event`);
    await events.return(undefined);
  }
}
