import { Random, type Streams } from "../../src/market-model/random.ts";

/** Streams of a seed, for markets that can be repeated. */
export function seededStreams(seed: number): Streams {
  return (name) => new Random(seed, name);
}
