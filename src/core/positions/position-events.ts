/** The event of a changed position, in the field order of `events.ts`. */
import { EVENT_INDEX } from "../event-buffer.ts";
import type { Emit, State } from "../state.ts";
import { isolatedMarginOf } from "./backing.ts";

const CHANGED = EVENT_INDEX.position_changed;

/** `at` is row * 2 + side. */
export function emitPosition(state: State, at: number, isHedged: boolean, emit: Emit): void {
  const positions = state.positions;
  const row = at >> 1;
  emit.begin(CHANGED);
  emit.num(positions.id.get(at));
  emit.num(positions.user.get(row));
  emit.num(positions.instrument.get(row));
  emit.num((at & 1) + 1);
  emit.flag(isHedged);
  emit.num(positions.size.get(at));
  emit.money(positions.openValue.get(at));
  emit.num(positions.openedSize.get(at));
  emit.money(positions.openedValue.get(at));
  emit.num(positions.closedSize.get(at));
  emit.money(positions.closedValue.get(at));
  emit.money(positions.realisedPnl.get(at));
  emit.money(positions.openFee.get(at));
  emit.money(positions.closeFee.get(at));
  emit.num(positions.openedAtMs.get(at));
  emit.num(positions.leverage.get(at));
  emit.money(positions.funding.get(at));
  emit.num(positions.marginMode.get(row));
  emit.money(isolatedMarginOf(state, row, at & 1));
  emit.end();
}
