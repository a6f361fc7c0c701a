import { type Lots, lots, type Ticks, ticks } from "../../core/money/units.ts";
import type { BookSide, Level } from "./book-side.ts";

/** Price steps of the futures and spot merge-depth endpoints (rest-v2.md), in ticks. */
export const MERGE_SCALES = ["scale0", "scale1", "scale2", "scale3"] as const;
export type MergeScale = (typeof MERGE_SCALES)[number];

/** Price steps of the spot order book endpoint (rest-v2.md), `step0` unmerged. */
export const MERGE_STEPS = ["step0", "step1", "step2", "step3", "step4", "step5"] as const;
export type MergeStep = (typeof MERGE_STEPS)[number];

/** 1, 10, 100 or 1,000 ticks. */
export function ticksOfScale(scale: MergeScale): number {
  return 10 ** MERGE_SCALES.indexOf(scale);
}

/** 1 to 100,000 ticks. */
export function ticksOfStep(step: MergeStep): number {
  return 10 ** MERGE_STEPS.indexOf(step);
}

/**
 * Returns the best `limit` groups of one side. A group spans `stepTicks` ticks and has its worse
 * bound as price: bids are rounded down and asks up, so that orders at a shown price can be filled.
 */
export function mergedLevels(side: BookSide, stepTicks: number, limit: number): Level[] {
  if (stepTicks === 1 || limit <= 0) return side.top(limit);
  const levels: Level[] = [];
  let group = 0;
  let size = 0;
  for (let rank = 0; rank < side.count; rank++) {
    const price = groupOf(side, side.priceAt(rank), stepTicks);
    if (rank > 0 && price !== group) {
      levels.push(levelOf(group, size));
      if (levels.length === limit) return levels;
      size = 0;
    }
    group = price;
    size += side.sizeAt(rank);
  }
  if (side.count > 0) levels.push(levelOf(group, size));
  return levels;
}

function groupOf(side: BookSide, price: Ticks, stepTicks: number): number {
  const groups = side.side === "buy" ? Math.floor(price / stepTicks) : Math.ceil(price / stepTicks);
  return groups * stepTicks;
}

/** The size of a group stays below 2^53: listing rules bound the size of each level. */
function levelOf(price: number, size: number): { price: Ticks; size: Lots } {
  return { price: ticks(price), size: lots(size) };
}
