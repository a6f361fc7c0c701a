/** What a resting order's user must be able to bear when somebody fills it. */

import { isWorse } from "./naive-futures-loss.ts";
import { judgeClosing } from "./naive-guard.ts";
import { leftBeside, partsOf, riskAfter } from "./naive-opening-guard.ts";
import { isClosing, type NaiveOrder } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** Orders that lose against mark, and those of isolated margin. */
export function isGuarded(state: NaiveState, maker: NaiveOrder): boolean {
  const instrument = state.instrumentAt(maker.instrument);
  if (!instrument.isFutures || instrument.mark === 0) return false;
  const isIsolated = state.userAt(maker.user).isolated.has(maker.instrument);
  return isIsolated || isWorse(maker.side, maker.price, instrument.mark);
}

/** Whether the user can bear that so much of the order is filled at its price. */
export function canBearFill(state: NaiveState, maker: NaiveOrder, size: number): boolean {
  const user = state.userAt(maker.user);
  const instrument = state.instrumentAt(maker.instrument);
  const { price, side } = maker;
  const fill = { side, price, size };
  const parts = isClosing(maker)
    ? { closed: size, opened: 0 }
    : partsOf(state, user, instrument, fill);
  if (parts.closed > 0 && judgeClosing(state, user, instrument, maker) !== undefined) return false;
  if (parts.opened === 0) return true;
  const { equity, maintenance } = riskAfter(state, user, instrument, fill);
  if (equity < maintenance) return false;
  const isIsolated = user.isolated.has(instrument.index);
  return !isIsolated || leftBeside(state, user, instrument, fill) >= 0n;
}
