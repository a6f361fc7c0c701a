/** Rejecting an order that was to be placed. */
import { CLIENT_ORDER_ID_LENGTH_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { Emit, State } from "../state.ts";

/** Emits `order_rejected` and records the reason in the outcome; nothing else changes. */
export function rejectOrder(
  state: State,
  command: { user: number; instrument: number; clientOrderId: string },
  reason: Rejection,
  emit: Emit,
): void {
  state.outcome.rejection = reason;
  emit.write("order_rejected", {
    user: command.user,
    instrument: command.instrument,
    reason,
    clientOrderId: command.clientOrderId.slice(0, CLIENT_ORDER_ID_LENGTH_MAX),
  });
}
