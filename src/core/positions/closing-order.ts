/** Orders that can only close a position. */
import type { State } from "../state.ts";

/** Whether an order of hedge mode closes its position: it sells a long (1) or buys a short (2). */
export function isHedgeClose(positionSide: number, isBuy: boolean): boolean {
  return positionSide !== 0 && (positionSide === 1) !== isBuy;
}

/** Whether an open order can only close: it is reduce-only, or closes in hedge mode. */
export function isClosingOrder(state: State, slot: number): boolean {
  const orders = state.orders;
  if (orders.isReduceOnly(slot)) return true;
  return isHedgeClose(orders.positionSide(slot), orders.isBuy(slot));
}
