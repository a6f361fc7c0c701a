/** Figures of positions that move with the mark price, between two pushes. */
import Big from "big.js";
import { createEffect, createMemo, createRoot, onCleanup } from "solid-js";
import { followTicker, tickerOf } from "../streams/tickers.ts";
import type { Plan, Position } from "./model.ts";

/** Decimals of profits of coin-margined contracts. */
const INVERSE_DECIMALS = 8;

/** A position at another mark price; inverse contracts gain in the base coin. */
export function atMarkPrice<T extends Position>(position: T, markPrice: string): T {
  const { category, entryPrice, side, size } = position;
  if (markPrice === "" || entryPrice === "" || markPrice === position.markPrice) return position;
  const mark = Big(markPrice);
  if (mark.lte(0)) return position;
  const change = side === "long" ? mark.minus(entryPrice) : Big(entryPrice).minus(mark);
  const gain = change.times(size);
  const unrealised = category === "coin-futures" ? gain.div(mark).round(INVERSE_DECIMALS) : gain;
  return { ...position, markPrice, unrealised: unrealised.toFixed() };
}

/** A position with the exits that close the whole of it. */
export function withExits<T extends Position>(position: T, plans: readonly Plan[]): T {
  const own = plans.filter(
    (plan) =>
      plan.instrumentKey === position.instrumentKey &&
      plan.size === "" &&
      plan.kind !== "trigger" &&
      plan.kind !== "trailing" &&
      (plan.positionSide ?? (plan.side === "sell" ? "long" : "short")) === position.side,
  );
  const takeProfit = own.find((plan) => plan.takeProfit !== "")?.takeProfit ?? "";
  const stopLoss = own.find((plan) => plan.stopLoss !== "")?.stopLoss ?? "";
  return { ...position, takeProfit, stopLoss };
}

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
