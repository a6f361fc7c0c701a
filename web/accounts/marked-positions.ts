/** Positions as they are shown between two pushes: with exits, at the latest mark prices. */
import { createEffect, createMemo, createRoot, onCleanup } from "solid-js";
import { followTicker, tickerOf } from "../streams/tickers.ts";
import type { Plan, Position } from "./model.ts";
import { atMarkPrice, withExits } from "./position-figures.ts";

/** Signal of positions with their exits at the latest mark prices, whose streams it follows. */
export function followPositions<T extends Position>(
  positions: () => readonly T[],
  plans: () => readonly Plan[],
): () => readonly T[] {
  return createRoot(() => {
    const keys = createMemo(() => {
      const held = new Set(positions().map((position) => position.instrumentKey));
      return [...held].sort().join(" ");
    });
    createEffect(() => {
      const stops = keys()
        .split(" ")
        .filter((key) => key !== "")
        .map(followTicker);
      onCleanup(() => {
        for (const stop of stops) stop();
      });
    });
    return createMemo(() =>
      positions().map((position) => {
        const markPrice = tickerOf(position.instrumentKey)?.markPrice ?? "";
        return withExits(atMarkPrice(position, markPrice), plans());
      }),
    );
  });
}
