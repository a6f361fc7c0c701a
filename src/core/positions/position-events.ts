/** The event of a changed position. */

import { assert } from "../base/assert.ts";
import { type PositionIndex, rowOf, sideOf } from "../base/position-handle.ts";
import { eventLayout } from "../events/event-layout.ts";
import type { Emit, State } from "../state.ts";
import { isolatedMarginOf } from "./backing.ts";

const CHANGED = eventLayout("position_changed");

/** Emits `position_changed` with the current figures of a position. */
export function emitPosition(
  state: State,
  position: PositionIndex,
  isHedged: boolean,
  emit: Emit,
): void {
  const positions = state.positions;
  assert(positions.id.get(position) !== 0, "a position that changed was opened");
  const row = rowOf(position);
  const offset = emit.open(CHANGED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[offset + CHANGED.positionId] = positions.id.get(position);
  numberWords[offset + CHANGED.user] = positions.user.get(row);
  numberWords[offset + CHANGED.instrument] = positions.instrument.get(row);
  numberWords[offset + CHANGED.positionSide] = sideOf(position) + 1;
  numberWords[offset + CHANGED.isHedge] = isHedged ? 1 : 0;
  numberWords[offset + CHANGED.size] = positions.size.get(position);
  moneyWords[offset + CHANGED.openNotional] = positions.openNotional.get(position);
  numberWords[offset + CHANGED.openedSize] = positions.openedSize.get(position);
  moneyWords[offset + CHANGED.openedNotional] = positions.openedNotional.get(position);
  numberWords[offset + CHANGED.closedSize] = positions.closedSize.get(position);
  moneyWords[offset + CHANGED.closedNotional] = positions.closedNotional.get(position);
  moneyWords[offset + CHANGED.realisedPnl] = positions.realisedPnl.get(position);
  moneyWords[offset + CHANGED.openFee] = positions.openFee.get(position);
  moneyWords[offset + CHANGED.closeFee] = positions.closeFee.get(position);
  numberWords[offset + CHANGED.openPriceMin] = positions.openPrices.min.get(position);
  numberWords[offset + CHANGED.openPriceMax] = positions.openPrices.max.get(position);
  numberWords[offset + CHANGED.closePriceMin] = positions.closePrices.min.get(position);
  numberWords[offset + CHANGED.closePriceMax] = positions.closePrices.max.get(position);
  numberWords[offset + CHANGED.openedAtMs] = positions.openedAtMs.get(position);
  numberWords[offset + CHANGED.leverage] = positions.leverage.get(position);
  moneyWords[offset + CHANGED.funding] = positions.funding.get(position);
  numberWords[offset + CHANGED.marginMode] = positions.marginMode.get(row);
  moneyWords[offset + CHANGED.margin] = isolatedMarginOf(state, row, sideOf(position));
}
