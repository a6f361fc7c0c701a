/** Decides on adjustments and corrections that wait for a second person. */
import { unreachable } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Emit, State } from "../state.ts";
import { adjust, adjustmentRefusal } from "./adjustments.ts";
import { correctTrade, planCorrection } from "./bust-trade.ts";
import { isSecondPerson } from "./four-eyes.ts";
import type { Adjustment } from "./operating-state.ts";
import { refund, refundRefusal } from "./refund-liquidation.ts";

/** Makes an adjustment or correction, or returns why it cannot be made now. */
function make(state: State, adjustment: Adjustment, emit: Emit): Rejection | undefined {
  const { correction } = adjustment;
  switch (correction?.kind) {
    case undefined: {
      const refusal = adjustmentRefusal(state, adjustment);
      if (refusal === undefined) adjust(state, adjustment, emit);
      return refusal;
    }
    case "bust_trade": {
      const plan = planCorrection(state, correction);
      if (typeof plan === "string") return plan;
      correctTrade(state, correction, plan, emit);
      return undefined;
    }
    case "refund_liquidation": {
      const refusal = refundRefusal(state, correction);
      if (refusal === undefined) refund(state, correction, emit);
      return refusal;
    }
    default:
      return unreachable(correction);
  }
}

/**
 * Approves or declines a waiting adjustment or correction. The proposer cannot approve it, nor can
 * a token that the proposer issued or was issued by. Emits the events of the act when approved,
 * then `adjustment_decided`; or `command_rejected`, and the adjustment goes on waiting.
 */
export function decideAdjustment(
  state: State,
  command: DraftOf<"decide_adjustment">,
  emit: Emit,
): void {
  const { adjustment: id, isApproved } = command;
  const { waiting } = state.operating.adjusting;
  const adjustment = waiting.get(id);
  if (adjustment === undefined) return rejectCommand(state, 0, "adjustment_not_found", emit);
  const { user } = adjustment;
  if (isApproved) {
    const actor = command.origin?.act?.actor ?? "";
    const isSecond = isSecondPerson(state, actor, adjustment.actor);
    const refusal = isSecond ? make(state, adjustment, emit) : "adjustment_needs_another";
    if (refusal !== undefined) return rejectCommand(state, user, refusal, emit);
  }
  waiting.delete(id);
  emit.write("adjustment_decided", { adjustment: id, user, isApproved });
}
