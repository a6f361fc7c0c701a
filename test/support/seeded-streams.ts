import type { Streams } from "../../src/market-model/random.ts";
import { seededRandom } from "../../src/market-model/seeded-random.ts";

/** Streams of a seed, for markets that can be repeated. */
export function seededStreams(seed: number): Streams {
  return (name) => seededRandom(seed, name);
}
