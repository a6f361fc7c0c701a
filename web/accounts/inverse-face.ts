import Big from "big.js";
import type { Position } from "./model.ts";

/**
 * Returns the face of a position of a coin-margined contract: whole units of the quote coin.
 *
 * The size of a row is the face at the entry price, rounded to a step. The margin of a crossed
 * position is the face at the mark price ÷ leverage, with all decimals of the coin, and tells the
 * face exactly. Margin of an isolated position can be added and removed.
 */
export function inverseFace(
  row: Pick<
    Position,
    "size" | "entryPrice" | "marginMode" | "margin" | "leverage" | "markPrice" | "category"
  >,
): string {
  const { category, entryPrice, leverage, margin, marginMode, markPrice, size } = row;
  if (category !== "coin-futures") return "";
  const isExact = marginMode === "crossed" && Number(margin) > 0 && Number(markPrice) > 0;
  const face = isExact
    ? Big(margin).times(leverage).times(markPrice)
    : Big(size || "0").times(entryPrice || "0");
  return face.round(0, Big.roundHalfUp).toFixed();
}
