/** Orders that can only close a position. */
import type { State } from "../state.ts";

/** In hedge mode (position side 1 long, 2 short) an order against its position closes it. */
export function isHedgeClose(positionSide: number, isBuy: boolean): boolean {
  return positionSide !== 0 && (positionSide === 1) !== isBuy;
}

/** Whether an open order can only close: reduce-only, or the closing direction of hedge mode. */
export function isClosingOrder(state: State, slot: number): boolean {
  const orders = state.orders;
  if (orders.isReduceOnly(slot)) return true;
  return isHedgeClose(orders.positionSide(slot), orders.isBuy(slot));
}
