/** Leverage and position mode of a user. */
import { ALL_CATEGORIES, isHedge, type User } from "../accounts/user.ts";
import type { CommandOf } from "../commands.ts";
import { EVENT_INDEX } from "../event-buffer.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { rowOf } from "../positions/exposure.ts";
import { rejectCommand } from "../reject-command.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { CATEGORIES, indexIn } from "../vocabulary.ts";
import { isMarginEnough } from "./coverage.ts";

/** Emits `leverage_changed`, also when it is the same, or `command_rejected`. */
export function setLeverage(state: State, command: CommandOf<"set_leverage">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) {
    return rejectCommand(state, user.index, "instrument_not_found", emit);
  }
  if (!instrument.isFutures) {
    return rejectCommand(state, user.index, "instrument_not_futures", emit);
  }
  if (instrument.realm !== user.realm) {
    return rejectCommand(state, user.index, "realm_mismatch", emit);
  }
  const { leverage } = command;
  if (leverage < instrument.leverageMin || leverage > instrument.leverageMax) {
    return rejectCommand(state, user.index, "leverage_out_of_range", emit);
  }
  const row = rowOf(state, user, instrument);
  const before = state.positions.leverage.get(row);
  state.positions.leverage.set(row, leverage);
  if (leverage < before && !isMarginEnough(state, user, instrument)) {
    state.positions.leverage.set(row, before);
    return rejectCommand(state, user.index, "leverage_margin_insufficient", emit);
  }
  emit.begin(EVENT_INDEX.leverage_changed);
  emit.num(user.index);
  emit.num(instrument.index);
  emit.num(leverage);
  emit.end();
}

/** Whether a position, a futures order or a plan of the user exists in scope. */
function hasExposure(state: State, user: User, category: number | undefined): boolean {
  const { orders, positions } = state;
  const isInScope = (index: number): boolean => {
    const instrument = state.instruments[index] as Instrument;
    if (!instrument.isFutures) return false;
    return category === undefined || indexIn(CATEGORIES, instrument.category) === category;
  };
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const held = positions.size.get(row * 2) + positions.size.get(row * 2 + 1);
    if (held > 0 && isInScope(positions.instrument.get(row))) return true;
  }
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (isInScope(orders.instrument(slot))) return true;
  }
  for (const plan of state.plans.ofUser(user.index)) {
    if (isInScope(plan.instrument)) return true;
  }
  return false;
}

/**
 * Emits `position_mode_changed`, also when it is the same, or `command_rejected` while a position,
 * order or plan stands in the way (rest-v2.md: 40920). A unified user's mode covers all categories.
 */
export function setPositionMode(
  state: State,
  command: CommandOf<"set_position_mode">,
  emit: Emit,
): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const isUnified = user.accountKind === "unified";
  const category = indexIn(CATEGORIES, command.category);
  const isSame = isHedge(user, category) === command.isHedge;
  if (!isSame && hasExposure(state, user, isUnified ? undefined : category)) {
    return rejectCommand(state, user.index, "position_mode_blocked", emit);
  }
  const bits = isUnified ? ALL_CATEGORIES : 1 << category;
  if (command.isHedge) user.hedgeCategories |= bits;
  else user.hedgeCategories &= ~bits;
  emit.begin(EVENT_INDEX.position_mode_changed);
  emit.num(user.index);
  emit.num(category);
  emit.flag(command.isHedge);
  emit.end();
}
