/**
 * Reduce-only orders that a fill-or-kill order would not reach: in one-way mode each fill of their
 * user lowers the position that they close, and those that exceed it are cancelled
 * (`cancelReduceOnlyExcess`).
 */
import { type PositionRow, positionAt } from "../base/position-handle.ts";
import { closedSide, isHedgeIn } from "../positions/exposure.ts";
import { instrumentAt, type State, userAt } from "../state.ts";

/** Position of one row after the fills counted so far, and its reduce-only orders. */
type ClosedAhead = {
  /** Lots of the position that remain. */
  held: number;
  /** Lots of the reduce-only orders that remain. */
  closing: number;
  /** Orders that have ended by then: filled or cancelled. */
  readonly ended: Set<number>;
};

export type ClosingAhead = Map<PositionRow, ClosedAhead>;

function closedAheadOf(state: State, rows: ClosingAhead, slot: number): ClosedAhead {
  const { orders, positions } = state;
  const row = orders.positionRow(slot);
  const known = rows.get(row);
  if (known !== undefined) return known;
  const position = positionAt(row, closedSide(orders.isBuy(slot)));
  const held = positions.size.get(position);
  const closing = positions.closingLots.get(position);
  const made = { held, closing, ended: new Set<number>() };
  rows.set(row, made);
  return made;
}

/** Ends the oldest reduce-only orders beside `slot` until the rest do not exceed the position. */
function endExcess(state: State, slot: number, ahead: ClosedAhead): void {
  const { orders } = state;
  const isBuy = orders.isBuy(slot);
  const instrument = orders.instrument(slot);
  let other = userAt(state, orders.user(slot)).ordersFirst;
  for (; other !== 0 && ahead.closing > ahead.held; other = orders.userNext(other)) {
    const isBeside = orders.instrument(other) === instrument && orders.isBuy(other) === isBuy;
    if (!isBeside || !orders.isReduceOnly(other) || ahead.ended.has(other)) continue;
    ahead.ended.add(other);
    ahead.closing -= orders.remaining(other);
  }
}

/**
 * Counts the complete fill of a resting futures order for the position of its user, or its end
 * without a fill where `isBorne()` is false. Returns whether it is filled; false without a call of
 * `isBorne` if earlier fills have cancelled it. All orders are of one side of one book.
 */
export function isFilledAhead(
  state: State,
  rows: ClosingAhead,
  slot: number,
  isBorne: () => boolean,
): boolean {
  const { orders } = state;
  const instrument = instrumentAt(state, orders.instrument(slot));
  if (isHedgeIn(userAt(state, orders.user(slot)), instrument)) return isBorne();
  const ahead = closedAheadOf(state, rows, slot);
  if (ahead.ended.has(slot)) return false;
  const size = orders.remaining(slot);
  const isFilled = isBorne();
  ahead.ended.add(slot);
  if (orders.isReduceOnly(slot)) ahead.closing -= size;
  if (!isFilled) return false;
  ahead.held = Math.max(ahead.held - size, 0);
  endExcess(state, slot, ahead);
  return true;
}
