/**
 * The maker guard: a resting order whose user cannot bear its fill as things are now is ended
 * instead of filled (decision 0034 for futures, 0035 for orders on margin). Plain spot orders pay
 * with what is held for them, and always can.
 */
import type { Lots } from "../money/units.ts";
import type { State } from "../state.ts";
import { bearsFuturesFill, isFuturesFillGuarded } from "./futures-maker.ts";
import { bearsMarginFill, isMarginFillGuarded } from "./margin-maker.ts";

/** Whether a fill of a resting order can take from its user what was not reserved for it. */
export function isGuarded(state: State, slot: number, isFutures: boolean): boolean {
  return isFutures ? isFuturesFillGuarded(state, slot) : isMarginFillGuarded(state, slot);
}

/** Whether the user of a guarded order can bear a fill of `size` at its price now. */
export function bearsFill(state: State, slot: number, size: Lots, isFutures: boolean): boolean {
  return isFutures ? bearsFuturesFill(state, slot, size) : bearsMarginFill(state, slot);
}
