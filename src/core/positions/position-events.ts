/** The event of a changed position. */
import { eventLayout } from "../events/event-layout.ts";
import type { Emit, State } from "../state.ts";
import { isolatedMarginOf } from "./backing.ts";

const CHANGED = eventLayout("position_changed");

/** `at` is row * 2 + side. */
export function emitPosition(state: State, at: number, isHedged: boolean, emit: Emit): void {
  const positions = state.positions;
  const row = at >> 1;
  const place = emit.open(CHANGED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[place + CHANGED.positionId] = positions.id.get(at);
  numberWords[place + CHANGED.user] = positions.user.get(row);
  numberWords[place + CHANGED.instrument] = positions.instrument.get(row);
  numberWords[place + CHANGED.positionSide] = (at & 1) + 1;
  numberWords[place + CHANGED.isHedge] = isHedged ? 1 : 0;
  numberWords[place + CHANGED.size] = positions.size.get(at);
  moneyWords[place + CHANGED.openValue] = positions.openValue.get(at);
  numberWords[place + CHANGED.openedSize] = positions.openedSize.get(at);
  moneyWords[place + CHANGED.openedValue] = positions.openedValue.get(at);
  numberWords[place + CHANGED.closedSize] = positions.closedSize.get(at);
  moneyWords[place + CHANGED.closedValue] = positions.closedValue.get(at);
  moneyWords[place + CHANGED.realisedPnl] = positions.realisedPnl.get(at);
  moneyWords[place + CHANGED.openFee] = positions.openFee.get(at);
  moneyWords[place + CHANGED.closeFee] = positions.closeFee.get(at);
  numberWords[place + CHANGED.openedAtMs] = positions.openedAtMs.get(at);
  numberWords[place + CHANGED.leverage] = positions.leverage.get(at);
  moneyWords[place + CHANGED.funding] = positions.funding.get(at);
  numberWords[place + CHANGED.marginMode] = positions.marginMode.get(row);
  moneyWords[place + CHANGED.margin] = isolatedMarginOf(state, row, at & 1);
}
