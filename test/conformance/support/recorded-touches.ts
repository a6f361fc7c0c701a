/** How well a book went the way a capture tells. */
import { readCapture } from "../../../src/simulation-market/replay/capture-file.ts";

/** Best bid and ask, in ticks. */
export type Touch = { readonly bid: number; readonly ask: number };

export type FollowedShare = {
  /** Recorded changes of the touch, and how many of them the book went through in their order. */
  readonly changes: number;
  readonly followed: number;
};

/**
 * Compares a capture with the touches that a book went through, `touches`, in ticks of `tickE8`,
 * in 10^-8. The capture's prices are whole ticks.
 */
export async function followedShare(
  paths: readonly string[],
  tickE8: number,
  touches: readonly Touch[],
): Promise<FollowedShare> {
  const places = new Map<string, number[]>();
  for (const [place, { bid, ask }] of touches.entries()) {
    const at = places.get(`${bid} ${ask}`);
    if (at === undefined) places.set(`${bid} ${ask}`, [place]);
    else at.push(place);
  }
  // From the last on, so that one change is never matched twice.
  for (const at of places.values()) at.reverse();
  let changes = 0;
  let last = "";
  // Where in `touches` an ordered match of so many changes ends at the soonest (Hunt, Szymanski).
  const ends: number[] = [];
  for await (const { bid, ask } of updatesOf(paths)) {
    const touch = `${bid.priceE8 / tickE8} ${ask.priceE8 / tickE8}`;
    if (touch === last) continue;
    last = touch;
    changes += 1;
    for (const place of places.get(touch) ?? []) ends[firstNotBelow(ends, place)] = place;
  }
  return { changes, followed: ends.length };
}

/** The index of the first of rising numbers that is not below `value`. */
function firstNotBelow(rising: readonly number[], value: number): number {
  let from = 0;
  let to = rising.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rising[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Best bids and asks since there is a book. */
async function* updatesOf(paths: readonly string[]) {
  let hasBook = false;
  for (const path of paths) {
    for await (const event of readCapture(path, { path, bytesRead: 0, bytesTotal: 0 })) {
      hasBook ||= event.kind === "snapshot";
      if (event.kind === "touch" && hasBook) yield event;
    }
  }
}
