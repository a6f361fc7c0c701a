/**
 * The maker guard: a resting order whose user cannot bear its fill now is closed instead of filled
 * (decision 0034 for futures, 0035 for orders on margin). Other spot orders pay with reserved funds
 * and always can.
 */
import type { Lots } from "../money/units.ts";
import type { State } from "../state.ts";
import { bearsFuturesFill, isFuturesFillGuarded } from "./futures-maker.ts";
import { bearsMarginFill, isMarginFillGuarded } from "./margin-maker.ts";

/** Whether a fill of a resting order can take funds from its user that are not reserved for it. */
export function isGuarded(state: State, slot: number, isFutures: boolean): boolean {
  return isFutures ? isFuturesFillGuarded(state, slot) : isMarginFillGuarded(state, slot);
}

/** Whether the user of a guarded order can bear a fill of `size` at its price now. */
export function bearsFill(state: State, slot: number, size: Lots, isFutures: boolean): boolean {
  return isFutures ? bearsFuturesFill(state, slot, size) : bearsMarginFill(state, slot);
}
