import { GeneratedPrices } from "../../src/market-data/generated-prices.ts";
import { MarketModel } from "../../src/market-model/market-model.ts";
import { seededStreams } from "./seeded-streams.ts";

/** Outside prices of a new market; they depend only on the seed and the times of the reads. */
export function generatedPrices(seed: number, startMs: number): GeneratedPrices {
  const terms = { seed, preset: "normal", nowMs: startMs, stream: "test" } as const;
  return new GeneratedPrices(new MarketModel({ ...terms, streams: seededStreams(seed) }));
}
