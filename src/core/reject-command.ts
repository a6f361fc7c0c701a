/** The rejection of any command that is not the placing of an order. */
import { EVENT_INDEX } from "./event-buffer.ts";
import { REJECTIONS, type Rejection } from "./rejections.ts";
import type { Emit, State } from "./state.ts";

/** Emits `command_rejected` and tells the submitter; nothing else changes. */
export function rejectCommand(state: State, user: number, reason: Rejection, emit: Emit): void {
  state.outcome.rejection = reason;
  emit.begin(EVENT_INDEX.command_rejected);
  emit.num(user);
  emit.num(REJECTIONS.indexOf(reason));
  emit.end();
}
