/** Gives a new exchange its past: recorded prices, if any, and the terms of the computed one. */
import type { MarketPreset } from "../../core/base/vocabulary.ts";
import type { PathPart } from "../../core/instruments/generated-market.ts";
import type { State } from "../../core/state.ts";
import { MARKET_VERSION } from "../../market-model/past-terms.ts";
import { FoundingFault, type FoundingPort, submitOrThrow } from "./founding.ts";

const MINUTE_MS = 60_000;

export type PastToFound = {
  readonly seed: number;
  readonly preset: MarketPreset;
  /** Recorded prices that replace computed ones. */
  readonly paths: readonly PathPart[];
};

/** Whether an exchange can still be given a past: it has none, and nothing has a price. */
export function isWithoutPast({ generatedMarket, prices }: State): boolean {
  if (generatedMarket.terms !== undefined) return false;
  return prices.every(({ index, last }) => index === 0 && last === 0);
}

/** Imports the parts that an interrupted founding left out, after those that it imported. */
async function importPaths(
  commands: FoundingPort,
  state: State,
  paths: readonly PathPart[],
): Promise<void> {
  const known = state.generatedMarket.paths.slice();
  const isSame = known.every((part, index) => {
    const other = paths[index];
    return other?.code === part.code && Buffer.compare(other.bytes, part.bytes) === 0;
  });
  if (!isSame) {
    throw new FoundingFault(
      "an interrupted first start imported other files: name them again with --past, " +
        "or choose an empty --data-dir",
    );
  }
  for (const part of paths.slice(known.length)) {
    await submitOrThrow(commands, { kind: "import_path", ...part });
  }
}

/** Founds the past, which ends with the minute before `nowMs`. */
export async function foundPast(
  commands: FoundingPort,
  state: State,
  { paths, preset, seed }: PastToFound,
  nowMs: number,
): Promise<void> {
  await importPaths(commands, state, paths);
  const endMs = nowMs - (nowMs % MINUTE_MS);
  const terms = { seed, version: MARKET_VERSION, preset, endMs };
  await submitOrThrow(commands, { kind: "found_market", ...terms });
}
