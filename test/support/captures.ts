/** Recorded order flow. It is not part of the repository: without it tests are skipped by name. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = resolve(import.meta.dirname, "../../../shared/data/binance-raw");

export const HAS_CAPTURES = existsSync(FOLDER);

/** The path of a capture by its folder and file, as in "spot/btcusdt_20240808.gz". */
export function capturePath(name: string): string {
  return resolve(FOLDER, name);
}

/** All of bitcoin against tether, spot and perpetual: eleven minutes. */
export const WHOLE_BTCUSDT = [
  "spot/btcusdt_20240808.gz",
  "spot/btcusdt_20240809.gz",
  "usdm/btcusdt_20240808.gz",
] as const;
