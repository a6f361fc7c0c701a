/**
 * Depth of a futures book near mark, averaged over minutes, and the limits of exposure that follow
 * from it (decision 0037). All sizes are in lots.
 */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { DEPTH_SAMPLES_MAX } from "../base/limits.ts";
import { lotsShareRoundedDown } from "../money/arithmetic.ts";
import { LOTS_MAX, type Lots, lots } from "../money/units.ts";
import type { LossLimits } from "./loss-limits.ts";

/** Samples of one side, oldest first, and their sum. */
type DepthSide = { readonly samples: number[]; sum: number };

export type MarketDepth = {
  sampledAtMs: number;
  readonly bids: DepthSide;
  readonly asks: DepthSide;
  /** Largest open interest and largest position of one user; infinite without a limit. */
  openInterestMax: number;
  positionMax: number;
};

export function newMarketDepth(): MarketDepth {
  return {
    // -0 makes the engine store the field as a double from the start (see `createState`).
    sampledAtMs: -0,
    bids: { samples: [], sum: 0 },
    asks: { samples: [], sum: 0 },
    openInterestMax: Number.POSITIVE_INFINITY,
    positionMax: Number.POSITIVE_INFINITY,
  };
}

function addSample(side: DepthSide, size: number): void {
  assert(size >= 0, "depth is not negative");
  // At most the size of the largest order that may be listed, so that sums stay exact.
  const sample = Math.min(size, Math.floor(LOTS_MAX / 1024));
  side.samples.push(sample);
  side.sum += sample;
  if (side.samples.length > DEPTH_SAMPLES_MAX) side.sum -= side.samples.shift() ?? 0;
}

/** Returns the average of a side over its samples, rounded down; 0 before the first. */
function averageOf({ samples, sum }: DepthSide): Lots {
  return lots(samples.length === 0 ? 0 : Math.floor(sum / samples.length));
}

/** Returns the average depth of the side with less depth. */
export function smallerDepth({ asks, bids }: MarketDepth): Lots {
  return lots(Math.min(averageOf(bids), averageOf(asks)));
}

/** Sets the limits of exposure by the average depth: factor × depth, at least the floor. */
export function refreshDepthLimits(depth: MarketDepth, limits: LossLimits): void {
  assert(depth.bids.samples.length === depth.asks.samples.length, "both sides are sampled");
  const smaller = smallerDepth(depth);
  const limitOf = (factorE6: number, floor: Lots): number =>
    factorE6 === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(floor, lotsShareRoundedDown(smaller, factorE6));
  depth.openInterestMax = limitOf(limits.openInterestFactorE6, limits.openInterestFloor);
  depth.positionMax = limitOf(limits.positionFactorE6, limits.positionFloor);
}

/** Adds a sample of both sides; samples are dropped after five minutes. */
export function sampleDepth(
  depth: MarketDepth,
  sizes: { readonly bid: number; readonly ask: number },
  limits: LossLimits,
): void {
  addSample(depth.bids, sizes.bid);
  addSample(depth.asks, sizes.ask);
  refreshDepthLimits(depth, limits);
}

export function writeMarketDepth(out: ByteWriter, depth: MarketDepth): void {
  out.varint(depth.sampledAtMs);
  for (const { samples } of [depth.bids, depth.asks]) {
    out.varint(samples.length);
    for (const sample of samples) out.varint(sample);
  }
}

export function readMarketDepth(from: ByteReader, limits: LossLimits): MarketDepth {
  const depth = newMarketDepth();
  depth.sampledAtMs = from.varint();
  for (const side of [depth.bids, depth.asks]) {
    for (let count = from.varint(); count > 0; count--) addSample(side, from.varint());
  }
  refreshDepthLimits(depth, limits);
  return depth;
}
