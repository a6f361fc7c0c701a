/** Figures of positions that move with the mark price, and their exits. */
import Big from "big.js";
import type { Plan, Position } from "./model.ts";

/** Decimals of profits of coin-margined contracts. */
const INVERSE_DECIMALS = 8;

/** A position at another mark price; inverse contracts gain in the base coin. */
export function atMarkPrice<T extends Position>(position: T, markPrice: string): T {
  const { category, entryPrice, face, side, size } = position;
  if (markPrice === "" || entryPrice === "" || markPrice === position.markPrice) return position;
  const mark = Big(markPrice);
  if (mark.lte(0)) return position;
  const change = side === "long" ? mark.minus(entryPrice) : Big(entryPrice).minus(mark);
  const unrealised =
    category === "coin-futures"
      ? change.times(face).div(mark.times(entryPrice)).round(INVERSE_DECIMALS)
      : change.times(size);
  return { ...position, markPrice, unrealised: unrealised.toFixed() };
}

/** A position with the exits that close the whole of it, and those of parts of it. */
export function withExits<T extends Position>(position: T, plans: readonly Plan[]): T {
  const exits = plans.filter(
    (plan) =>
      plan.instrumentKey === position.instrumentKey &&
      plan.kind !== "trigger" &&
      plan.kind !== "trailing" &&
      (plan.positionSide ?? (plan.side === "sell" ? "long" : "short")) === position.side,
  );
  const own = exits.filter(({ size }) => size === "");
  const partExits = exits.filter(({ size }) => size !== "");
  const takeProfit = own.find((plan) => plan.takeProfit !== "")?.takeProfit ?? "";
  const stopLoss = own.find((plan) => plan.stopLoss !== "")?.stopLoss ?? "";
  return { ...position, takeProfit, stopLoss, partExits };
}
