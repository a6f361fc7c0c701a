/** Tables of the public statistics of instruments. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** Length of a sample; longer periods are merged from samples. */
export const SAMPLE_MS = 300_000;

/**
 * Aggregates of one instrument in five minutes; a span in which nothing changed has no row. Counts
 * of accounts, loans and the highest position id are those at the end of the span, volumes the sum
 * over it. Accounts of the exchange itself are not counted; all others are, generated traders
 * included. Loans are those of isolated margin on the pair. `whale`, `dolphin` and `fish` classify
 * the order of the taker by what one command executed of it.
 */
export const MARKET_SAMPLES = table("market_samples", ["instrument", "startMs"], {
  instrument: "int",
  startMs: "int",
  /** Price of the last trade; 0 before the first. */
  price: "ticks",
  longAccounts: "int",
  shortAccounts: "int",
  lastPositionId: "int",
  baseLoan: "money",
  quoteLoan: "money",
  openedLong: "lots",
  openedShort: "lots",
  whaleBuy: "lots",
  dolphinBuy: "lots",
  fishBuy: "lots",
  whaleSell: "lots",
  dolphinSell: "lots",
  fishSell: "lots",
});
export type MarketSampleRow = RecordOf<typeof MARKET_SAMPLES.fields>;

/** The fields that are sums over the span. */
export const SAMPLE_SUMS = [
  "openedLong",
  "openedShort",
  "whaleBuy",
  "dolphinBuy",
  "fishBuy",
  "whaleSell",
  "dolphinSell",
  "fishSell",
] as const satisfies readonly (keyof MarketSampleRow)[];
