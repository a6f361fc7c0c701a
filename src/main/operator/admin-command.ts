/** Common parts of administrative actions: commands and refusals. */

import type { CommandOutcome } from "../../core/base/outcome.ts";
import type { Rejection } from "../../core/base/rejections.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { ActContext } from "../../ops/admin-identity.ts";
import type { AdminRefusal, AdminRefusalReason } from "../../ops/admin-outcome.ts";
import type { WaitOptions } from "../../sequencer/port.ts";
import type { Engine } from "../engine.ts";
import { rejectionMessage } from "./rejection-messages.ts";

/** Submits even while new orders are held; at most 30 s until the command is durable. */
const ADMIN_WAIT: WaitOptions = { urgent: true, withinMs: 30_000 };

/** Takes the commands of one request. */
export interface Operator {
  submit(draft: CommandDraft): Promise<CommandOutcome>;
}

/** An engine on which one request of the operator acts. */
export type ActingEngine = Engine & { readonly operator: Operator };

/** Journals commands with who acted, why, and the request; keeps the seq of the last one. */
export function journalingOperator(engine: Engine, context: ActContext): Operator {
  const { actor, reason, requestId } = context;
  const origin = { requestId, act: { actor, reason } };
  return {
    async submit(draft) {
      const outcome = await engine.sequencer.submitAndWait({ ...draft, origin }, ADMIN_WAIT);
      context.seq = Math.max(context.seq, outcome.seq);
      return outcome;
    },
  };
}

/** Ends an action that only tells its commands. */
export class NotSubmitted extends Error {}

/** Keeps the first commands of an action instead of submitting them, and ends the action. */
export class RecordingOperator implements Operator {
  readonly drafts: CommandDraft[] = [];

  submit(draft: CommandDraft): Promise<CommandOutcome> {
    this.drafts.push(draft);
    return Promise.reject(new NotSubmitted());
  }
}

export function refuse(refused: AdminRefusalReason, message: string): AdminRefusal {
  return { refused, message };
}

const CONFLICTS: readonly Rejection[] = [
  "key_exists",
  "key_limit_reached",
  "user_limit_reached",
  "adjustment_needs_another",
  "currency_exists",
  "instrument_exists",
];

export function refusalOf(rejection: Rejection): AdminRefusal {
  const known = { message: rejectionMessage(rejection), reason: rejection };
  if (rejection.endsWith("_not_found")) return { refused: "not_found", ...known };
  return { refused: CONFLICTS.includes(rejection) ? "conflict" : "invalid", ...known };
}

/** Submits a command; resolves when it is durable and applied. Fails with `SubmissionFault`. */
export async function submit(engine: ActingEngine, draft: CommandDraft): Promise<CommandOutcome> {
  return engine.operator.submit(draft);
}
