/** The margin mode in which an order or plan opens. */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { MarginMode } from "../../../src/core/base/vocabulary.ts";
import { blocksMode, changeMode, marginModeOf } from "./naive-margin.ts";
import type { NaiveInstrument, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const NOTHING_TO_UNDO = (): void => {};

/** Opens in a mode: why that cannot be, or how to take the change back with its events. */
export function openIn(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  mode: MarginMode | undefined,
): Rejection | (() => void) {
  if (mode === undefined || marginModeOf(user, instrument) === mode) return NOTHING_TO_UNDO;
  if (user.accountKind === "unified") return "margin_mode_not_allowed";
  if (blocksMode(state, user, instrument)) return "margin_mode_blocked";
  const [reported, isolated] = [state.events.length, [...user.isolated]];
  const [autoMargins, leverages] = [[...user.autoMargins], [...user.leverages]];
  changeMode(state, user, instrument, mode);
  return () => {
    state.events.length = reported;
    user.isolated.clear();
    user.autoMargins.clear();
    user.leverages.clear();
    for (const one of isolated) user.isolated.add(one);
    for (const one of autoMargins) user.autoMargins.add(one);
    for (const [index, both] of leverages) user.leverages.set(index, both);
  };
}
