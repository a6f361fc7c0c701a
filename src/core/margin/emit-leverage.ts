import { assert } from "../base/assert.ts";
import { longOf, type PositionRow, shortOf } from "../base/position-handle.ts";
import { eventLayout } from "../events/event-layout.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { type Emit, instrumentOfRow, type State, userAt } from "../state.ts";

const CHANGED = eventLayout("leverage_changed");

/** Emits `leverage_changed` with both leverages of a row. */
export function emitLeverage(state: State, row: PositionRow, emit: Emit): void {
  const { positions } = state;
  const user = userAt(state, positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  const longLeverage = positions.leverage.get(longOf(row));
  const shortLeverage = positions.leverage.get(shortOf(row));
  assert(
    longLeverage === shortLeverage || (positions.isIsolated(row) && isHedgeIn(user, instrument)),
    "only isolated positions in hedge mode have two leverages",
  );
  const place = emit.open(CHANGED.header);
  const { numberWords } = emit;
  numberWords[place + CHANGED.user] = user.index;
  numberWords[place + CHANGED.instrument] = instrument.index;
  numberWords[place + CHANGED.longLeverage] = longLeverage;
  numberWords[place + CHANGED.shortLeverage] = shortLeverage;
}
