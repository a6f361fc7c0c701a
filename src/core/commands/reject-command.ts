/** Rejection of any command except the placing of an order. */
import type { Rejection } from "../base/rejections.ts";
import type { Emit, State } from "../state.ts";

/** Emits `command_rejected` and sets the outcome; nothing else changes. */
export function rejectCommand(state: State, user: number, reason: Rejection, emit: Emit): void {
  state.outcome.rejection = reason;
  emit.write("command_rejected", { user, reason });
}
