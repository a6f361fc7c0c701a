/** The event of a changed position. */
import { assert } from "../base/assert.ts";
import { type PositionIndex, rowOf, sideOf } from "../base/position-handle.ts";
import { eventLayout } from "../events/event-layout.ts";
import type { Emit, State } from "../state.ts";
import { isolatedMarginOf } from "./backing.ts";

const CHANGED = eventLayout("position_changed");

/** Emits `position_changed` with the figures of a position as they are now. */
export function emitPosition(
  state: State,
  position: PositionIndex,
  isHedged: boolean,
  emit: Emit,
): void {
  const positions = state.positions;
  assert(positions.id.get(position) !== 0, "a position that changed was opened");
  const row = rowOf(position);
  const place = emit.open(CHANGED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[place + CHANGED.positionId] = positions.id.get(position);
  numberWords[place + CHANGED.user] = positions.user.get(row);
  numberWords[place + CHANGED.instrument] = positions.instrument.get(row);
  numberWords[place + CHANGED.positionSide] = sideOf(position) + 1;
  numberWords[place + CHANGED.isHedge] = isHedged ? 1 : 0;
  numberWords[place + CHANGED.size] = positions.size.get(position);
  moneyWords[place + CHANGED.openValue] = positions.openValue.get(position);
  numberWords[place + CHANGED.openedSize] = positions.openedSize.get(position);
  moneyWords[place + CHANGED.openedValue] = positions.openedValue.get(position);
  numberWords[place + CHANGED.closedSize] = positions.closedSize.get(position);
  moneyWords[place + CHANGED.closedValue] = positions.closedValue.get(position);
  moneyWords[place + CHANGED.realisedPnl] = positions.realisedPnl.get(position);
  moneyWords[place + CHANGED.openFee] = positions.openFee.get(position);
  moneyWords[place + CHANGED.closeFee] = positions.closeFee.get(position);
  numberWords[place + CHANGED.openedAtMs] = positions.openedAtMs.get(position);
  numberWords[place + CHANGED.leverage] = positions.leverage.get(position);
  moneyWords[place + CHANGED.funding] = positions.funding.get(position);
  numberWords[place + CHANGED.marginMode] = positions.marginMode.get(row);
  moneyWords[place + CHANGED.margin] = isolatedMarginOf(state, row, sideOf(position));
}
